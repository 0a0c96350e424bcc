import { expect, it } from 'vitest'
import { readServiceAddress } from './address'

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
  const read = readServiceAddress(typed)
  const { text, secure, host, port, hostHeader, basePath } = read.ok ? read.value : neverTaken
  expect([text, secure, host, port, hostHeader, basePath]).toEqual(expected)
})

const neverTaken = { text: 'refused', secure: false, host: '', port: 0, hostHeader: '', basePath: '' }

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
