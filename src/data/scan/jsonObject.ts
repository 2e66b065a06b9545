/** Checks that bytes are one JSON object, by JSON's whole grammar, and notes where some of its fields stand; no value is made. */
import type { ScanMemory } from "./stringEnd";

const [TAB, LINE, RETURN, SPACE, QUOTE, COMMA, MINUS, PLUS, POINT, ZERO, NINE, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x3a];
const [OPEN, BACKSLASH, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
/** Deeper nesting is left to JSON.parse, which needs no stack for it. */
const DEEPEST = 200;
/** Keys longer than this are read afresh in every row. */
const LONGEST_KEY = 128;

/** Fields in a row whose leads are kept. */
const MOST_LEADS = 64;

/** What stood before a value: from the brace or comma to the value's first byte. Rows of one file mostly have the same keys in the same order. */
interface Lead {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly field: number;
}

/** Looks for the named fields of objects, one object a line. */
export class ObjectScan {
  /** Where the value of each field begins, quotes included, and the byte after it; 0 where the object has no such field. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  private readonly names: readonly Uint8Array[];
  private readonly memory: ScanMemory;
  private bytes: Uint8Array;
  private view: DataView;
  private readonly leads: Lead[] = [];

  constructor(memory: ScanMemory, names: readonly string[]) {
    this.memory = memory;
    this.bytes = memory.bytes;
    this.view = memory.view;
    this.names = names.map((name) => Buffer.from(name, "latin1"));
    this.from = new Int32Array(names.length);
    this.to = new Int32Array(names.length);
  }

  /**
   * Reads the line that begins here and ends with "\n". Of fields of the same name the last counts, as for JSON.parse.
   * @returns the first byte of the next line, or −1 if this line is not surely one object: then only JSON.parse can tell
   */
  line(start: number): number {
    this.bytes = this.memory.bytes;
    this.view = this.memory.view;
    this.from.fill(0);
    let p = this.space(start);
    if (this.bytes[p] !== OPEN_BRACE) return -1;
    p = this.row(p + 1);
    if (p < 0) return -1;
    p = this.space(p);
    if (this.bytes[p] === RETURN) p += 1;
    return this.bytes[p] === LINE ? p + 1 : -1;
  }

  /** Spaces and tabs. A carriage return inside a line ends it for readline, so it is not taken for space. */
  private space(start: number): number {
    let p = start;
    for (let byte = this.bytes[p]; byte === SPACE || byte === TAB; byte = this.bytes[p]) p += 1;
    return p;
  }

  /** The fields of the row itself, which are noted. From the byte after the brace to the one after its partner; −1 if it is none. */
  private row(start: number): number {
    const { bytes, leads } = this;
    let p = this.space(start);
    if (bytes[p] === CLOSE_BRACE) return p + 1;
    p = start;
    for (let turn = 0; ; turn++) {
      const lead = leads[turn];
      let field: number;
      let value: number;
      if (lead && this.stands(lead, p)) {
        field = lead.field;
        value = p + lead.bytes.length;
      } else {
        const key = this.space(p) + 1;
        if (bytes[key - 1] !== QUOTE) return -1;
        const end = this.plainEnd(key);
        if (end < 0) return -1;
        field = this.field(key, end - 1);
        value = this.space(end);
        if (bytes[value] !== COLON) return -1;
        value = this.space(value + 1);
        const known = bytes.slice(p, value);
        if (known.length <= LONGEST_KEY && turn <= leads.length && turn < MOST_LEADS) leads[turn] = { bytes: known, view: new DataView(known.buffer), field };
      }
      p = this.value(value, 0);
      if (p < 0) return -1;
      if (field >= 0) {
        this.from[field] = value;
        this.to[field] = p;
      }
      if (bytes[p] !== COMMA) {
        p = this.space(p);
        if (bytes[p] === CLOSE_BRACE) return p + 1;
        if (bytes[p] !== COMMA) return -1;
      }
      p += 1;
    }
  }

  /** Whether these very bytes stand here: then they were found to be a key, a colon and space before, and are now. */
  private stands({ bytes: known, view: other }: Lead, p: number): boolean {
    const { bytes, view } = this;
    let i = 0;
    for (; i + 4 <= known.length; i += 4) if (view.getInt32(p + i, true) !== other.getInt32(i, true)) return false;
    for (; i < known.length; i++) if (bytes[p + i] !== known[i]) return false;
    return true;
  }

  /** An object within the row: only its grammar counts. */
  private object(start: number, depth: number): number {
    const { bytes } = this;
    if (depth > DEEPEST) return -1;
    let p = this.space(start);
    if (bytes[p] === CLOSE_BRACE) return p + 1;
    for (;;) {
      if (bytes[p] !== QUOTE) return -1;
      p = this.memory.stringEnd(p + 1);
      if (p < 0) return -1;
      p = this.space(p);
      if (bytes[p] !== COLON) return -1;
      p = this.value(this.space(p + 1), depth);
      if (p < 0) return -1;
      p = this.space(p);
      if (bytes[p] === CLOSE_BRACE) return p + 1;
      if (bytes[p] !== COMMA) return -1;
      p = this.space(p + 1);
    }
  }

  private array(start: number, depth: number): number {
    const { bytes } = this;
    if (depth > DEEPEST) return -1;
    let p = this.space(start);
    if (bytes[p] === CLOSE) return p + 1;
    for (;;) {
      p = this.value(p, depth);
      if (p < 0) return -1;
      p = this.space(p);
      if (bytes[p] === CLOSE) return p + 1;
      if (bytes[p] !== COMMA) return -1;
      p = this.space(p + 1);
    }
  }

  private value(p: number, depth: number): number {
    const byte = this.bytes[p]!;
    if (byte === QUOTE) return this.memory.stringEnd(p + 1);
    if (byte === OPEN_BRACE) return this.object(p + 1, depth + 1);
    if (byte === OPEN) return this.array(p + 1, depth + 1);
    if (byte === 0x74) return this.word(p, "true");
    if (byte === 0x66) return this.word(p, "false");
    if (byte === 0x6e) return this.word(p, "null");
    return this.number(p);
  }

  private word(start: number, word: string): number {
    for (let i = 0; i < word.length; i++) if (this.bytes[start + i] !== word.charCodeAt(i)) return -1;
    return start + word.length;
  }

  private number(start: number): number {
    const { bytes } = this;
    let p = bytes[start] === MINUS ? start + 1 : start;
    if (bytes[p] === ZERO) p += 1;
    else if ((p = this.digits(p)) < 0) return -1;
    if (bytes[p] === POINT && (p = this.digits(p + 1)) < 0) return -1;
    if (bytes[p] === 0x65 || bytes[p] === 0x45) {
      p += 1;
      if (bytes[p] === PLUS || bytes[p] === MINUS) p += 1;
      return this.digits(p);
    }
    return p;
  }

  /** At least one digit. */
  private digits(start: number): number {
    let p = start;
    while (this.bytes[p]! >= ZERO && this.bytes[p]! <= NINE) p += 1;
    return p > start ? p : -1;
  }

  /** The end of a string without escapes: a key with one could be any key. */
  private plainEnd(start: number): number {
    const { bytes } = this;
    for (let p = start; ; p++) {
      const byte = bytes[p]!;
      if (byte === QUOTE) return p + 1;
      if (byte < SPACE || byte === BACKSLASH) return -1;
    }
  }

  /** @returns which field has this key, or −1 */
  private field(from: number, to: number): number {
    const { bytes, names } = this;
    next: for (let field = 0; field < names.length; field++) {
      const name = names[field]!;
      if (name.length !== to - from) continue;
      for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) continue next;
      return field;
    }
    return -1;
  }
}
