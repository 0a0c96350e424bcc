import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestList } from '../../shared/limits'
import { cleanCode } from '../../shared/scan-code'
import { readCodeList } from './read-code-list'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string | Uint8Array) =>
  readCodeList('today.csv', typeof text === 'string' ? bytesOf(text) : text)
const codesIn = async (text: string | Uint8Array) => {
  const list = await read(text)
  return list.ok ? list.value.codes : list.fault
}
const refused = (why: string, line = 0) => ({ kind: 'list_not_taken', name: 'today.csv', why, line })

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes)
}

const aCode = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
  .filter((text) => text.length <= 64 && cleanCode(text) === text)
const aHeading = fc.constantFrom(
  ['Transaction ID', 'transaction_id'],
  ['CUSTOM_ID', 'custom_id'],
  ['internal id', 'internal_id'],
  ['Id', 'internal_id'],
  [' code ', 'automatic'],
)

describe('a list of codes', () => {
  it('reads back the same whatever the codes, however it is written as CSV', async () => {
    const writing = fc.record({
      codes: fc.uniqueArray(aCode, { minLength: 1, maxLength: 30 }),
      delimiter: fc.constantFrom(',', ';', '\t'),
      line: fc.constantFrom('\n', '\r\n'),
      encode: fc.constantFrom(
        bytesOf,
        (text: string) => bytesOf(`\ufeff${text}`),
        (text: string) => utf16(text),
        (text: string) => utf16(text, true),
      ),
    })
    await fc.assert(
      fc.asyncProperty(writing, async ({ codes, delimiter, line, encode }) => {
        const rows = [['note', 'code', 'more'], ...codes.map((code, index) => [`n${index}`, code, ''])]
        const text = stringify(rows, { delimiter, record_delimiter: line, quoted: true })
        expect(await codesIn(encode(text))).toEqual(codes)
      }),
    )
  })

  it('takes the kind from whichever column has a known heading', async () => {
    await fc.assert(
      fc.asyncProperty(aHeading, fc.nat(3), async ([heading, match], before) => {
        const others = Array.from({ length: before }, (_, index) => `other ${index}`)
        const text = `${[...others, heading].join(';')}\n${[...others, 'A1'].join(';')}\n`
        expect(await read(text)).toEqual({ ok: true, value: { match, codes: ['A1'] } })
      }),
    )
  })

  it('reads one code a line, once each, without blank lines and comments', async () => {
    expect(
      await codesIn('# today\r\n\r\n483920174462\r\nC77\r\n  \r\n483920174462\r\n # no more\r\nA#1'),
    ).toEqual(['483920174462', 'C77', 'A#1'])
  })

  it('takes the first column when there is no heading, and a quoted code with a comma in it whole', async () => {
    expect(await codesIn('"A,1",x "quoted" word,3\n"#2",y\n')).toEqual(['A,1', '#2'])
  })

  it('prefers the transaction ID where several columns are known', async () => {
    expect(await read('code,Custom-ID,transaction id\nA,B,C')).toEqual({
      ok: true,
      value: { match: 'transaction_id', codes: ['C'] },
    })
  })

  it('reads a spreadsheet’s old encoding as long as no code has a letter that could be another', async () => {
    const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
    expect([await codesIn(latin('A1;Café\nA2;Zoë')), await codesIn(latin('A1\nCafé'))]).toEqual([
      ['A1', 'A2'],
      refused('letter_unclear', 2),
    ])
  })
})

describe('a file that is no list', () => {
  const many = Array.from({ length: longestList.codes + 1 }, (_, index) => `C${index}`).join('\n')
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  it.each([
    ['an empty file', '', refused('no_codes')],
    ['nothing but a heading', 'code\n\n', refused('no_codes')],
    ['a picture', png, refused('no_text')],
    ['UTF-16 without its mark', new Uint8Array(Buffer.from('A1\nA2', 'utf16le')), refused('no_text')],
    ['half a UTF-16 letter', utf16('A1').subarray(0, 5), refused('no_text')],
    ['noise', new Uint8Array(64).map((_, index) => (index % 20) + 1), refused('no_text')],
    ['more than 10 MB', new Uint8Array(longestList.bytes + 1).fill(65), refused('too_large')],
    ['too many rows', 'A1\n'.repeat(longestList.rows + 1), refused('too_many_rows', longestList.rows + 1)],
    ['too many columns', `A1,b\nA2${',x'.repeat(longestList.columns)}`, refused('too_many_columns', 2)],
    ['a line that is too long', `A1\r\nA2,${'x'.repeat(longestList.line)}`, refused('line_too_long', 2)],
    ['a long line of spaces, in many pieces', `A1\r${' '.repeat(200_000)}`, refused('line_too_long', 2)],
    ['a quote that goes on over many lines', `A1\n"${'x\n'.repeat(50_000)}`, refused('quote_not_closed', 2)],
    ['too many codes', many, refused('too_many_codes', longestList.codes + 1)],
    ['a code of 65 characters', `A1\n\n${'x'.repeat(65)}\nA2`, refused('code_too_long', 3)],
    ['a code of 65 emoji', `A1\n${'😀'.repeat(64)}\n${'😀'.repeat(65)}`, refused('code_too_long', 3)],
    ['a long transaction ID', 'transaction id\n1234567890123456', refused('code_too_long', 2)],
    ['a control character in a code', 'A1\n# x\nA\u001d2', refused('control_character', 3)],
    ['a line end in a code', 'A1\n"A\n2"', refused('control_character', 3)],
    ['a quote that never ends', 'A1\n"A2\nA3', refused('quote_not_closed', 3)],
  ])('is refused whole, with the line: %s', async (_name, content, fault) => {
    expect(await codesIn(content)).toEqual(fault)
  })

  it('is never taken for a crash, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const list = await read(bytes)
        const sound = (code: string) => code !== '' && code.length <= 64 && !/\p{Cc}/u.test(code)
        expect(list.ok ? list.value.codes.every(sound) : list.fault.kind).toEqual(
          list.ok ? true : 'list_not_taken',
        )
      }),
    )
  })
})
