/* The second verifier of khronos. It is written from docs/formats.md and docs/deck.md, not from the Python
   program, and it knows no rule of any game. docs/verifier.md says which function makes which check.
   It runs behind noble.js, in a worker of a page or in Node: verifyRecord(bytes, progress) is the entry. */
"use strict";

/* ---- Faults ------------------------------------------------------------------------------------------ */

/* What does not hold: a word of tests/hostile/README.md, and a detail in English. */
class Fault extends Error {
  constructor(reason, detail) { super(detail); this.reason = reason; }
}
function fail(reason, detail) { throw new Fault(reason, detail); }
function need(holds, reason, detail) { if (!holds) { fail(reason, detail); } }

/* ---- Bytes, hashes, canonical JSON (DECK 2, FORMATS 4) ------------------------------------------------ */

const encoder = new TextEncoder();
const utf8 = (text) => encoder.encode(text);
const NOTHING = new Uint8Array(0);

function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

function compareBytes(one, other) {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) { if (one[at] !== other[at]) { return one[at] - other[at]; } }
  return one.length - other.length;
}
const same = (one, other) => compareBytes(one, other) === 0;
const compareTexts = (one, other) => compareBytes(utf8(one), utf8(other));  // the order of code points, too

/* A number in a hash: 8 bytes, little-endian. */
function numberBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number), true);
  return bytes;
}

/* H(label, part, …): each part behind its length. */
function H(label, ...parts) {
  const hash = noble.sha512.create();
  for (const part of [utf8("khronos-pbem/1/" + label), ...parts]) { hash.update(numberBytes(part.length)).update(part); }
  return hash.digest();
}
const hash32 = (label, ...parts) => H(label, ...parts).subarray(0, 32);

function hex(bytes) { return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""); }
function littleEndian(bytes) { return BigInt("0x" + hex(bytes.slice().reverse())); }

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter.charCodeAt(0), value]));

/* Unpadded base64url in its one canonical form. */
function decode(text, length) {
  need(typeof text === "string", "schema", "bytes are a text");
  need(text.length % 4 !== 1, "base64", "this length is not possible");
  const bytes = new Uint8Array(text.length * 6 >> 3);
  let bits = 0, held = 0, at = 0;
  for (let place = 0; place < text.length; place += 1) {
    const value = VALUES.get(text.charCodeAt(place));
    need(value !== undefined, "base64", "a letter that base64url does not have");
    bits = bits << 6 | value; held += 6;
    if (held >= 8) { held -= 8; bytes[at] = bits >> held & 255; at += 1; bits &= (1 << held) - 1; }
  }
  need(bits === 0, "base64", "unused bits are not 0");
  need(length === undefined || bytes.length === length, "base64", `${bytes.length} bytes, and not ${length}`);
  return bytes;
}

/* A date and time in UTC, as its canonical text. Other dates and times of TOML are only `OtherValue`. */
class Moment { constructor(text) { this.text = text; } }
class OtherValue { constructor(what) { this.what = what; } }

const ESCAPES = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
function quoted(text) {
  return '"' + text.replace(/["\\\u0000-\u001f]/g, (letter) =>
    ESCAPES[letter] || "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0")) + '"';
}
function canonicalJson(value) {
  if (typeof value === "string") { return quoted(value); }
  if (typeof value === "boolean" || typeof value === "bigint") { return String(value); }
  if (value instanceof Moment) { return quoted(value.text); }
  if (Array.isArray(value)) { return "[" + value.map(canonicalJson).join(",") + "]"; }
  need(value instanceof Map, "schema", "a value that no save has");
  const keys = Array.from(value.keys()).sort(compareTexts);
  return "{" + keys.map((key) => quoted(key) + ":" + canonicalJson(value.get(key))).join(",") + "}";
}
const jsonBytes = (value) => utf8(canonicalJson(value));
function without(table, key) { const rest = new Map(table); rest.delete(key); return rest; }

/* ---- TOML 1.0 (FORMATS 2, 4) --------------------------------------------------------------------------- */

class TomlFault extends Error { constructor(line) { super(`line ${line}`); this.line = line; } }
const MOST = { lines: 500000, keys: 300000, nests: 100000, commas: 1000000, levels: 40, parts: 32, bare: 1000 };
const BARE = /[A-Za-z0-9_-]+/y;
const DATE = /(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[Tt ](?:([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?/y;
const TIME = /([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?/y;
const NUMBER = /0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*|[+-]?(?:inf|nan|(?:0|[1-9](?:_?\d)*)((?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?))/y;
const FORBIDDEN = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/* Reads a text into Maps, arrays, texts, bigints, booleans and Moments; a TomlFault names the line. */
class Toml {
  constructor(text) {
    this.text = text.replace(/\r\n/g, "\n");
    this.at = 0;
    this.count = { keys: 0, nests: 0, commas: 0 };
    this.root = new Map();
    this.explicit = new Set([this.root]);  // tables that a header or a value has made
    this.closed = new Set();               // inline tables and arrays of values, which nothing extends
    this.dotted = new Set();               // tables that a dotted key has made since the last header
  }
  wrong(at = this.at) {
    let line = 1;
    for (let place = this.text.indexOf("\n"); place >= 0 && place < at; place = this.text.indexOf("\n", place + 1)) { line += 1; }
    throw new TomlFault(line);
  }
  expect(text) { if (!this.text.startsWith(text, this.at)) { this.wrong(); } this.at += text.length; }
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) { this.at = pattern.lastIndex; }
    return found;
  }
  add(kind) { this.count[kind] += 1; if (this.count[kind] > MOST[kind]) { this.wrong(); } }
  blanks() { while (this.text[this.at] === " " || this.text[this.at] === "\t") { this.at += 1; } }
  comment() {
    if (this.text[this.at] !== "#") { return; }
    const end = this.text.indexOf("\n", this.at), stop = end < 0 ? this.text.length : end;
    if (FORBIDDEN.test(this.text.slice(this.at, stop))) { this.wrong(); }
    this.at = stop;
  }
  between() {  // inside a list: blanks, comments and new lines
    for (;;) {
      this.blanks(); this.comment();
      if (this.text[this.at] !== "\n") { return; }
      this.at += 1;
    }
  }
  read() {
    let lines = 0;
    for (let place = this.text.indexOf("\n"); place >= 0; place = this.text.indexOf("\n", place + 1)) { lines += 1; }
    if (lines > MOST.lines) { throw new TomlFault(MOST.lines + 1); }
    let table = this.root;
    for (;;) {
      this.blanks();
      if (this.text[this.at] === "[") { table = this.header(); }
      else if (this.at < this.text.length && !"\n#".includes(this.text[this.at])) { this.pair(table); }
      this.blanks(); this.comment();
      if (this.at >= this.text.length) { return this.root; }
      this.expect("\n");
    }
  }
  key() {
    const parts = [];
    do {
      if (parts.length) { this.at += 1; }
      this.blanks();
      const letter = this.text[this.at], start = this.at;
      if (letter === '"' || letter === "'") { parts.push(this.line(letter)); }
      else {
        const bare = this.match(BARE);
        if (!bare || bare[0].length > MOST.bare) { this.wrong(start); }
        parts.push(bare[0]);
      }
      this.blanks();
      if (parts.length > MOST.parts) { this.wrong(); }
    } while (this.text[this.at] === ".");
    return parts;
  }
  header() {
    const start = this.at, many = this.text.startsWith("[[", this.at);
    this.dotted.forEach((table) => this.explicit.add(table));
    this.dotted.clear();
    this.at += many ? 2 : 1;
    this.add("nests"); if (many) { this.add("nests"); }
    const keys = this.key(), last = keys.pop();
    this.expect(many ? "]]" : "]");
    let table = this.root;
    for (const key of keys) {
      let next = table.get(key);
      if (next === undefined) { next = new Map(); table.set(key, next); }
      if (Array.isArray(next) && !this.closed.has(next)) { next = next[next.length - 1]; }
      if (!(next instanceof Map) || this.closed.has(next)) { this.wrong(start); }
      table = next;
    }
    const old = table.get(last);
    if (many) {
      if (old !== undefined && (!Array.isArray(old) || this.closed.has(old))) { this.wrong(start); }
      const list = old || [], made = new Map();
      list.push(made); table.set(last, list); this.explicit.add(made);
      return made;
    }
    if (old === undefined) { const made = new Map(); table.set(last, made); this.explicit.add(made); return made; }
    if (!(old instanceof Map) || this.explicit.has(old) || this.closed.has(old)) { this.wrong(start); }
    this.explicit.add(old);
    return old;
  }
  pair(table) {
    const start = this.at, keys = this.key(), last = keys.pop();
    let into = table;
    for (const key of keys) {
      let next = into.get(key);
      if (next === undefined) { next = new Map(); into.set(key, next); this.dotted.add(next); }
      if (!(next instanceof Map) || this.closed.has(next) || this.explicit.has(next)) { this.wrong(start); }
      into = next;
    }
    this.add("keys");
    this.expect("="); this.blanks();
    if (into.has(last)) { this.wrong(start); }
    into.set(last, this.value(1));
  }
  value(level) {
    const start = this.at, letter = this.text[start];
    if (letter === '"' || letter === "'") {
      return this.text.startsWith(letter.repeat(3), start) ? this.lines(letter) : this.line(letter);
    }
    if (letter === "[" || letter === "{") {
      if (level > MOST.levels) { this.wrong(); }
      this.add("nests");
      return letter === "[" ? this.list(level) : this.inline(level);
    }
    if (this.text.startsWith("true", start)) { this.at += 4; return true; }
    if (this.text.startsWith("false", start)) { this.at += 5; return false; }
    return this.plain(start);
  }
  plain(start) {  // a moment or a number
    const date = this.match(DATE);
    if (date) { return this.moment(date, start); }
    if (this.match(TIME)) { return new OtherValue("a time"); }
    const found = this.match(NUMBER);
    if (!found || found[0].length > MOST.bare) { this.wrong(start); }
    if (/inf|nan/.test(found[0]) || found[1]) { return new OtherValue("a number with a fraction"); }
    const digits = found[0].replace(/_/g, ""), value = BigInt(digits.replace(/^[+-]/, ""));
    return digits[0] === "-" ? -value : value;
  }
  moment([all, year, month, day, hour, minute, second, fraction, zone], start) {
    const found = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
    found.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    if (Number(year) < 1 || found.getUTCDate() !== Number(day)) { this.wrong(start); }
    const utc = zone && (/^z$/i.test(zone) || zone.slice(1) === "00:00");
    if (!utc || (fraction && /[1-9]/.test(fraction.slice(0, 6)))) { return new OtherValue(all); }
    return new Moment(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  }
  list(level) {
    const found = [];
    this.closed.add(found);
    this.at += 1; this.between();
    while (this.text[this.at] !== "]") {
      found.push(this.value(level + 1)); this.between();
      if (this.text[this.at] === "]") { break; }
      this.expect(","); this.add("commas"); this.between();
    }
    this.at += 1;
    return found;
  }
  inline(level) {
    const found = new Map();
    this.at += 1; this.blanks();
    if (this.text[this.at] !== "}") {
      for (;;) {
        this.blanks(); this.inlinePair(found, level); this.blanks();
        if (this.text[this.at] === "}") { break; }
        this.expect(","); this.add("commas");
      }
    }
    this.at += 1;
    this.close(found);
    return found;
  }
  inlinePair(table, level) {
    const start = this.at, keys = this.key(), last = keys.pop();
    let into = table;
    for (const key of keys) {
      let next = into.get(key);
      if (next === undefined) { next = new Map(); into.set(key, next); }
      if (!(next instanceof Map) || this.closed.has(next)) { this.wrong(start); }
      into = next;
    }
    this.add("keys"); this.expect("="); this.blanks();
    if (into.has(last)) { this.wrong(start); }
    into.set(last, this.value(level + 1));
  }
  close(table) {
    if (this.closed.has(table)) { return; }
    this.closed.add(table);
    for (const value of table.values()) { if (value instanceof Map) { this.close(value); } }
  }
  line(quote) {  // a text on one line
    const start = this.at;
    let end = start + 1;
    while (this.text[end] !== quote) {
      if (end >= this.text.length || this.text[end] === "\n") { this.wrong(end); }
      end += quote === '"' && this.text[end] === "\\" ? 2 : 1;
    }
    this.at = end + 1;
    const inner = this.text.slice(start + 1, end);
    if (FORBIDDEN.test(inner)) { this.wrong(start); }
    return quote === "'" ? inner : this.unescaped(inner, start);
  }
  lines(quote) {  // a text between three quotes
    const start = this.at, three = quote.repeat(3);
    let end = start + 3;
    while (!this.text.startsWith(three, end)) {
      if (end >= this.text.length) { this.wrong(end); }
      end += quote === '"' && this.text[end] === "\\" ? 2 : 1;
    }
    for (let more = 0; more < 2 && this.text[end + 3] === quote; more += 1) { end += 1; }
    this.at = end + 3;
    const inner = this.text.slice(start + 3, end).replace(/^\n/, "");
    if (FORBIDDEN.test(inner.replace(/\n/g, ""))) { this.wrong(start); }
    return quote === "'" ? inner : this.unescaped(inner, start);
  }
  unescaped(text, start) {
    const short = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
    return text.replace(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|[ \t]*\n[ \t\n]*|([^]))/g, (all, four, eight, letter) => {
      if (four || eight) {
        const code = parseInt(four || eight, 16);
        if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) { this.wrong(start); }
        return String.fromCodePoint(code);
      }
      if (letter === undefined) { return ""; }
      if (!(letter in short)) { this.wrong(start); }
      return short[letter];
    });
  }
}

/* ---- The group (DECK 2) -------------------------------------------------------------------------------- */

const Point = noble.ed25519_Point, G = Point.BASE, ZERO = Point.ZERO;
const L = Point.Fn.ORDER, P = Point.Fp.ORDER;
const reduced = (number, modulus = L) => { const rest = number % modulus; return rest < 0n ? rest + modulus : rest; };
const toScalar = (hash) => reduced(littleEndian(hash));

const encodings = new WeakMap();
function pointBytes(point) {
  let bytes = encodings.get(point);
  if (!bytes) { bytes = point.toBytes(); encodings.set(point, bytes); }
  return bytes;
}
const pointsBytes = (points) => joined(points.map(pointBytes));
const isZero = (point) => point.equals(ZERO);

function power(base, exponent) {
  let result = 1n;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) { result = result * base % P; }
    base = base * base % P;
  }
  return result;
}
const inverse = (number) => power(reduced(number, P), P - 2n);

/* to_point(h): Elligator 2, and then 8 times the point. */
function toPoint(hash) {
  const bytes = hash.slice(0, 32), sign = bytes[31] & 128, A = 486662n;
  bytes[31] &= 127;
  const r = reduced(littleEndian(bytes), P);
  let u = reduced(-A * inverse(1n + 2n * r * r), P);
  const w = reduced(u * u * u + A * u * u + u, P);
  if (w !== 0n && power(w, (P - 1n) / 2n) !== 1n) { u = reduced(-u - A, P); }
  const y = reduced((u - 1n) * inverse(u + 1n), P);
  const encoded = Uint8Array.from(y.toString(16).padStart(64, "0").match(/../g), (pair) => parseInt(pair, 16)).reverse();
  if (y !== 1n && y !== P - 1n) { encoded[31] |= sign; }
  return Point.fromBytes(encoded).double().double().double();
}
function kept(make) { const known = new Map(); return (key) => { if (!known.has(key)) { known.set(key, make(key)); } return known.get(key); }; }
const generator = kept((number) => toPoint(H("generator", numberBytes(number))));
const labelPoint = kept((label) => toPoint(H("card", utf8(label))));

/* The odd multiples 1, 3, 5, … of a point and their negatives, made once for each point. */
const multiples = new WeakMap();
function oddMultiples(point) {
  let table = multiples.get(point);
  if (!table) {
    const count = point === G ? 64 : 8, twice = point.double();
    const plus = [point];
    for (let number = 1; number < count; number += 1) { plus.push(plus[number - 1].add(twice)); }
    table = { width: point === G ? 8 : 5, plus, minus: plus.map((each) => each.negate()) };
    multiples.set(point, table);
  }
  return table;
}

/* The digits of a scalar in its non-adjacent form: odd, and fewer than 2^(width-1), with zeros between. */
function sparseDigits(scalar, width) {
  const text = scalar.toString(2), length = text.length, digits = new Int8Array(length + 1);
  let carry = 0, at = 0;
  const bit = (place) => (place < length && text.charCodeAt(length - 1 - place) === 49 ? 1 : 0);
  while (at <= length) {
    if (bit(at) === carry) { at += 1; continue; }
    let digit = carry;
    for (let place = 0; place < width; place += 1) { digit += bit(at + place) << place; }
    carry = digit >> (width - 1) & 1;
    digits[at] = digit - (carry << width);
    at += width;
  }
  return digits;
}

/* The sum of scalars times points: all doublings are shared, and equal points are multiplied once. */
function sumOfProducts(points, scalars) {
  const factors = new Map();
  points.forEach((point, number) => factors.set(point, (factors.get(point) || 0n) + scalars[number]));
  const rows = [];
  let top = 0;
  for (const [point, factor] of factors) {
    const scalar = reduced(factor);
    if (scalar === 0n) { continue; }
    const table = oddMultiples(point), digits = sparseDigits(scalar, table.width);
    rows.push([digits, table]); top = Math.max(top, digits.length);
  }
  let sum = ZERO;
  for (let at = top - 1; at >= 0; at -= 1) {
    if (sum !== ZERO) { sum = sum.double(); }
    for (const [digits, table] of rows) {
      const digit = digits[at];
      if (digit > 0) { sum = sum.add(table.plus[digit >> 1]); } else if (digit < 0) { sum = sum.add(table.minus[-digit >> 1]); }
    }
  }
  return sum;
}
const times = (point, scalar) => sumOfProducts([point], [scalar]);
const sumOf = (points) => points.reduce((sum, point) => sum.add(point), ZERO);

function scalarFrom(bytes) {
  const scalar = littleEndian(bytes);
  need(scalar < L, "scalar", "a scalar that is not below the order");
  return scalar;
}

/* Reads points of a file. Whether a point is in the subgroup is checked for many of them together:
   64 random sums are all in the subgroup for a point outside with a chance of 2^-64. */
class PointReader {
  constructor() { this.known = new Map(); this.unchecked = []; this.read = 0; }
  /* A point on the curve, canonical and not neutral; `block` is named if it is not in the subgroup. */
  point(bytes, block) {
    const key = hex(bytes);
    let point = this.known.get(key);
    if (point) { return point; }
    try { point = Point.fromBytes(bytes, false); } catch (error) { fail("point", "a point off the curve, or not canonical"); }
    need(!isZero(point), "point", "the neutral point");
    encodings.set(point, bytes.slice());
    this.known.set(key, point);
    this.unchecked.push([point, block]);
    this.read += 1;
    return point;
  }
  /* A public key, checked at once. */
  publicKey(bytes) {
    const key = hex(bytes), known = this.known.get(key);
    if (known && !this.unchecked.some(([point]) => point === known)) { return known; }
    let point;
    try { point = known || Point.fromBytes(bytes, false); } catch (error) { fail("point", "a key off the curve"); }
    need(!isZero(point) && point.isTorsionFree(), "point", "a key that is not in the group");
    if (!known) { encodings.set(point, bytes.slice()); this.known.set(key, point); }
    return point;
  }
  /* The number of the first block with a point outside the subgroup; null if there is none. */
  firstOutside() {
    const points = this.unchecked;
    this.unchecked = [];
    if (points.length >= 64 && this.sumsHold(points)) { return null; }
    const found = points.find(([point]) => !point.isTorsionFree());
    return found ? found[1] : null;
  }
  sumsHold(points) {
    const chosen = new Uint8Array(points.length);
    for (let group = 0; group < 16; group += 1) {  // four random sums at a time
      for (let at = 0; at < chosen.length; at += 65536) { crypto.getRandomValues(chosen.subarray(at, at + 65536)); }
      const buckets = new Array(16).fill(ZERO);
      points.forEach(([point], number) => { const place = chosen[number] & 15; buckets[place] = buckets[place].add(point); });
      for (let bit = 1; bit < 16; bit <<= 1) {
        if (!sumOf(buckets.filter((_, place) => place & bit)).isTorsionFree()) { return false; }
      }
    }
    return true;
  }
}

/* ---- Proofs and signatures (DECK 3, 4; FORMATS 4) ----------------------------------------------------- */

function context(header, purpose, deck, seat, keys, more = []) {
  return H("context", header, utf8(purpose), utf8(deck), numberBytes(seat), ...keys.map(pointBytes), ...more);
}

/* DECK 3: every image is the base times the one secret behind X. */
function equalityHolds(about, X, bases, images, [v, s]) {
  const seed = H("equality", about, pointBytes(X), pointsBytes(bases), pointsBytes(images));
  const weights = bases.map((_, number) => toScalar(H("equality weight", seed, numberBytes(number))));
  const T1 = sumOfProducts([G, X], [s, -v]);
  const T2 = sumOfProducts([...bases, ...images], [...weights.map((w) => s * w % L), ...weights.map((w) => -v * w % L)]);
  return toScalar(H("equality challenge", seed, pointBytes(T1), pointBytes(T2))) === v;
}

/* DECK 4: the output has the slots of the input, encrypted anew under K, in another order. */
function shuffleHolds(about, K, input, output, commitments, responses) {
  const n = input.a.length, c = commitments.slice(0, n), chain = commitments.slice(n);
  const [v, s1, s2, s3, s4] = responses, ofChain = responses.slice(5, 5 + n), ofOrder = responses.slice(5 + n);
  const h = generator(0), generators = c.map((_, number) => generator(number + 1));
  const z0 = H("shuffle", about, pointBytes(K), pointsBytes([...input.a, ...input.b]), pointsBytes([...output.a, ...output.b]));
  const z1 = H("shuffle commitment", z0, pointsBytes(c));
  const u = c.map((_, number) => toScalar(H("shuffle weight", z1, numberBytes(number))));
  const z2 = H("shuffle chain", z1, pointsBytes(chain));
  const minus = u.map((each) => -v * each % L), product = u.reduce((all, each) => all * each % L, 1n);
  const announcements = [
    sumOfProducts([G, sumOf(c).subtract(sumOf(generators))], [s1, -v]),
    sumOfProducts([G, chain[n - 1], h], [s2, -v, v * product]),
    sumOfProducts([G, ...generators, ...c], [s3, ...ofOrder, ...minus]),
    sumOfProducts([...output.a, G, ...input.a], [...ofOrder, -s4, ...minus]),
    sumOfProducts([...output.b, K, ...input.b], [...ofOrder, -s4, ...minus]),
    ...chain.map((link, number) =>
      sumOfProducts([G, number ? chain[number - 1] : h, link], [ofChain[number], ofOrder[number], -v])),
  ];
  return toScalar(H("shuffle challenge", z2, ...announcements.map(pointBytes))) === v;
}

/* FORMATS 4: S·G − k·A has the bytes of R. `key` is a point that was checked as a public key. */
function signatureHolds(key, message, signature) {
  const R = signature.slice(0, 32), S = littleEndian(signature.slice(32));
  if (S >= L) { return false; }
  const k = toScalar(noble.sha512(joined([R, pointBytes(key), message])));
  return same(pointBytes(sumOfProducts([G, key], [S, -k])), R);
}

/* ---- The form of a header and of a block: a fault in it names nobody (FORMATS 2, 4; DECK 8) ------------- */

const isTable = (value) => value instanceof Map;
const length = (text) => Array.from(text).length;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const INVISIBLE = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const MARKS = /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}/u;
const END_BLANK = /^[^\S\ufeff]|[^\S\ufeff]$/;

function checkLine(text, most) {
  const holds = typeof text === "string" && text !== "" && !END_BLANK.test(text) && !CONTROL.test(text);
  need(holds && length(text) <= most, "schema", "a text that is not a line, or too long");
}
function checkName(text, most) {
  checkLine(text, most);
  need(!INVISIBLE.test(text) && !MARKS.test(text), "schema", "a name with invisible characters");
}
/* Names that are the same here count as equal. */
function nameKey(name) {
  const folded = (text) => Array.from(text, (letter) => (letter === "\u0131" ? letter : letter.toUpperCase().toLowerCase())).join("");
  return folded(name.normalize("NFKC")).normalize("NFKC").replace(/\s+/g, " ").trim();
}
function integer(value, least, most, what) {
  need(typeof value === "bigint" && value >= least && value <= most, "schema", `${what} is not a number from ${least} to ${most}`);
  return Number(value);
}
function checkKeys(table, required, allowed, what) {
  need(isTable(table), "schema", `${what} is not a table`);
  for (const key of table.keys()) { need(allowed.includes(key), "schema", `${what} has an unknown key`); }
  for (const key of required) { need(table.has(key), "schema", `${what} lacks the key ${key}`); }
}
const isEmpty = (value) => value === "" || (Array.isArray(value) && !value.length) || (isTable(value) && !value.size);

/* Text, 64-bit numbers, true and false, in lists and tables of at most 16 levels. */
function checkData(value, depth = 16) {
  if (typeof value === "bigint") { need(value >= -(1n << 63n) && value < 1n << 63n, "schema", "more than 64 bits"); return; }
  if (typeof value === "string" || typeof value === "boolean") { return; }
  need(depth > 0, "schema", "nested too deep");
  need(Array.isArray(value) || isTable(value), "schema", "a value that no save has");
  value.forEach((part) => checkData(part, depth - 1));
}
function checkMoment(value) { need(value instanceof Moment, "schema", "not a moment in UTC and whole seconds"); }

const COLOURS = { khronos: ["red", "blue", "green", "white", "black"], "my-village": ["red", "yellow", "green", "blue"] };
const BOTS = ["easy", "steady", "strong"];
const FIXED = ["id", "title", "game", "seats", "created", "rules"];

function checkHeader(game) {
  need(isTable(game), "schema", "[game] is missing");
  for (const key of game.keys()) { need(/^[a-z][a-z0-9_]{0,39}$/.test(key), "schema", "a key that is not a word"); }
  for (const key of FIXED) { need(game.has(key), "schema", `[game] lacks the key ${key}`); }
  decode(game.get("id"), 16);
  checkName(game.get("title"), 200);
  const seats = integer(game.get("seats"), 1n, 16n, "seats");
  checkMoment(game.get("created"));
  integer(game.get("rules"), 1n, 1n << 31n, "rules");
  for (const [key, value] of game) { if (!FIXED.includes(key)) { checkData(value); } }
  need(COLOURS[game.get("game")], "schema", "a game that this page does not know");
  if (game.get("game") === "khronos") { checkKhronos(game, seats); } else { checkVillage(game, seats); }
  if (game.has("clock")) {
    const clock = game.get("clock");
    checkKeys(clock, ["days", "workdays"], ["days", "workdays"], "clock");
    integer(clock.get("days"), 1n, 999n, "days");
    need(typeof clock.get("workdays") === "boolean", "schema", "workdays is true or false");
  }
}
function checkKhronos(game, seats) {
  const own = ["edition", "holdem", "keep", "map"], map = game.get("map");
  checkKeys(game, own, [...FIXED, ...own, "clock"], "[game]");
  integer(game.get("edition"), 1n, 2n, "edition");
  need(typeof game.get("holdem") === "boolean" && typeof game.get("keep") === "boolean", "schema", "an option is true or false");
  checkKeys(map, ["name", "terrain", "hamlets"], ["name", "terrain", "hamlets"], "map");
  checkName(map.get("name"), 200);
  need(seats >= 2 && seats <= 5, "schema", "Khronos has two to five seats");
}
function checkVillage(game, seats) {
  const own = ["cards", "rounds"];
  checkKeys(game, own, [...FIXED, ...own, "clock", "rolls"], "[game]");
  need(isTable(game.get("cards")), "schema", "cards is a table");
  integer(game.get("rounds"), 1n, 1n << 31n, "rounds");
  need(!game.has("rolls") || game.get("rolls") === "all", "schema", 'rolls is "all"');
  need(seats >= 2 && seats <= 4, "schema", "My Village has two to four seats");
}

const PARTS = ["reveal", "shares", "shuffle", "roll", "proof"];
const LATE = ["shares", "shuffle", "roll", "proof"];
const HEAD = ["seq", "seat", "kind", "prev", "sig"];
const KINDS = {  // the keys that a kind must have, and those that it may have
  join: [["at", "name", "colour", "identity"], ["bot", "join_deck", ...PARTS, "late"]],
  turn: [["at", "orders"], ["auto", ...PARTS, "late", "key"]],
  answer: [["at", "orders"], ["auto", ...PARTS, "late", "key"]],
  assist: [["at"], ["auto", ...PARTS, "late"]],
  vote: [["without"], ["offers"]],
  ack: [[], ["shuffle"]],
};

function checkTexts(list, most) {
  need(Array.isArray(list) && list.length > 0 && list.length <= most, "schema", "not a list of texts");
  list.forEach((text) => checkLine(text, 2000));
}
function checkOrders(orders) {
  checkTexts(orders, 250);
  const size = (list) => list.reduce((all, order) => all + utf8(order).length, 0);
  const texts = orders.filter((order) => /^(message|note) /.test(order));
  need(size(orders) <= 32768 && texts.length <= 25 && size(texts) <= 8192, "schema", "the orders are too long");
}

class Form {
  constructor(points, seats) { this.points = points; this.seats = seats; this.names = new Set(); }
  publicKey(text) {
    const bytes = decode(text, 32);
    try { return this.points.publicKey(bytes); } catch (error) { return fail("schema", "a key that is not usable"); }
  }
  checkPlayer(table) {
    checkName(table.get("name"), 60);
    if (table.has("bot")) { need(BOTS.includes(table.get("bot")), "schema", "a bot of no known strength"); }
    need(!this.names.has(nameKey(table.get("name"))), "schema", "a player has this name already");
  }
  check(block) {
    need(isTable(block), "schema", "a block is not a table");
    const kind = block.get("kind");
    need(typeof kind === "string" && Object.hasOwn(KINDS, kind), "schema", "a kind that there is not");
    const [required, more] = KINDS[kind];
    checkKeys(block, [...HEAD, ...required], [...HEAD, ...required, ...more, "after"], `a block of kind ${kind}`);
    integer(block.get("seq"), 0n, 1n << 31n, "seq");
    integer(block.get("seat"), 0n, BigInt(this.seats - 1), "seat");
    if (block.has("at")) { checkMoment(block.get("at")); }
    decode(block.get("prev"), 32); decode(block.get("sig"), 64);
    if (block.has("after")) { decode(block.get("after"), 32); }
    if (block.has("orders")) { checkOrders(block.get("orders")); }
    if (block.has("auto")) { checkTexts(block.get("auto"), 1000); }
    if (block.has("key")) { decode(block.get("key"), 32); }
    this.checkParts(block);
    if (kind === "join") { this.checkJoin(block); } else if (kind === "vote") { this.checkVote(block); }
  }
  checkParts(block) {
    for (const key of ["join_deck", ...PARTS, "late"]) {
      if (block.has(key)) { checkData(block.get(key)); need(!isEmpty(block.get(key)), "schema", `${key} is empty`); }
    }
    if (block.has("join_deck")) { need(isTable(block.get("join_deck")), "schema", "join_deck is not a table"); }
    if (block.has("late")) {
      checkKeys(block.get("late"), [], PARTS, "late");
      for (const value of block.get("late").values()) { need(!isEmpty(value), "schema", "a part of late is empty"); }
    }
  }
  checkJoin(block) {
    need(typeof block.get("colour") === "string" && /^[a-z]{1,20}$/.test(block.get("colour")), "schema", "colour is not a word");
    this.publicKey(block.get("identity"));
    this.checkPlayer(block);
    this.names.add(nameKey(block.get("name")));
  }
  checkVote(block) {
    const list = block.get("without");
    need(Array.isArray(list) && list.length > 0 && list.length <= 16, "schema", "without is not a list of colours");
    list.forEach((colour) => checkLine(colour, 20));
    need(new Set(list).size === list.length, "schema", "a seat is named twice");
    if (!block.has("offers")) { return; }
    const offers = block.get("offers"), keys = ["seat", "key", "name", "X", "proof", "sig"];
    need(Array.isArray(offers) && offers.length > 0 && offers.length <= list.length, "schema", "offers is not a list, or too long");
    let last = -1;
    for (const offer of offers) {
      checkKeys(offer, keys, [...keys, "bot"], "an offer");
      const seat = integer(offer.get("seat"), 0n, 15n, "seat");
      need(seat > last, "schema", "two offers for a seat, or not in seat order");
      last = seat;
      this.publicKey(offer.get("key"));
      decode(offer.get("X"), 32); decode(offer.get("proof"), 64); decode(offer.get("sig"), 64);
      this.checkPlayer(offer);
    }
  }
}

/* The layout of the parts of the deck: a fault in it names the author (DECK 8). */
function checkNothingEmpty(value) {
  need(!isEmpty(value), "schema", "a value that is empty");
  if (Array.isArray(value) || isTable(value)) { value.forEach(checkNothingEmpty); }
}
function checkContribution(table) {
  for (const key of ["shares", "reveal"]) { if (table.has(key)) { checkSlots(table.get(key)); } }
  if (table.has("shuffle")) {
    need(Array.isArray(table.get("shuffle")), "schema", "shuffle is not a list");
    const keys = ["deck", "slots", "commitments", "responses"];
    table.get("shuffle").forEach((each) => checkKeys(each, keys, keys, "a shuffle"));
  }
  const points = table.has("shares") || table.has("reveal") || table.has("roll");
  need(points === table.has("proof"), "proof", points ? "points without a proof" : "a proof without points");
}
function checkSlots(list) {
  need(Array.isArray(list), "schema", "not a list of slots");
  let before = null;
  for (const each of list) {
    checkKeys(each, ["deck", "slots", "points"], ["deck", "slots", "points"], "slots");
    const deck = each.get("deck"), slots = each.get("slots");
    need(typeof deck === "string" && Array.isArray(slots), "schema", "slots in a wrong form");
    need(before === null || compareTexts(before, deck) < 0, "slot", "decks twice, or not in order");
    before = deck;
    slots.forEach((slot, place) => {
      integer(slot, 0n, 1n << 31n, "slot");
      need(!place || slot > slots[place - 1], "slot", "slots twice, or not in order");
    });
    need(decode(each.get("points")).length === 32 * slots.length, "length", "not a point for each slot");
  }
}
