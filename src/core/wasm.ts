/** The few words of WebAssembly's binary format that hand-written modules need. Names are those of its specification. */

/** A list with its length before it. */
export function vector(...items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

export function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

export function section(id: number, ...content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** A function's code: its locals as [how many, type] pairs, and what it does. */
export function body(locals: readonly (readonly [count: number, type: number])[], ...code: number[]): number[] {
  const content = [...vector(...locals), ...code];
  return [...unsigned(content.length), ...content];
}

/** LEB128, as WebAssembly writes whole numbers. @example unsigned(300) // [172, 2] */
export function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** @example signed(-1) // [127] */
export function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

/** What every module begins with: "\0asm", version 1. */
export const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
