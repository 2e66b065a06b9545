/* Filters, links and figures of a report page. Cards come ready and inert; this only unpacks and shows them. */
(() => {
  "use strict";
  const PAGE = 20;
  const $ = (id) => document.getElementById(id);
  const state = { page: 0 };
  let index;
  let texts;
  let loading;
  let matching = [];
  const cards = new Map();

  const whole = new Promise((resolve) => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", resolve) : resolve()));
  const unpack = async (id) => {
    // A browser shows an element before its text has come in whole; what follows it shows that it has.
    while (document.readyState === "loading" && !$(id)?.nextSibling) await new Promise((resolve) => setTimeout(resolve, 10));
    const packed = atob($(id).textContent);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const cardsOf = (chunk) => {
    if (!cards.has(chunk)) cards.set(chunk, unpack(`chunk-${chunk}`));
    return cards.get(chunk);
  };
  /** The texts are large, and are unpacked when somebody is about to look for one. */
  const textsOf = () => (loading ??= unpack("texts").then((unpacked) => (texts = unpacked)));
  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  const fields = () => Object.keys(index.fields);
  /** Whether a field tells anything apart: there is no filter for it otherwise. */
  const tells = (field) => index.columns[field].values.length > 1;
  const none = () => Object.fromEntries(fields().map((field) => [field, ""]));
  /** A name of the data for a list: short, on one line, with what is not seen written out. */
  const plain = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text).replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
  const words = (text) => plain(text.replaceAll("_", " "));

  /** The state as it stands in the address: field=value pairs, q for the text, case for a single one. */
  const read = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const field of [...fields(), "q", "case"]) state[field] = asked.get(field) ?? "";
    state.page = Math.max(0, Number.parseInt(asked.get("page") ?? "1", 10) - 1 || 0);
  };
  const address = (changes) => {
    const next = { ...state, ...changes };
    const asked = new URLSearchParams();
    for (const field of [...fields(), "q", "case"]) if (next[field]) asked.set(field, next[field]);
    if (next.page > 0) asked.set("page", String(next.page + 1));
    return `#${asked}`;
  };
  const go = (changes) => {
    history.pushState(null, "", address({ page: 0, case: "", ...changes }));
    update();
  };

  const select = () => {
    const wanted = fields().filter((field) => state[field]).map((field) => {
      const { values, codes } = index.columns[field];
      const whole = values.indexOf(state[field]); // a name may have a bar in it
      const any = new Set(whole >= 0 ? [whole] : state[field].split("|").map((value) => values.indexOf(value)));
      return (i) => any.has(codes[i]);
    });
    const q = state.q.toLowerCase();
    if (q) {
      const within = texts.shared?.values.map((text) => text.includes(q));
      wanted.push((i) => within?.[texts.shared.codes[i]] || texts.own[i].includes(q));
    }
    matching = [];
    for (let i = 0; i < index.ids.length; i++) if (state.case ? index.ids[i] === state.case && (!state.run || wanted[0](i)) : wanted.every((fits) => fits(i))) matching.push(i);
  };

  let turn = 0;
  const draw = async (mine) => {
    const total = index.ids.length.toLocaleString("en-US");
    const pages = Math.max(1, Math.ceil(matching.length / PAGE));
    const page = Math.min(state.page, pages - 1);
    const shown = matching.slice(page * PAGE, (page + 1) * PAGE);
    $("status").textContent = state.case ? `The ${index.noun.one} ${plain(state.case)}: ${matching.length === 0 ? "not in this report" : `${matching.length} of ${total} ${index.noun.many}`}` : `${matching.length.toLocaleString("en-US")} of ${total} ${index.noun.many}`;
    const step = (label, to, enabled) => element("button", { type: "button", textContent: label, disabled: !enabled, onclick: () => (history.pushState(null, "", address({ page: to })), update(), $("cases").focus()) });
    $("pages").replaceChildren(step("Previous", page - 1, page > 0), element("span", { textContent: `page ${page + 1} of ${pages}` }), step("Next", page + 1, page + 1 < pages), ...(state.case ? [element("button", { type: "button", textContent: `All ${index.noun.many}`, onclick: () => go({}) })] : []));
    const made = await Promise.all(shown.map(async (i) => {
      const card = element("div", { innerHTML: (await cardsOf(Math.floor(i / index.chunk)))[i % index.chunk] });
      const { run } = index.columns;
      card.append(element("p", { className: "screen" }, element("a", { href: address({ ...none(), q: "", page: 0, case: index.ids[i], run: tells("run") ? run.values[run.codes[i]] : "" }), textContent: `Link to this ${index.noun.one}` })));
      return card;
    }));
    if (mine === turn) $("cards").replaceChildren(...made);
    if (mine === turn) document.documentElement.dataset.ready = "true";
  };
  const update = async () => {
    const mine = ++turn;
    read();
    for (const field of fields()) {
      const box = $(`filter-${field}`);
      if (!box) continue;
      if (state[field] && ![...box.options].some(({ value }) => value === state[field])) box.add(new Option(index.columns[field].values.includes(state[field]) ? words(state[field]) : words(state[field].replaceAll("|", " or ")), state[field]));
      box.value = state[field];
    }
    if ($("filter-q").value !== state.q) $("filter-q").value = state.q;
    if (state.q) await textsOf();
    if (mine !== turn) return;
    select();
    return draw(mine);
  };

  const controls = () => {
    const form = $("filters");
    for (const [field, name] of Object.entries(index.fields)) {
      const { values, codes } = index.columns[field];
      if (!tells(field)) continue;
      const counts = values.map(() => 0);
      for (const code of codes) counts[code] += 1;
      const options = values.map((value, i) => ({ value, i })).filter(({ value }) => value !== "").sort((a, b) => counts[b.i] - counts[a.i]).map(({ value, i }) => new Option(`${words(value)} (${counts[i].toLocaleString("en-US")})`, value));
      form.append(element("label", { textContent: name }, element("select", { id: `filter-${field}`, onchange: ({ target }) => go({ [field]: target.value }) }, new Option("any", ""), ...options)));
    }
    let waiting;
    const search = element("input", { id: "filter-q", type: "search", autocomplete: "off", onfocus: () => void textsOf(), oninput: ({ target }) => (clearTimeout(waiting), (waiting = setTimeout(() => go({ q: target.value }), 200))) });
    form.append(element("label", { textContent: `Text in ${index.noun.searched}` }, search), element("button", { type: "button", textContent: "Clear", onclick: () => go({ ...none(), q: "" }) }));
    form.onsubmit = (event) => event.preventDefault();
  };

  /** A figure that answers to the mouse: the picture stays for print, and where this fails. */
  const figure = async ({ id, spec, selects }) => {
    const place = $(`figure-${id}`);
    const live = place.querySelector(".live");
    const { spec: compiled } = vegaLite.compile(spec);
    const loader = { load: () => Promise.reject(new Error("nothing is loaded")), sanitize: () => Promise.reject(new Error("nothing is loaded")), http: undefined, file: undefined };
    const view = new vega.View(vega.parse(compiled), { renderer: "svg", container: live, hover: true, loader, logLevel: vega.Error, tooltip: (_handler, _event, item, value) => (live.title = value ? String(typeof value === "object" ? Object.entries(value).map((pair) => pair.join(": ")).join(", ") : value) : "") });
    live.setAttribute("aria-hidden", "true");
    view.addEventListener("click", (_event, item) => {
      const datum = item?.datum;
      const found = selects.map(({ by, to }) => datum && to[by.map((field) => datum[field]).join("\n")]);
      if (!found[0]) return;
      const chosen = Object.entries(Object.assign({}, ...found)).filter(([field]) => tells(field)).map(([field, value]) => [field, [value].flat().join("|")]);
      go({ ...none(), q: "", ...Object.fromEntries(chosen) });
      $("cases").focus();
      $("cases").scrollIntoView();
    });
    await view.runAsync();
    live.hidden = false;
    place.querySelector(".static").style.display = "none";
  };

  const start = async () => {
    index = await unpack("index");
    controls();
    addEventListener("popstate", update);
    addEventListener("hashchange", update);
    addEventListener("click", ({ target }) => target.closest?.("a.to-cases") && setTimeout(() => ($("cases").focus(), $("cases").scrollIntoView())));
    const first = update();
    if (new URLSearchParams(location.hash.slice(1)).toString()) first.then(() => $("cases").scrollIntoView());
    await first;
    await whole;
    for (const each of index.figures) {
      await new Promise((resolve) => setTimeout(resolve, 50)); // somebody may have clicked
      await figure(each).catch((error) => console.error(`figure ${each.id}: ${error.message}`));
    }
  };
  start().catch((error) => {
    $("status").textContent = `The cases cannot be unpacked: ${error.message}. A browser of 2023 or newer can.`;
  });
})();
