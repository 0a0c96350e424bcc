/**
 * A text as it reads once what services escape is decoded: JSON and JavaScript (`\u002b`, `\/`), addresses
 * (`%2B`), HTML (`&#43;`, `&#x2b;`, `&plus;`), and these inside one another.
 */
export type View = {
  readonly text: string
  /** Where in the original each character begins, and last where the original ends; null for the original itself. */
  readonly places: Uint32Array | null
}

/** A chatty service wraps an answer into another one; deeper than this it is no accident. */
const deepest = 4

/** HTML's names for what a token or an escape may hold besides letters and digits. */
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['ast', '*'],
  ['bsol', '\\'],
  ['colon', ':'],
  ['comma', ','],
  ['commat', '@'],
  ['dollar', '$'],
  ['equals', '='],
  ['excl', '!'],
  ['grave', '`'],
  ['gt', '>'],
  ['hat', '^'],
  ['lbrace', '{'],
  ['lbrack', '['],
  ['lcub', '{'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lsqb', '['],
  ['lt', '<'],
  ['num', '#'],
  ['percnt', '%'],
  ['period', '.'],
  ['plus', '+'],
  ['quest', '?'],
  ['quot', '"'],
  ['rbrace', '}'],
  ['rbrack', ']'],
  ['rcub', '}'],
  ['rpar', ')'],
  ['rsqb', ']'],
  ['semi', ';'],
  ['sol', '/'],
  ['underbar', '_'],
  ['verbar', '|'],
  ['vert', '|'],
])

/** The text itself, then as often decoded as something in it can be. */
export function decodedViews(text: string): readonly View[] {
  const views: View[] = [{ text, places: null }]
  for (let view = decode({ text, places: null }); view !== null; view = decode(view)) {
    views.push(view)
    if (views.length > deepest) break
  }
  return views
}

/** One layer of escapes less; null when there is none. */
function decode(view: View): View | null {
  if (!/[\\%&]/.test(view.text)) return null
  const { text, places } = view
  // Codes instead of pieces of text: an answer has room for seven hundred thousand escapes, and main waits for each.
  const codes = new Uint16Array(text.length)
  const decodedPlaces = new Uint32Array(text.length + 1)
  let length = 0
  let hasEscape = false
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at)
    const found = sign === percent || sign === backslash || sign === ampersand ? escapeAt(text, at) : null
    codes[length] = found === null ? sign : found.means
    decodedPlaces[length++] = places === null ? at : (places[at] ?? 0)
    at += found === null ? 1 : found.length
    if (found !== null) hasEscape = true
  }
  if (!hasEscape) return null
  decodedPlaces[length] = places === null ? text.length : (places[text.length] ?? 0)
  const decoded = Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le')
  return { text: decoded, places: decodedPlaces.subarray(0, length + 1) }
}

const [percent, ampersand, backslash] = [0x25, 0x26, 0x5c]

/** `means` is the code of one visible ASCII character: a token is made of nothing else. */
type Escape = { readonly means: number; readonly length: number }

function escapeAt(text: string, at: number): Escape | null {
  switch (text[at]) {
    case '%':
      return percentAt(text, at)
    case '\\':
      return backslashAt(text, at)
    case '&':
      return entityAt(text, at)
    default:
      return null
  }
}

/** One for each code, made once: there may be very many of them. */
const percentEscapes = Array.from({ length: 0x7f }, (_, means): Escape => ({ means, length: 3 }))

function percentAt(text: string, at: number): Escape | null {
  const code = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2))
  return code > 0x20 && code < 0x7f ? (percentEscapes[code] ?? null) : null
}

/** What a hexadecimal digit stands for; more than any code of two such digits where it is none. */
function hexDigit(sign: number): number {
  if (sign >= 48 && sign <= 57) return sign - 48
  const letter = sign | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : 256
}

function backslashAt(text: string, at: number): Escape | null {
  const next = text[at + 1] ?? ''
  if (next === 'u' && text[at + 2] === '{') {
    const digits = /^0{0,8}([0-9a-f]{2})\}/i.exec(text.slice(at + 3, at + 16))
    return digits === null ? null : numbered(digits[1] ?? '', 16, 3 + digits[0].length)
  }
  if (next === 'u') return numbered(text.slice(at + 2, at + 6), 16, 6, /^00[0-9a-f]{2}$/i)
  if (next === 'x') return numbered(text.slice(at + 2, at + 4), 16, 4, /^[0-9a-f]{2}$/i)
  return next > ' ' && next < '\x7f' && !/[0-9a-z]/i.test(next)
    ? { means: next.charCodeAt(0), length: 2 }
    : null
}

/** HTML reads a number without its semicolon too. */
function entityAt(text: string, at: number): Escape | null {
  const next = text[at + 1] ?? ''
  const written = text.slice(at, at + 16)
  if (next !== '#') {
    const name = /[a-z]/i.test(next) ? /^&([a-z]{2,8});/i.exec(written) : null
    const means = named.get((name?.[1] ?? '').toLowerCase())
    return name === null || means === undefined
      ? null
      : { means: means.charCodeAt(0), length: name[0].length }
  }
  const hex = /^&#x0{0,8}([0-9a-f]{2});?/i.exec(written)
  if (hex !== null) return numbered(hex[1] ?? '', 16, hex[0].length)
  const decimal = /^&#0{0,8}([0-9]{2,3});?/.exec(written)
  return decimal === null ? null : numbered(decimal[1] ?? '', 10, decimal[0].length)
}

function numbered(digits: string, base: 10 | 16, length: number, form = /./): Escape | null {
  const code = form.test(digits) ? Number.parseInt(digits, base) : 0
  return code > 0x20 && code < 0x7f ? { means: code, length } : null
}
