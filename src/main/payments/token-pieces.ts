/** Which parts of an access token count as the token, and how else it may be written (design.md, promise 3). */

/** A shorter part says nothing of the token and is found by chance in an answer. */
export const pieceLength = 8

/** One way to write the token. */
export type TokenForm = {
  readonly text: string
  /** Where in `text` a piece begins: whatever holds one of them holds a piece. None: only the whole text counts. */
  readonly pieces: readonly number[]
}

/** The token as it is, and its Base64 wherever it stands in what was encoded ("Bearer …", "user:…"). */
export function formsOf(token: string): readonly TokenForm[] {
  const pieces = randomPlaces(token)
  const forms = [{ text: token, pieces }, ...[0, 1, 2].map((shift) => base64Form(token, shift, pieces))]
  const forUrls = forms.slice(1).filter(({ text }) => /[+/]/.test(text))
  const inUrls = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
  return [...forms, ...forUrls.map((form) => ({ ...form, text: inUrls(form.text) }))].filter(
    ({ text }) => text.length >= pieceLength,
  )
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

/** Where in a token a random piece begins. The header of a JSON Web Token is the same in all of them. */
function randomPlaces(token: string): readonly number[] {
  const header = jwtHeaderLength(token)
  const places: number[] = []
  for (let place = 0; place + pieceLength <= token.length; place += 1) {
    if (place + pieceLength <= header) continue
    if (isRandom(token.slice(place, place + pieceLength))) places.push(place)
  }
  return places
}

/** Up to where tokens of one kind are the same: the header, its dot, and how every payload begins. */
function jwtHeaderLength(token: string): number {
  const begins = 'eyJ'
  const end = token.startsWith(begins) ? token.indexOf(`.${begins}`) : -1
  if (end < 0) return 0
  const isHeader = /"alg"/.test(Buffer.from(token.slice(0, end), 'base64url').toString('latin1'))
  return isHeader ? end + 1 + begins.length : 0
}

/**
 * Whether eight characters are such as no word, number or name has: letters and digits in turn, or capitals in
 * the middle of small letters. "practice", "token-00", "Tillside" and "20261121" are not, and hexadecimal that
 * has both letters and digits always is.
 */
export function isRandom(piece: string): boolean {
  let changes = 0
  let seen = ''
  for (const character of piece) {
    const kind = kindOf(character)
    if (kind === '') continue
    if (seen !== '' && !seen.endsWith(kind)) changes += 1
    seen += kind
  }
  const digits = seen.includes('0')
  if (digits && /[aA]/.test(seen)) return changes >= 2 || /^(?:[0-9a-f]{8}|[0-9A-F]{8})$/.test(piece)
  return !digits && changes >= 3
}

function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return '0'
  if (character >= 'a' && character <= 'z') return 'a'
  return character >= 'A' && character <= 'Z' ? 'A' : ''
}
