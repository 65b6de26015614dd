/* The second verifier of khronos. It is written from docs/formats.md and docs/deck.md, not from the Python
   program, and it knows no rule of any game. docs/verifier.md says which function makes which check.
   It runs after noble.js, in a worker of a page or in Node: verifyRecord(bytes, progress) is the entry. */
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

/* H(label, part, …): each part follows its length. */
function H(label, ...parts) {
  const hash = noble.sha512.create();
  for (const part of [utf8("khronos-pbem/1/" + label), ...parts]) { hash.update(numberBytes(part.length)).update(part); }
  return hash.digest();
}
const hash32 = (label, ...parts) => H(label, ...parts).subarray(0, 32);

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
function hex(bytes) { let text = ""; for (const byte of bytes) { text += PAIRS[byte]; } return text; }
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
/* A number or moment with a part of more than MOST.bare characters; NUMBER must not meet one of millions. */
const LONG = /(?:\d{4}-\d\d-\d\d )?(?:[^\s#'"[\]{}=,.]{0,1000}\.)?[^\s#'"[\]{}=,.]{1001}/y;
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
    if (this.match(LONG)) { this.wrong(start); }
    const date = this.match(DATE);
    if (date) { return this.moment(date, start); }
    if (this.match(TIME)) { return new OtherValue("a time"); }
    const found = this.match(NUMBER);
    if (!found) { this.wrong(start); }
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
  const folded = (text) => Array.from(text, (letter) => (letter === "\u0131" ? letter : letter.toLowerCase().toUpperCase().toLowerCase())).join("");
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
const BOTS = ["easy", "steady", "strong", "expert"];
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
  need(Object.hasOwn(COLOURS, game.get("game")), "schema", "a game that this page does not know");
  if (game.get("game") === "khronos") { checkKhronos(game, seats); } else { checkVillage(game, seats); }
  if (game.has("clock")) {
    const clock = game.get("clock");
    checkKeys(clock, ["days", "workdays"], ["days", "workdays"], "clock");
    integer(clock.get("days"), 1n, 999n, "days");
    need(typeof clock.get("workdays") === "boolean", "schema", "workdays is true or false");
  }
}
function checkChoices(game, known) {
  need(!game.has("choices") || known.includes(game.get("choices")), "schema", `choices is one of ${known.join(", ")}`);
}
function checkKhronos(game, seats) {
  const own = ["edition", "holdem", "keep", "map"], map = game.get("map");
  checkKeys(game, own, [...FIXED, ...own, "choices", "clock"], "[game]");
  checkChoices(game, ["ask", "auto", "best"]);
  integer(game.get("edition"), 1n, 2n, "edition");
  need(typeof game.get("holdem") === "boolean" && typeof game.get("keep") === "boolean", "schema", "an option is true or false");
  checkKeys(map, ["name", "terrain", "hamlets"], ["name", "terrain", "hamlets"], "map");
  checkName(map.get("name"), 200);
  need(seats >= 2 && seats <= 5, "schema", "Khronos has two to five seats");
}
function checkVillage(game, seats) {
  const own = ["cards", "rounds"];
  checkKeys(game, own, [...FIXED, ...own, "choices", "clock", "rolls"], "[game]");
  checkChoices(game, ["ask", "best"]);
  need(isTable(game.get("cards")), "schema", "cards is a table");
  integer(game.get("rounds"), 0n, 1n << 31n, "rounds");
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

/* ---- Decks (DECK 3, 5, 6) ------------------------------------------------------------------------------ */

/* A deck: its slots a and b, the seats whose keys are in K, the seats whose shuffle is due, the owner of each
   dealt slot (ALL: everybody reads it), and the shares that were given. */
const ALL = -1;
class Deck {
  constructor(name, labels, slots, K, keys, due) {
    Object.assign(this, { name, labels, a: slots.a, b: slots.b, K, keys, due });
    this.owner = new Map(); this.shares = new Map(); this.ordered = null;
  }
  get final() { return this.due.length === 0; }
  given(slot, seat) { return this.shares.has(slot) && this.shares.get(slot).has(seat); }
  give(slot, seat, point) {
    if (!this.shares.has(slot)) { this.shares.set(slot, new Map()); }
    this.shares.get(slot).set(seat, point);
  }
  shuffledBy(seat) { this.due = this.due.filter((each) => each !== seat); }
  labelOf(point) {
    const found = this.labels.find((label) => labelPoint(label).equals(point));
    need(found !== undefined, "proof", `a card of ${this.name} that is no card`);
    return found;
  }
}
const publicSlots = (labels) => ({ a: labels.map(() => G), b: labels.map(labelPoint) });
const counts = (numbers = {}) => Object.assign(Object.create(null), numbers);  // without inherited keys
const add = (numbers, label, number) => { numbers[label] = (numbers[label] || 0) + number; };
const repeated = (label, number) => new Array(Math.max(0, number)).fill(label);
const sortedLabels = (cards) => Object.keys(cards).sort(compareTexts).flatMap((label) => repeated(label, cards[label]));

/* The cards of Khronos (DECK 3). */
function khronosCards(game) {
  const [military, religious, civil] = game.get("edition") === 1n ? [11, 11, 11] : [18, 18, 19];
  return counts({ military, religious, civil });
}
const LAST_ROUND = 7;

/* ---- A record: one block after the other ----------------------------------------------------------------- */

class Record {
  constructor(game, header, points) {
    this.game = game; this.header = header; this.points = points;
    this.khronos = game.get("game") === "khronos";
    this.size = Number(game.get("seats"));
    this.form = new Form(points, this.size);
    this.hashes = [];
    this.seats = [];            // {key, colour, name, gone, x: the deck key of a seat that resigned}
    this.keys = [];             // X of each seat
    this.used = new Set();      // every X and every identity of the game, as hex
    this.names = new Set();
    this.named = [];            // for each seat the identity of its newest handover (DECK 9.5)
    this.decks = new Map();
    this.active = [];           // the seats whose keys are in the K of a later deck
    this.hands = []; this.open = [];   // slots of each seat; cards of each seat that everybody knows
    this.discard = counts(); this.market = counts(); this.revealed = counts();
    this.pile = null; this.next = 0; this.number = 1;
    this.turn = null; this.opener = null; this.inTurn = null; this.round = 1; this.over = false;
    this.roll = null; this.rollNumber = 0; this.stream = NOTHING;
    this.freshKeys = true;      // the next roll is the first under this list of keys (DECK 10.5)
    this.latent = null;         // a roll that only the rules of the game can tell whether it is open
    this.run = null; this.runs = [];
    this.count = { blocks: 0, signatures: 0, layers: 0, shuffles: 0, shares: 0, reveals: 0, rolls: 0, keys: 0, contributions: 0 };
  }

  /* -- seats -- */
  remaining() { return this.seats.map((_, seat) => seat).filter((seat) => !this.seats[seat].gone); }
  from(seat) { const all = this.remaining(); return [...all.filter((each) => each >= seat), ...all.filter((each) => each < seat)]; }
  after(seat) { return this.from(seat).filter((each) => each !== seat); }
  colour(seat) { return this.seats[seat].colour; }
  about(purpose, deck, seat, more = [], keys = this.keys) { return context(this.header, purpose, deck, seat, keys, more); }

  /* -- reading points and scalars of a part -- */
  pointsOf(text, count) {
    const bytes = decode(text);
    need(bytes.length === 32 * count, "length", `${bytes.length} bytes for ${count} points`);
    return Array.from({ length: count }, (_, at) => this.points.point(bytes.slice(32 * at, 32 * at + 32), this.seq));
  }
  scalarsOf(text, count) {
    const bytes = decode(text);
    need(bytes.length === 32 * count, "length", `${bytes.length} bytes for ${count} scalars`);
    return Array.from({ length: count }, (_, at) => scalarFrom(bytes.slice(32 * at, 32 * at + 32)));
  }

  /* FORMATS 4, "How a block is checked". The fault of a block gets its number, and its author from the
     signature on. */
  check(block, seq) {
    let author = null;
    this.seq = seq;
    try {
      this.form.check(block);
      const joins = block.get("kind") === "join", seat = Number(block.get("seat"));
      need(joins || this.seats[seat], "turn", "a seat that nobody has taken");
      const key = joins ? this.form.publicKey(block.get("identity")) : this.seats[seat].key;
      const message = H("record/signature", jsonBytes(without(block, "sig")));
      need(signatureHolds(key, message, decode(block.get("sig"))), "signature", "changed after it was signed, or signed by somebody else");
      this.prev = seq ? this.hashes[seq - 1] : this.header;
      need(same(decode(block.get("prev")), this.prev), "link", "it does not follow the block before it");
      author = joins ? this.authorOfJoin(key, block) : this.colour(seat);
      this.count.signatures += 1;
      need(Number(block.get("seq")) === seq, "link", "another number than its place");
      this.seat = seat;
      this.applied(block, seat, key);
      this.checkAfter(block);
      this.hashes.push(hash32("record/block", jsonBytes(block)));
      this.last = seat;
      this.count.blocks += 1;
    } catch (fault) {
      if (fault instanceof Fault) { fault.block = seq; fault.author = author; }
      throw fault;
    }
  }
  authorOfJoin(key, block) {
    const seat = this.seats.find((each) => each.key.equals(key));
    return seat ? seat.colour : block.get("colour");
  }
  applied(block, seat, key) {
    const kind = block.get("kind");
    ["join_deck", ...PARTS, "late"].forEach((part) => { if (block.has(part)) { checkNothingEmpty(block.get(part)); } });
    checkContribution(block);
    if (block.has("late")) { this.checkLate(block.get("late")); }
    if (kind === "join") { this.join(block, seat, key); return; }
    need(this.seats.length === this.size, "turn", "a seat is free: a join is awaited");
    if (kind === "vote") { this.vote(block, seat); } else if (kind === "ack") { this.ack(block, seat); } else { this.play(block, seat); }
  }
  checkLate(late) {
    need(!late.has("reveal"), "reveal", "cards are revealed after the orders");
    checkKeys(late, [], LATE, "late");
    checkContribution(late);
  }

  /* -- joins (DECK 3) -- */
  keyProof(text, X, seat, identity, before) {
    const about = H("context", this.header, utf8("key"), before, numberBytes(seat), pointBytes(identity));
    need(equalityHolds(about, X, [G], [X], this.scalarsOf(text, 2)), "proof", "the proof of the deck key");
    this.count.keys += 1;
  }
  join(block, seat, key) {
    need(this.seats.length < this.size, "join", "no seat is free");
    need(!this.seats.some((each) => each.key.equals(key)), "join", "this identity has a seat already");
    need(seat === this.seats.length, "join", "not the next free seat");
    const colour = block.get("colour");
    need(COLOURS[this.game.get("game")].includes(colour), "join", "a colour that there is not");
    need(!this.seats.some((each) => each.colour === colour), "join", "the colour is taken");
    const deck = block.get("join_deck"), keys = this.khronos ? ["key", "decks"] : ["key", "proof"];
    need(deck, "join", "join_deck is missing");
    checkKeys(deck, keys, keys, "join_deck");
    const [X] = this.pointsOf(deck.get("key"), 1);
    const all = [...this.keys, X];
    if (this.khronos) { this.joinDecks(deck.get("decks"), seat, key, all); } else { this.keyProof(deck.get("proof"), X, seat, key, this.prev); }
    this.keys = all;
    this.seats.push({ key, colour, name: block.get("name"), gone: false, x: null });
    this.use(X, key, block.get("name"));
    this.hands.push([]); this.open.push(counts());
    if (this.seats.length === this.size) { this.begin(); this.contribute(block, seat); return; }
    need(![...PARTS, "late"].some((part) => block.has(part)), "debt", "a contribution before the table is complete");
  }
  use(X, key, name) {
    this.used.add(hex(pointBytes(X))); this.used.add(hex(pointBytes(key))); this.names.add(nameKey(name));
  }
  joinDecks(decks, seat, key, all) {
    checkKeys(decks, ["seats", "cards/1"], ["seats", "cards/1"], "decks");
    for (const name of ["seats", "cards/1"]) {
      const parts = ["layer", "proof", "slots", "commitments", "responses"], table = decks.get(name);
      checkKeys(table, parts, parts, name);
      const old = this.decks.get(name) || this.firstDeck(name), X = all[seat];
      const layer = this.pointsOf(table.get("layer"), old.a.length);
      const images = layer.map((point, number) => point.subtract(old.b[number]));
      need(!images.some(isZero), "point", "the neutral point as the image of a layer");
      const about = this.about("layer", name, seat, [pointBytes(key)], all);
      need(equalityHolds(about, X, old.a, images, this.scalarsOf(table.get("proof"), 2)), "proof", `the layer of ${name}`);
      this.count.layers += 1;
      const K = sumOf(all);
      const slots = this.shuffled(table, { a: old.a, b: layer }, K, this.about("shuffle", name, seat, [], all));
      this.decks.set(name, new Deck(name, old.labels, slots, K, all.map((_, number) => number), []));
    }
  }
  firstDeck(name) {
    const cards = khronosCards(this.game), less = this.game.get("holdem") ? 1 : 0;
    const labels = name === "seats" ? Array.from({ length: this.size }, (_, seat) => `seat/${seat}`)
      : Object.keys(cards).flatMap((label) => repeated(label, cards[label] - less));
    return new Deck(name, labels, publicSlots(labels), ZERO, [], []);
  }
  begin() {
    this.active = this.remaining();
    if (!this.khronos) { return; }
    this.decks.get("seats").owner.set(0, ALL);
    this.pile = this.decks.get("cards/1");
    if (this.game.get("holdem")) { this.market = counts({ military: 1, religious: 1, civil: 1 }); }
    this.seats.forEach((_, seat) => this.deal(seat, 4));
  }

  /* -- shuffles and deals -- */
  shuffled(table, input, K, about) {
    const n = input.a.length;
    const slots = this.pointsOf(table.get("slots"), 2 * n), commitments = this.pointsOf(table.get("commitments"), 2 * n);
    const responses = this.scalarsOf(table.get("responses"), 5 + 2 * n);
    const output = { a: slots.slice(0, n), b: slots.slice(n) };
    need(shuffleHolds(about, K, input, output, commitments, responses), "proof", "the shuffle");
    this.count.shuffles += 1;
    return output;
  }
  shuffle(deck, table, seat, keys = this.keys) {
    Object.assign(deck, this.shuffled(table, deck, deck.K, this.about("shuffle", deck.name, seat, [], keys)));
    deck.shuffledBy(seat);
  }
  laterDeck(cards, keys, due, all = this.keys) {
    const labels = sortedLabels(cards), K = sumOf(keys.map((seat) => all[seat]));
    const encrypted = new Map(labels.map((label) => [label, labelPoint(label).add(K)]));
    const slots = { a: labels.map(() => G), b: labels.map((label) => encrypted.get(label)) };
    return new Deck(`cards/${this.number + 1}`, labels, slots, K, keys, due);
  }
  usePile(deck) { this.number += 1; this.decks.set(deck.name, deck); this.pile = deck; this.next = 0; }
  deal(seat, count) {
    for (let dealt = 0; dealt < count; dealt += 1) {
      if (this.next === this.pile.labels.length) {
        if (!Object.values(this.discard).some((number) => number > 0)) { return; }
        const deck = this.laterDeck(this.discard, this.active, this.remaining());
        this.discard = counts();
        this.usePile(deck);
      }
      this.pile.owner.set(this.next, seat);
      this.hands[seat].push([this.pile, this.next]);
      this.next += 1;
    }
  }
  /* The share of a seat, computed from the key of a seat that resigned (9.1); null if it is not known. */
  shareOf(deck, slot, seat) {
    if (deck.given(slot, seat)) { return deck.shares.get(slot).get(seat); }
    return this.seats[seat].x === null ? null : times(deck.a[slot], this.seats[seat].x);
  }

  /* -- what is due (DECK 6) -- */
  shareIsDue(deck, slot, seat) { return deck.keys.includes(seat) && !this.seats[seat].gone && !deck.given(slot, seat); }
  dueFrom(seat) {
    const decks = Array.from(this.decks.values());
    const shuffles = decks.filter((deck) => deck.due.includes(seat)), shares = [];
    for (const deck of decks.sort((one, other) => compareTexts(one.name, other.name))) {
      if (!deck.final && !(deck.due.length === 1 && deck.due[0] === seat)) { continue; }
      for (const [slot, owner] of Array.from(deck.owner).sort((one, other) => one[0] - other[0])) {
        if (owner !== seat && this.shareIsDue(deck, slot, seat)) { shares.push([deck, slot]); }
      }
    }
    return { shuffles, shares };
  }

  /* Steps 2 to 7 of a block. */
  contribute(block, seat) {
    this.take(block, seat, block, false);
    const resigns = this.takeOrders(block, seat);
    this.take(block.get("late") || new Map(), seat, block, true, resigns);
    need(resigns === block.has("key"), "key", resigns ? "a seat resigns without its key" : "a key, and nobody resigns");
    if (resigns) { this.resign(block.get("key"), seat); }
  }
  listed(table, key) {
    return (table.get(key) || []).flatMap((each) => {
      const slots = each.get("slots").map(Number), points = this.pointsOf(each.get("points"), slots.length);
      return slots.map((slot, number) => ({ deck: each.get("deck"), slot, point: points[number] }));
    });
  }
  /* One contribution: shuffles, shares, reveals, share of the roll, and the one proof for all points. */
  take(table, seat, block, late, resigns = false) {
    const { shuffles, shares } = this.dueFrom(seat), given = table.get("shuffle") || [];
    need(given.length === shuffles.length && given.every((each, number) => each.get("deck") === shuffles[number].name),
      "debt", "not exactly the shuffles that are due");
    given.forEach((each, number) => this.shuffle(shuffles[number], each, seat));
    const listed = this.listed(table, "shares"), name = (deck, slot) => `${deck}:${slot}`;
    const due = shares.map(([deck, slot]) => name(deck.name, slot)), there = listed.map((each) => name(each.deck, each.slot));
    need(there.every((each) => due.includes(each)), "slot", "a share that is not due");
    need(due.join() === there.join(), "debt", "a share that is due is missing");
    const texts = due.map((each) => `share ${each}`);
    const bases = shares.map(([deck, slot]) => deck.a[slot]), images = listed.map((each) => each.point);
    const reveals = this.reveals(table, seat, block);
    for (const { deck, slot, point } of reveals) { texts.push(`reveal ${name(deck.name, slot)}`); bases.push(deck.a[slot]); images.push(point); }
    const rolled = this.takeRoll(table, seat, late, resigns);
    if (rolled) { texts.push(`roll ${this.roll.number}`); bases.push(this.roll.point); images.push(rolled); }
    this.checkContributionProof(table, seat, texts, bases, images);
    shares.forEach(([deck, slot], number) => deck.give(slot, seat, listed[number].point));
    this.count.shares += shares.length; this.count.reveals += reveals.length;
    if (!late) { this.revealed = counts(); }
    reveals.forEach((each) => this.reveal(each, seat));
    if (rolled) { this.giveRoll(seat, rolled); }
    this.findOpener();
    if (!late && block.get("kind") === "assist") { need(given.length || texts.length, "debt", "an assist without anything that is due"); }
  }
  checkContributionProof(table, seat, texts, bases, images) {
    if (!texts.length) { need(!table.has("proof"), "proof", "a proof without points"); return; }
    const about = H("payment", this.about("payment", "", seat), ...texts.map(utf8));
    const reason = texts.length === 1 && texts[0].startsWith("roll") ? "roll" : "proof";
    need(equalityHolds(about, this.keys[seat], bases, images, this.scalarsOf(table.get("proof"), 2)), reason, "the proof of the shares");
    this.count.contributions += 1;
  }
  reveals(table, seat, block) {
    const listed = this.listed(table, "reveal");
    need(!listed.length || ["turn", "answer"].includes(block.get("kind")), "reveal", "a reveal without a turn");
    return listed.map((each) => {
      const deck = this.decks.get(each.deck);
      need(deck && deck.owner.get(each.slot) === seat, "reveal", "a card that is not in the hand of the author");
      const others = deck.keys.filter((other) => other !== seat);
      need(deck.final && others.every((other) => this.shareOf(deck, each.slot, other)), "reveal", "a card that its owner cannot read yet");
      return { deck, slot: each.slot, point: each.point };
    });
  }
  reveal({ deck, slot, point }, seat) {
    const others = deck.keys.filter((each) => each !== seat).map((each) => this.shareOf(deck, slot, each));
    const label = deck.labelOf(deck.b[slot].subtract(point).subtract(sumOf(others)));
    deck.owner.delete(slot);
    this.hands[seat] = this.hands[seat].filter(([of, number]) => of !== deck || number !== slot);
    this.revealed[label] = (this.revealed[label] || 0) + 1;
  }
  findOpener() {
    if (!this.khronos || this.opener !== null || this.seats.length < this.size) { return; }
    const deck = this.decks.get("seats"), shares = deck.keys.map((seat) => this.shareOf(deck, 0, seat));
    if (shares.some((share) => share === null)) { return; }
    this.opener = Number(deck.labelOf(deck.b[0].subtract(sumOf(shares))).slice(5));
    this.turn = this.opener;
  }

  /* DECK 9.1: the key of a seat that resigns. */
  resign(text, seat) {
    const x = scalarFrom(decode(text));
    need(x !== 0n && times(G, x).equals(this.keys[seat]), "key", "the key is not that of the seat");
    Object.assign(this.seats[seat], { gone: true, x });
    this.freshKeys = true;
    this.decks.forEach((deck) => deck.shuffledBy(seat));
    if (!this.khronos && !this.roll) { this.latent = { order: this.after(seat), by: seat }; }
    this.findOpener();
    if (this.turn === seat) { this.passTurn(seat); }
  }

  /* -- orders: only what moves cards between hands, market and discard pile (DECK 5, FORMATS 2) -- */
  takeOrders(block, seat) {
    const orders = block.get("orders") || [], resigns = orders.includes("resign"), ends = orders[orders.length - 1] || "";
    for (const order of orders) {
      checkSealed(order, this.seats.map((each) => each.colour).filter((_, other) => other !== seat));
      const named = /^handover (\S+)$/.exec(order);
      if (named) { this.named[seat] = this.handover(named[1]); }
    }
    need(!resigns || (ends === "resign" && block.get("kind") === "turn"), "order", "resign is not the end of a turn");
    if (!orders.length) { return false; }
    if (this.khronos) { this.moveCards(block, seat, orders); } else if (block.get("kind") === "turn") { this.turn = resigns || ends === "end" ? null : seat; }
    return resigns;
  }
  handover(text) {
    try { return this.points.publicKey(decode(text, 32)); } catch (error) { return fail("order", "handover names no usable key"); }
  }
  moveCards(block, seat, orders) {
    for (const order of orders) {
      const words = order.split(" ");
      if (words[0] === "exchange") {
        words.slice(1).forEach((label) => { this.giveCard(seat, label); add(this.discard, label, 1); });
        this.deal(seat, words.length - 1);
      } else if (words[0] === "swap") { this.swap(seat, words); } else if (words[0] === "end" || words[0] === "resign") { this.endTurn(seat, words); }
    }
    Object.keys(this.revealed).forEach((label) => { add(this.discard, label, this.revealed[label]); });
    this.revealed = counts();
    if (block.get("kind") === "turn") { this.inTurn = /^(end|resign)/.test(orders[orders.length - 1]) ? null : seat; }
  }
  giveCard(seat, label) {
    const from = this.open[seat][label] > 0 ? this.open[seat] : this.revealed;
    need(from[label] > 0, "reveal", "a card leaves the hand and is not revealed");
    from[label] -= 1;
  }
  swap(seat, [, kind, number, , ...given]) {
    const count = Number(number);
    need(given.length === count && (this.market[kind] || 0) >= count, "order", "a swap that the market does not allow");
    this.market[kind] -= count;
    given.forEach((label) => { this.giveCard(seat, label); add(this.market, label, 1); });
    add(this.open[seat], kind, count);
  }
  endTurn(seat, words) {
    const kept = counts(), own = this.open[seat];
    let hidden = 0;
    if (words[1] === "keep") {
      need(this.game.get("keep"), "order", "a game without the option keep");
      words.slice(2).forEach((word) => { if (/^\d+$/.test(word)) { hidden = Number(word); } else { add(kept, word, 1); } });
    }
    need(this.hands[seat].length === hidden, "reveal", "not exactly the cards that leave the hand are revealed");
    for (const label of Object.keys(kept)) {  // a card revealed in this block may be kept, as an open one
      const lacking = kept[label] - (own[label] || 0);
      if (lacking > 0) { need((this.revealed[label] || 0) >= lacking, "order", "a card is kept that is not there"); this.revealed[label] -= lacking; add(own, label, lacking); }
    }
    for (const label of Object.keys(own)) { add(this.discard, label, own[label] - (kept[label] || 0)); own[label] = kept[label] || 0; }
    for (const label of Object.keys(this.revealed)) { add(this.discard, label, this.revealed[label]); }
    this.revealed = counts();
    if (words[0] === "resign") { return; }
    const there = hidden + Object.values(kept).reduce((all, number) => all + number, 0);
    if (this.round < LAST_ROUND) { this.deal(seat, 4 - there); }
    this.passTurn(seat);
  }
  /* DECK 6: seat order; a round begins with the seat that starts, or the first remaining one after it. */
  passTurn(seat) {
    const [next] = this.after(seat);
    this.inTurn = null;
    if (next === undefined) { this.over = true; this.turn = null; return; }
    if (this.khronos) {
      const place = (each) => (each - this.opener + this.size) % this.size;
      if (place(next) < place(seat)) { this.round += 1; }
      if (this.round > LAST_ROUND || this.remaining().length === 1) { this.over = true; }
    }
    this.turn = this.over ? null : next;
  }

  /* -- rolls (DECK 10) -- */
  openRoll(order, by, number = this.rollNumber + 1) {
    this.rollNumber = number;
    const keys = this.remaining().map((seat) => pointBytes(this.keys[seat]));
    const point = toPoint(H("roll", this.header, numberBytes(number), this.stream, ...keys));
    this.roll = { number, point, by, order, shares: new Map() };  // order: of everybody's roll; null: by and one other
    this.freshKeys = false; this.latent = null;
  }
  /* The author's share of the roll in a contribution. Whether the orders open a roll only the rules can tell. */
  takeRoll(table, seat, late, resigns) {
    const given = table.has("roll");
    if (late && given) {
      need(!this.khronos && !this.roll && !resigns, "roll", "a share of a roll that is not open");
      const all = this.freshKeys || this.game.get("rolls") === "all";
      this.openRoll(all ? this.from(seat) : null, seat);
    } else if (!late) {
      if (!this.roll && this.latent && given) { this.openRoll(this.latent.order, this.latent.by); }
      if (this.roll) { this.latent = null; }
    }
    const due = Boolean(this.roll) && (!late || given) && !this.roll.shares.has(seat) && (!this.roll.order || this.roll.order.includes(seat));
    need(due === given, "roll", due ? "the share of the roll is missing" : "a share of a roll that is not open");
    return given ? this.pointsOf(table.get("roll"), 1)[0] : null;
  }
  giveRoll(seat, point) {
    const { shares, order, point: P_k } = this.roll;
    shares.set(seat, point);
    this.count.rolls += 1;
    if (order ? !order.every((each) => shares.has(each)) : shares.size < 2) { return; }
    const sorted = Array.from(shares).sort((one, other) => one[0] - other[0]).map(([, share]) => pointBytes(share));
    this.stream = H("rolled", this.header, pointBytes(P_k), ...sorted);
    this.roll = null;
  }

  /* -- the awaited seat (DECK 6) -- */
  awaited() {
    const run = this.run;
    if (run && !run.finished) { return { seat: run.voters[run.votes], kind: "vote" }; }
    if (run && !run.final) { return { seat: run.confirmers[run.acks], kind: "ack" }; }
    if (this.roll && this.roll.order) { return { seat: this.roll.order.find((seat) => !this.roll.shares.has(seat)), kind: "roll" }; }
    if (this.roll) { return { not: this.roll.by, kind: "roll" }; }
    if (!this.khronos) { return { seat: this.turn, kind: "turn" }; }
    if (this.over) { return { over: true, kind: "over" }; }
    const seat = this.awaitedShare();
    return seat === null ? { seat: this.turn, kind: "turn" } : { seat, kind: "assist" };
  }
  /* The first seat after the last author from which something is due for a slot that is needed now. */
  awaitedShare() {
    const slots = this.opener === null ? [[this.decks.get("seats"), 0]] : this.hands[this.turn];
    const order = [...this.after(this.last), ...(this.seats[this.last].gone ? [] : [this.last])];
    const found = order.find((seat) => slots.some(([deck, slot]) => {
      if (deck.final) { return deck.owner.get(slot) !== seat && this.shareIsDue(deck, slot, seat); }
      return deck.ordered ? deck.ordered.find((each) => deck.due.includes(each)) === seat : deck.due.includes(seat);
    }));
    return found === undefined ? null : found;
  }
  play(block, seat) {
    const now = this.awaited(), kind = block.get("kind"), what = "another seat or another kind of block is awaited";
    need(!this.seats[seat].gone, "turn", "a block of a seat that is gone");
    need(!now.over, "turn", "the game is over");
    if (now.kind === "vote") { fail("vote", "a vote is awaited"); }
    if (now.kind === "ack") { fail("ack", "an ack is awaited"); }
    if (now.kind === "roll") { need(now.seat === undefined ? seat !== now.not : seat === now.seat, "turn", what); }
    if (now.kind === "assist") { need(seat === now.seat && kind === "assist", "turn", what); }
    if (now.kind === "turn" && kind === "answer") { need(!this.khronos || this.inTurn !== null, "turn", "no choice can be open"); }
    if (now.kind === "turn" && kind === "turn" && now.seat !== null) { need(seat === now.seat, "turn", what); }
    if (now.kind === "turn" && kind === "assist") { this.checkAssist(seat); }
    this.contribute(block, seat);
  }
  checkAssist(seat) {
    const { shuffles, shares } = this.dueFrom(seat);
    need(shuffles.length || shares.length || this.latent, "turn", "an assist that is not awaited");
    need(!this.khronos, "turn", "a turn or an answer is awaited");
  }

  /* -- runs of votes (DECK 9.2 to 9.5) -- */
  vote(block, seat) {
    const said = canonicalJson([block.get("without"), block.get("offers") || []]);
    if (!this.run || this.run.finished) { this.beginRun(block, said); }
    const run = this.run;
    need(said === run.said, "vote", "another list or other offers than in the votes before");
    need(seat === run.voters[run.votes], "vote", "another seat votes next");
    run.votes += 1;
    if (run.votes === run.voters.length) { this.finishRun(run); }
  }
  beginRun(block, said) {
    const now = this.awaited(), outer = this.run && !this.run.final ? this.run : null;
    need(!this.over && (!this.khronos || this.opener !== null), "vote", "no votes before it is known who starts, or after the end");
    const list = block.get("without").map((colour) => this.seats.findIndex((each) => each.colour === colour));
    need(list.every((seat) => seat >= 0 && !this.seats[seat].gone), "vote", "a seat is named that is not there");
    const certain = now.kind === "ack" || now.kind === "assist" || now.kind === "roll" || (this.khronos && this.inTurn === null);
    if (certain) { need(now.seat === undefined ? list[0] !== now.not : list[0] === now.seat, "vote", "the awaited seat is not named first"); }
    const order = this.from(list[0]), stay = order.filter((seat) => !list.includes(seat));
    need(canonicalSeats(order.filter((seat) => list.includes(seat))) === canonicalSeats(list), "vote", "the seats are not in seat order");
    need(!outer || outer.list.every((seat) => list.includes(seat)), "vote", "an inner run that keeps a seat of the outer one");
    const offers = this.offers(block.get("offers") || [], list);
    const [only] = offers, named = this.named[list[0]];
    const replaced = list.length === 1 && only && named && only.key.equals(named);
    need(stay.length > list.length || (replaced && stay.length > 0), "vote", "more players have to stay than to leave");
    this.run = {
      said, list, offers, stay, voters: [...stay.slice(1), stay[0]], decider: stay[0], confirmers: stay.slice(1), votes: 0, acks: 0,
      finished: false, final: false, before: this.afterText, keys: null, deck: null,
    };
    this.runs.push(this.run);
  }
  offers(tables, list) {
    const seen = new Set();
    return tables.map((table) => {
      const seat = Number(table.get("seat")), name = table.get("name"), key = this.points.publicKey(decode(table.get("key")));
      need(list.includes(seat), "vote", "an offer for a seat that stays");
      const message = H("record/offer", this.header, this.prev, jsonBytes(without(table, "sig")));
      need(signatureHolds(key, message, decode(table.get("sig"))), "offer", "the signature of an offer");
      const [X] = this.pointsOf(table.get("X"), 1);
      need(!this.names.has(nameKey(name)), "offer", "a name that was in this game");
      for (const used of [hex(pointBytes(X)), hex(pointBytes(key)), nameKey(name)]) {
        need(!this.used.has(used) && !seen.has(used), "offer", "a key that was in this game, or twice in the offers");
        seen.add(used);
      }
      this.keyProof(table.get("proof"), X, seat, key, this.prev);
      return { seat, name, key, X };
    });
  }
  /* The decider's vote: from here on the shuffles of a new deck are due in the acks (9.3). */
  finishRun(run) {
    run.finished = true;
    run.keys = this.keys.slice();
    run.offers.forEach((offer) => { run.keys[offer.seat] = offer.X; });
    if (this.khronos) {
      const rest = khronosCards(this.game);
      for (const pile of [this.discard, this.market]) { Object.keys(pile).forEach((label) => { rest[label] -= pile[label]; }); }
      const keys = [...run.stay, ...run.offers.map((offer) => offer.seat)].sort((one, other) => one - other);
      run.deck = this.laterDeck(rest, keys, keys, run.keys);
    }
    if (!run.confirmers.length) { this.makeFinal(run, run.decider); }
  }
  ack(block, seat) {
    const run = this.run, shuffles = block.get("shuffle") || [];
    need(run && run.finished && !run.final, "ack", "no ack is awaited");
    need(seat === run.confirmers[run.acks], "ack", "another seat confirms next");
    const names = run.deck ? [run.deck.name] : [];
    need(shuffles.map((each) => each.get("deck")).join() === names.join(), "debt", "not exactly the shuffle that is due");
    if (run.deck) { this.shuffle(run.deck, shuffles[0], seat, run.keys); }
    run.acks += 1;
    if (run.acks === run.confirmers.length) { this.makeFinal(run, seat); }
  }
  makeFinal(run, author) {
    run.final = true;
    for (const seat of run.list) {
      const offer = run.offers.find((each) => each.seat === seat);
      if (!offer) { this.seats[seat].gone = true; continue; }
      Object.assign(this.seats[seat], { key: offer.key, name: offer.name });
      this.named[seat] = undefined;
      this.use(offer.X, offer.key, offer.name);
    }
    this.keys = run.keys;
    this.freshKeys = true;
    if (this.khronos) { this.renewHands(run, author); } else { this.renewRoll(run, author); }
  }
  renewHands(run, author) {
    if (this.seats[this.turn].gone) { this.passTurn(this.turn); }
    const sizes = this.hands.map((hand, seat) => hand.length + Object.values(this.open[seat]).reduce((all, number) => all + number, 0));
    this.decks.forEach((deck) => { deck.owner.clear(); deck.due = []; });
    this.hands = this.hands.map(() => []); this.open = this.open.map(() => counts());
    this.active = run.deck.keys;
    const successors = this.after(author).concat(author).filter((seat) => run.offers.some((offer) => offer.seat === seat));
    run.deck.ordered = [...successors, run.decider];
    this.usePile(run.deck);
    if (!this.over) { this.from(this.turn).forEach((seat) => this.deal(seat, sizes[seat])); }
  }
  renewRoll(run, author) {
    const order = [...this.from(author).filter((seat) => seat !== run.decider), run.decider];
    if (this.roll) { this.openRoll(order, null, this.roll.number); } else { this.latent = { order, by: null }; }
    if (this.turn !== null && this.seats[this.turn].gone) { this.turn = null; }
  }

  /* -- after: there if and only if the table is complete; of a run that is not final, that of its base -- */
  checkAfter(block) {
    const complete = this.seats.length === this.size, after = block.get("after");
    need((after !== undefined) === complete, complete ? "position" : "schema", "after is missing, or there too early");
    const inRun = ["vote", "ack"].includes(block.get("kind")) && !this.run.final;
    if (inRun) { need(after === this.run.before, "position", "after is not that of the base"); }
    this.afterText = after;
  }
}
const canonicalSeats = (seats) => seats.join();

/* FORMATS 2: the form of sealed texts. */
const SEALED_SIZES = [64, 128, 256, 512, 1024];
const SMALL_ORDER = [0n, 1n, P - 1n, 325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n];
function checkSealed(order, others) {
  const message = /^message to (\S+) (.*)$/.exec(order), note = /^note (.*)$/.exec(order);
  if (!message && !note) { return; }
  const bytes = sealedBytes(message ? message[2] : note[1]), kind = message ? 1 : 2;
  need(bytes[0] === kind && SEALED_SIZES.includes(bytes.length - (message ? 161 : 81)), "order", "this is not a sealed text");
  if (!message) { return; }
  need(others.includes(message[1]), "order", "a message to a colour that nobody else plays");
  const point = littleEndian(bytes.slice(65, 97));
  need(point < P && !SMALL_ORDER.includes(point), "order", "a sealed text with a point of small order");
}
function sealedBytes(text) { try { return decode(text); } catch (error) { return fail("order", "this is not a sealed text"); } }

/* ---- The whole file -------------------------------------------------------------------------------------- */

const MOST_BYTES = 16 * 1024 * 1024, MOST_BLOCKS = 10000;
const POINTS_TOGETHER = 4096;

function decodedText(bytes) {
  need(bytes.length <= MOST_BYTES, "toml", "the file is larger than 16 MiB");
  let text;
  try { text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch (error) { fail("toml", "the file is not text in UTF-8"); }
  need(text.trim() !== "", "toml", "the file is empty");
  return text;
}
/* The tables of a text. If it cannot be read, those before the block that cannot, and the fault. */
function readTables(text) {
  try { return [new Toml(text).read(), null]; } catch (error) {
    if (!(error instanceof TomlFault)) { throw error; }
    const fault = new Fault("toml", `line ${error.line} cannot be read`);
    fault.line = error.line;
    const lines = text.replace(/\r\n/g, "\n").split("\n").slice(0, error.line);
    const start = lines.findLastIndex((line) => /^[ \t]*\[\[block\]\][ \t]*$/.test(line));
    if (start < 0) { throw fault; }
    try { return [new Toml(lines.slice(0, start).join("\n")).read(), fault]; } catch (again) { throw fault; }
  }
}
function checkFormat(format) {
  const found = typeof format === "string" ? /^khronos-pbem\/([1-9]\d{0,8})$/.exec(format) : null;
  need(found, "schema", "not a save of khronos");
  need(found[1] === "3", "format", `format ${found[1]}`);
}

/* Verifies the bytes of a save. Returns {valid, count, head, header, title, finished runs, …}, or, with valid
   false, {reason, detail, block, author} of the first thing that does not hold. `progress(done, all)` is
   called before every block. */
function verifyRecord(bytes, progress = () => {}) {
  const points = new PointReader();
  let record = null;
  const result = (more) => ({ count: record ? record.count : null, head: headOf(record), ...titled(record), ...more });
  try {
    const [tables, unread] = readTables(decodedText(bytes));
    checkFormat(tables.get("format"));
    checkKeys(tables, ["format", "game"], ["format", "game", "block"], "the save");
    const game = tables.get("game");
    checkHeader(game);
    const blocks = tables.get("block") || [];
    need(Array.isArray(blocks), "schema", "block is not a list of tables");
    record = new Record(game, hash32("record/game", jsonBytes(new Map([["format", tables.get("format")], ["game", game]]))), points);
    checkBlocks(record, blocks, points, progress);
    if (unread) { throw unread; }
    return result({ valid: true });
  } catch (fault) {
    if (!(fault instanceof Fault)) { throw fault; }
    return result({ valid: false, reason: fault.reason, detail: fault.message, line: fault.line || null,
      block: fault.block === undefined ? null : fault.block, author: fault.author || null });
  }
}
function checkBlocks(record, blocks, points, progress) {
  const authors = [];
  const settle = () => {
    const block = points.firstOutside();
    if (block !== null) {
      throw Object.assign(new Fault("point", "a point outside the group"), { block, author: authors[block] });
    }
  };
  blocks.forEach((block, seq) => {
    progress(seq, blocks.length);
    try {
      if (seq >= MOST_BLOCKS) { throw Object.assign(new Fault("schema", "too many blocks"), { block: seq }); }
      record.check(block, seq);
    } catch (fault) {
      if (fault instanceof Fault) { authors[seq] = fault.author; settle(); }
      throw fault;
    }
    authors[seq] = record.colour(record.seat);
    if (points.unchecked.length >= POINTS_TOGETHER) { settle(); }
  });
  settle();
  progress(blocks.length, blocks.length);
}
function headOf(record) {
  if (!record) { return null; }
  const hashes = record.hashes;
  return hex(hashes.length ? hashes[hashes.length - 1] : record.header);
}
function titled(record) {
  if (!record) { return {}; }
  const seats = record.seats.map(({ colour, name, gone }) => ({ colour, name, gone }));
  return { title: record.game.get("title"), game: record.game.get("game"), seats, points: record.points.read,
    runs: record.runs.filter((run) => run.final).length };
}

/* In a worker: {record: bytes} comes in; {done, all} and at last {result} or {broken} go out. {text} is
   answered by {hash}, its SHA-256. */
if (typeof WorkerGlobalScope !== "undefined") {
  self.onmessage = ({ data }) => {
    if (data.text !== undefined) { self.postMessage({ hash: hex(noble.sha256(utf8(data.text))) }); return; }
    try {
      const started = performance.now();
      const result = verifyRecord(data.record, (done, all) => self.postMessage({ done, all }));
      self.postMessage({ result: { ...result, seconds: (performance.now() - started) / 1000 } });
    } catch (error) { self.postMessage({ broken: String(error) }); }
  };
}
