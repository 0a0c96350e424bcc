import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { realisticToken } from './testing/token-encoders'
import { makeTokenFilter } from './token-filter'
import { isRandom } from './token-pieces'

const token = 'q8Zt+vN/3kP0aXc9+Ww=='
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a text without its token', () => {
  const { clean, finds } = makeTokenFilter(token)

  it.each([
    ['Bearer q8Zt+vN/3kP0aXc9+Ww==', 'Bearer (access token)'],
    ['q8Zt+vN/3kP0aXc9+Ww==q8Zt+vN/3kP0aXc9+Ww==', '(access token)(access token)'],
    ['its first twelve: q8Zt+vN/3kP0 …', 'its first twelve: (access token) …'],
    ['xxq8Zt+vN/3kyyP0aXc9+Wzz', 'xx(access token)yy(access token)zz'],
    [String.raw`{"auth":"q8Zt\u002BvN\/3kP0"}`, '{"auth":"(access token)"}'],
    [String.raw`{\"auth\":\"q8Zt\\u002bvN\\\/3kP0\"}`, String.raw`{\"auth\":\"(access token)\"}`],
    [String.raw`q8Zt\x2bvN\u{2f}3kP0`, '(access token)'],
    ['?t=q8Zt%2BvN%2F3kP0&u=1', '?t=(access token)&u=1'],
    ['?t=q8Zt%252bvN%252f3kP0&u=1', '?t=(access token)&u=1'],
    ['<p>q8Zt&plus;vN&sol;3kP0</p> &amp; more', '<p>(access token)</p> &amp; more'],
    ['<p>q8Zt&#43;vN&#x2F;3kP0&#38;</p>', '<p>(access token)&#38;</p>'],
    ['q8Zt&amp;plus;vN&amp;sol;3kP0', '(access token)'],
    [`Basic ${base64(token)}`, 'Basic (access token)'],
  ])('is %j made %j', (text, expected) => {
    expect([clean(text), finds(text)]).toEqual([expected, true])
  })

  it.each([
    '',
    'seven are no piece: q8Zt+vN',
    'AT&T, 100%, C:\\n, &plus;, %2B, \\u002b',
    base64('five are no piece: q8Zt+'),
  ])('is the very same where there is none: %j', (text) => {
    expect([clean(text), finds(text)]).toEqual([text, false])
  })

  it('says no more than six characters of Base64 beside it', () => {
    for (const before of ['', 'a', 'ab', 'Bearer ']) {
      const encoded = base64(`${before}${token}${before}`)
      const [left = '', right = ''] = clean(encoded).split('(access token)')
      expect(encoded.startsWith(left) && encoded.endsWith(right)).toBe(true)
      expect(Buffer.from(right, 'base64').toString('latin1')).not.toContain(token.slice(-2))
    }
  })
})

describe('what counts as the token', () => {
  it.each(['q8Zt+vN/', 'a3f9c2e1', '0abcdef0', 'A3F9C2E1', 'vNkPaXcW', 'eyJzdWIi', '1f-9c2e-', 'Zx_9-aB1'])(
    'is a piece such as %j',
    (piece) => {
      expect(isRandom(piece)).toBe(true)
    },
  )

  it.each([
    'practice',
    'Practice',
    'PRACTICE',
    'ice-toke',
    'token-00',
    '-000-000',
    '20261121',
    'Tillside',
    'deToken-',
    'till-3-0',
    'p3-till2',
    '3-till2-',
    '========',
  ])('is not a piece that a word, a name or a number could be: %j', (piece) => {
    expect(isRandom(piece)).toBe(false)
  })

  it('is the whole of a token that has no random piece, in Base64 too, or sixteen characters of it', () => {
    const { clean } = makeTokenFilter('practice-token')
    const texts = ['a practice-token!', 'practice-toke', 'practice', base64('Bearer practice-token')]
    expect(texts.map(clean)).toEqual([
      'a (access token)!',
      'practice-toke',
      'practice',
      expect.stringMatching(/^QmVhcmVyI[A-Za-z]*\(access token\)[A-Za-z=]*$/),
    ])
    const long = makeTokenFilter('qwmzkvplxgrtbnhsdjfcyqwmzkvpl')
    expect(long.clean('Bearer qwmzkvplxgrtbnhsd…')).toBe('Bearer (access token)…')
    expect(long.clean('Bearer qwmzkvplxgrtbnh…')).toBe('Bearer qwmzkvplxgrtbnh…')
  })

  it('is nothing at all of a token so short that chance would find it', () => {
    expect(makeTokenFilter('a1B2c3D').clean('a1B2c3D')).toBe('a1B2c3D')
  })

  it('is the signature of a JSON Web Token, not what tokens of one issuer share', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const header = part({ alg: 'HS256', typ: 'JWT' })
    const { clean } = makeTokenFilter(`${header}.${part({ sub: 'till-3' })}.q8ZtvN3kP0aXc9Ww`)
    expect(clean(`https://pay.example/?jwt=${header}.${part({ link: 7 })}.xyz`)).toContain(header)
    expect(clean(`Bearer ${header}.${part({ sub: 'till-3' })}.q8ZtvN3kP`)).toBe('Bearer (access token)')
  })

  it.each([
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000', '550E8400E29B41D4A716446655440000'],
    ['hexadecimal', 'a3f9c2e1b0d4a3f9c2e1b0d4', 'A3F9C2E1B0D4A3F9C2E1B0D4'],
    ['any other', 'q8Zt+vN/3kP0aXc9', Buffer.from('q8Zt+vN/3kP0aXc9').toString('hex')],
  ])('is %s in its other spellings: %s as %s', (_name, secret, written) => {
    expect(makeTokenFilter(secret).clean(`id ${written}.`)).toBe('id (access token).')
  })

  it('is not what every UUID has that the same machine made from the time', () => {
    const { clean } = makeTokenFilter('7f3c9a52-1d4e-11ee-8c90-0242ac120002')
    const other = '09be71d4-2d4e-11ee-be56-0242ac120002'
    expect([clean(other), clean('7f3c9a52-1d4e')]).toEqual([other, '(access token)'])
  })

  it('is found anywhere in a long text', () => {
    fc.assert(
      fc.property(realisticToken, fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), (secret, before, after) => {
        const [left, right] = ['a '.repeat(before), ' b'.repeat(after)]
        expect(makeTokenFilter(secret).clean(left + secret + right)).toBe(`${left}(access token)${right}`)
      }),
    )
  })
})
