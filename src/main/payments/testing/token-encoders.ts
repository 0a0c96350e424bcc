import fc from 'fast-check'

const base64Bytes = fc.uint8Array({ minLength: 16, maxLength: 48 }).map((bytes) => Buffer.from(bytes))
const jwt = fc
  .tuple(fc.constantFrom('HS256', 'RS256', 'ES256'), fc.uuid(), base64Bytes)
  .map(([alg, sub, signature]) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg, typ: 'JWT' })}.${part({ sub, iat: 1_795_000_000 })}.${signature.toString('base64url')}`
  })

/** Access tokens in the alphabets in which services make them. */
export const realisticToken = fc.oneof(
  base64Bytes.map((bytes) => bytes.toString('base64')),
  base64Bytes.map((bytes) => bytes.toString('base64url')),
  base64Bytes.map((bytes) => bytes.toString('hex')),
  base64Bytes.map((bytes) => bytes.toString('hex').toUpperCase()),
  jwt,
)

type Encoder = (text: string) => string
const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const each =
  (encode: (character: string) => string): Encoder =>
  (text) =>
    text.replace(/./gs, encode)
const marks =
  (encode: (character: string) => string): Encoder =>
  (text) =>
    text.replace(/[^A-Za-z0-9]/g, encode)
const entities: Readonly<Record<string, string>> = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '.': '&period;',
  _: '&lowbar;',
}
const bearer = (token: string) => `Bearer ${token}`

/** Ways in which services write what they repeat, each such that it may stand between JSON's quotes. */
export const encoders: Readonly<Record<string, Encoder>> = {
  'as it is': (text) => text,
  'JSON escapes of marks, small': marks((character) => `\\u00${hexOf(character)}`),
  'JSON escapes of marks, capital': marks((character) => `\\u00${hexOf(character).toUpperCase()}`),
  'JSON escapes of all': each((character) => `\\u00${hexOf(character)}`),
  'an escaped slash': (text) => text.replaceAll('/', '\\/'),
  'an address, capital': encodeURIComponent,
  'an address, small': (text) => encodeURIComponent(text).replace(/%../g, (found) => found.toLowerCase()),
  'an address, all of it': each((character) => `%${hexOf(character)}`),
  'HTML, names': marks((character) => entities[character] ?? character),
  'HTML, decimal': each((character) => `&#${character.charCodeAt(0)};`),
  'HTML, hexadecimal': each((character) => `&#x${hexOf(character)};`),
  'HTML, hexadecimal with noughts': marks((character) => `&#X00${hexOf(character).toUpperCase()};`),
  'Base64 of the header': (token) => Buffer.from(bearer(token)).toString('base64'),
  'Base64 of the token': (token) => Buffer.from(token).toString('base64'),
  'Base64 of a pair': (token) => Buffer.from(`u:${token}`).toString('base64url'),
}

/** Every way of reading a text that somebody might try: decoded as often as it changes, and out of Base64. */
export function readings(text: string): readonly string[] {
  const found = [text]
  for (let layer = 0; layer < 4; layer += 1) found.push(decodeOnce(found.at(-1) ?? ''))
  const runs = found.flatMap((layer) => layer.match(/[A-Za-z0-9+/_-]{11,}/g) ?? [])
  const unpacked = runs.flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
  )
  return [...found, ...unpacked]
}

function decodeOnce(text: string): string {
  const character = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base))
  const names = new Map(Object.entries(entities).map(([mark, name]) => [name, mark]))
  return text
    .replace(/\\u00([0-9a-f]{2})|%([0-9a-f]{2})|&#x0*([0-9a-f]{2});/gi, (_all, one, two, three) =>
      character(one ?? two ?? three, 16),
    )
    .replace(/&#(\d{2,3});/g, (_all, code) => character(code, 10))
    .replace(/&[a-z]+;/g, (name) => names.get(name) ?? name)
    .replace(/\\([/\\"])/g, '$1')
}

/** The pieces of a token that nobody could take for a word: of hexadecimal letters and digits, else all three kinds. */
export function randomPiecesOf(token: string): readonly string[] {
  const start = token.startsWith('eyJ') ? token.lastIndexOf('.') + 1 : 0
  const all = Array.from({ length: Math.max(0, token.length - start - 7) }, (_, index) =>
    token.slice(start + index, start + index + 8),
  )
  return all.filter((piece) =>
    /^[0-9a-f]+$|^[0-9A-F]+$/.test(piece)
      ? /[a-fA-F]/.test(piece) && /\d/.test(piece)
      : /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece),
  )
}
