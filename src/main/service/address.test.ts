import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressName, mayBeThisPc, readServiceAddress } from './address'
import { placeAt } from './testing/exchange-request'

it.each([
  ['https://pay.example', 'https://pay.example'],
  ['HTTPS://Pay.EXAMPLE/', 'https://pay.example'],
  ['https://pay.example:443', 'https://pay.example'],
  ['http://localhost:80/', 'http://localhost'],
  ['https://pay.example:8443', 'https://pay.example:8443'],
  ['https://pay.example.', 'https://pay.example'],
  ['https://pay.example./api/', 'https://pay.example/api'],
  ['https://pay.example/api//', 'https://pay.example/api'],
  ['  https://pay.example/api \n', 'https://pay.example/api'],
  ['https://pay.example/%7Euser/%61pi', 'https://pay.example/~user/api'],
  ['https://pay.example/caf%c3%a9', 'https://pay.example/caf%C3%A9'],
  ['https://pay.example/café', 'https://pay.example/caf%C3%A9'],
  ['https://pay.example/a%2fb', 'https://pay.example/a%2Fb'],
  ['https://pay.example/a/%2e%2e/b', 'https://pay.example/b'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://0x7f.1:4010', 'http://127.0.0.1:4010'],
  ['https://[2001:DB8:0::1]/x', 'https://[2001:db8::1]/x'],
])('two spellings of one address %s is %s', (typed, name) => {
  expect(addressName(typed)).toBe(name)
})

describe('what stays apart', () => {
  it('is another host, another port, another scheme, and the case of a path', () => {
    const names = `https://pay.example https://pay.example.net https://pay.example:444 http://pay.example
    https://pay.example/Api https://pay.example/api https://pay.example/a%2Fb
    https://pay.example/a/b https://pay.example/%2541 https://pay.example/A`
      .split(/\s+/)
      .map(addressName)
    expect(new Set(names).size).toBe(names.length)
  })

  it('is what is no address at all', () => {
    expect(['', 'practice', ' practice ', 'https://', 'ftp://x'].map(addressName)).toEqual([
      '',
      'practice',
      'practice',
      'https://',
      'ftp://x',
    ])
  })
})

it('any address has a name that is its own name', () => {
  const path = fc.array(
    fc.constantFrom('/', 'a', 'B', '%41', '%2f', '%2E', '.', '~', 'é', '%c3%a9', '%25', '//evil'),
  )
  fc.assert(
    fc.property(fc.domain(), path, (domain, parts) =>
      [`http://${domain}/${parts.join('')}`, `https://Pay.Example.:443/${parts.join('')}`]
        .map(addressName)
        .every((name) => addressName(name) === name),
    ),
  )
})

it.each([
  ['https://pay.example', ['https://pay.example', true, 'pay.example', 443, 'pay.example', '']],
  [
    '  https://Pay.Example:8443/api/ \n',
    ['https://pay.example:8443/api', true, 'pay.example', 8443, 'pay.example:8443', '/api'],
  ],
  ['https://pay.example//', ['https://pay.example', true, 'pay.example', 443, 'pay.example', '']],
  ['https://[2001:db8::1]/x', ['https://[2001:db8::1]/x', true, '2001:db8::1', 443, '[2001:db8::1]', '/x']],
  ['http://127.0.0.1:4010', ['http://127.0.0.1:4010', false, '127.0.0.1', 4010, '127.0.0.1:4010', '']],
  ['http://127.9.8.7', ['http://127.9.8.7', false, '127.9.8.7', 80, '127.9.8.7', '']],
  ['http://localhost:1/', ['http://localhost:1', false, 'localhost', 1, 'localhost:1', '']],
  ['http://[::1]:2', ['http://[::1]:2', false, '::1', 2, '[::1]:2', '']],
])('takes %s', (typed, expected) => {
  const { text, secure, host, port, hostHeader, basePath } = placeAt(typed)
  expect([text, secure, host, port, hostHeader, basePath]).toEqual(expected)
})

it.each([
  '',
  'pay.example',
  'ftp://pay.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://pay.example',
  'http://192.168.1.5',
  'http://10.0.0.1:80',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://[::ffff:7f00:1]',
  'http://0.0.0.0',
  'https://user@pay.example',
  'https://user:pass@pay.example',
  'https://pay.example/?a=1',
  'https://pay.example/?',
  'https://pay.example/#',
  'https://pay.example/#part',
  'https://pay.example:99999',
  'https://',
])('refuses %j, and says why', (typed) => {
  expect(readServiceAddress(typed)).toEqual({
    ok: false,
    fault: { kind: 'address_not_allowed', why: expect.stringMatching(/./), address: '' },
  })
})

it('never repeats what was typed: it may hold a password', () => {
  expect(JSON.stringify(readServiceAddress('https://user:s3cret@pay.example'))).not.toContain('s3cret')
})

it.each(['localhost.example', 'mylocalhost', '8.8.8.8', '::2', '::ffff:8.8.8.8', '2001:db8::1', '10.0.0.1'])(
  'takes %s for no name of this PC',
  (host) => {
    expect(mayBeThisPc(host)).toBe(false)
  },
)
