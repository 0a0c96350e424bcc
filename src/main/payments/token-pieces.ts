/** Which parts of an access token count as the token, and how else it may be written (architecture.md, promise 3). */

/** A shorter part says nothing of the token and is found by chance in an answer. */
export const pieceLength = 8

/** One way to write the token. */
export type TokenForm = {
  readonly text: string
  /** Where in `text` a piece begins: whatever holds one of them holds a piece. None: only most of it counts. */
  readonly pieces: readonly number[]
}

/**
 * The token as it is, in hexadecimal, in Base64 wherever it stands in what was encoded ("Bearer …", "user:…"), and
 * where its own digits are hexadecimal in the other case and without hyphens, as some databases print them.
 */
export function formsOf(token: string): readonly TokenForm[] {
  const pieces = randomPlaces(token)
  const encoded = [0, 1, 2].map((shift) => base64Form(token, shift, pieces))
  const forUrls = encoded.map((form) => ({ ...form, text: inUrls(form.text) }))
  const forms = [
    { text: token, pieces },
    ...otherSpellings(token),
    hexForm(token, pieces),
    ...encoded,
    ...forUrls,
  ]
  const texts = new Set<string>()
  return forms.filter(({ text }) => {
    const isNew = text.length >= pieceLength && !texts.has(text)
    texts.add(text)
    return isNew
  })
}

const inUrls = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

function otherSpellings(token: string): readonly TokenForm[] {
  if (!/^[0-9a-f-]+$/i.test(token)) return []
  const mostPieces = timeUuid.test(token) ? timeLowLength : token.length
  return [token, token.replaceAll('-', '')]
    .flatMap((text) => [text.toLowerCase(), text.toUpperCase()])
    .map((text) => ({ text, pieces: randomPlaces(text).filter((place) => place < mostPieces) }))
}

function hexForm(token: string, pieces: readonly number[]): TokenForm {
  return { text: Buffer.from(token, 'latin1').toString('hex'), pieces: pieces.map((place) => place * 2) }
}

/** The Base64 of the token after so many other bytes (modulo 3): the characters that only the token decides. */
function base64Form(token: string, shift: number, pieces: readonly number[]): TokenForm {
  const bytes = Buffer.from(' '.repeat(shift) + token, 'latin1')
  const first = firstSextet(shift)
  const text = bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6))
  // Eight characters of the token are ten of Base64 at least, so the first eight of these stand for them.
  return { text, pieces: pieces.map((place) => firstSextet(shift + place) - first) }
}

/** The first Base64 character that holds nothing of the bytes before this one. */
function firstSextet(byte: number): number {
  return Math.ceil((byte * 8) / 6)
}

/**
 * Where in a token a random piece begins. Of a JSON Web Token only the signature counts: what it says before that is
 * no secret, and begins alike in all tokens of one issuer. Of a UUID made from the time only that time counts: the
 * rest stands in every id that the same machine makes.
 */
function randomPlaces(token: string): readonly number[] {
  const from = signatureStart(token)
  const to = timeUuid.test(token) ? timeLowLength : token.length
  const places: number[] = []
  for (let place = from; place + pieceLength <= token.length && place < to; place += 1) {
    if (isRandom(token.slice(place, place + pieceLength))) places.push(place)
  }
  return places
}

const timeUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[16][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Places whose eight characters hold at least half of the part that changes with the time. */
const timeLowLength = 5

/** Where the signature of a JSON Web Token begins; 0 for any other token. */
function signatureStart(token: string): number {
  const [header = '', payload = '', signature] = token.split('.')
  if (signature === undefined || !header.startsWith('eyJ')) return 0
  const isHeader = /"alg"/.test(Buffer.from(header, 'base64url').toString('latin1'))
  return isHeader ? header.length + payload.length + 2 : 0
}

/**
 * Whether eight characters are such as no word, number or name has: letters and digits in turn with no mark between
 * them, or small letters, capitals and digits mixed, or capitals in the middle of small letters. "practice",
 * "token-00", "p3-till2" and "20261121" are not, and hexadecimal that has both letters and digits always is.
 */
export function isRandom(piece: string): boolean {
  const seen = Array.from(piece, kindOf).join('')
  const kinds = new Set(seen.replaceAll('-', ''))
  if (!kinds.has('0')) return changesIn(seen.replaceAll('-', '')) >= 3
  if (kinds.size === 1) return false
  if (/^(?:[0-9a-f]{8}|[0-9A-F]{8})$/.test(piece)) return true
  if (kinds.size === 3) return changesIn(seen.replaceAll('-', '')) >= 2
  return seen.split('-').some((run) => changesIn(run) >= 2)
}

/** How often a character is of another kind than the one before it. */
function changesIn(kinds: string): number {
  return Array.from(kinds).filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length
}

/** A digit, a small letter, a capital; a hyphen for every other character. */
function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return '0'
  if (character >= 'a' && character <= 'z') return 'a'
  return character >= 'A' && character <= 'Z' ? 'A' : '-'
}
