/** A Vega-Lite specification: plain JSON. Its own types need a newer resolver than notebooks have, so it is typed loosely here and checked when it is compiled. */
export type Spec = { readonly [key: string]: unknown };
