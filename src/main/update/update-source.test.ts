import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeUpKey, publicPemOf, testKey } from './testing/test-key'
import { publicTestKey, type SourceOrder, updatePolicySchema, updateSource } from './update-source'

const ownKey = publicPemOf(madeUpKey('a publisher'))
const shipped = { key: ownKey, isForTests: false, isForThisPcOnly: false }
const forTests = { key: '', isForTests: true, isForThisPcOnly: true }
const of = (order: SourceOrder) => {
  const found = updateSource(order)
  return found.ok ? found.value.address.href : found.fault
}

describe('where updates come from', () => {
  it('is nowhere unless a policy says it', () => {
    const { address, hour } = updatePolicySchema.parse({})
    expect([of({ ...shipped, address }), hour]).toEqual(['not_set', 3])
  })

  it.each([
    ['https://updates.example/tillside', 'https://updates.example/tillside/'],
    ['https://updates.example/tillside/', 'https://updates.example/tillside/'],
    ['https://updates.example:8443', 'https://updates.example:8443/'],
    ['http://updates.example/', 'address'],
    ['http://localhost:8080/', 'address'],
    ['https://user:word@updates.example/', 'address'],
    ['https://updates.example/?channel=beta', 'address'],
    ['https://updates.example/#beta', 'address'],
    ['file:///srv/updates/', 'address'],
    ['updates.example', 'address'],
    ['', 'address'],
  ])('%j is %j in a package', (address, answer) => {
    expect(of({ ...shipped, address })).toBe(answer)
  })

  it('is nowhere in a package that was built without a key, or with something else', () => {
    const address = 'https://updates.example/'
    expect(
      ['', 'a key', publicPemOf(madeUpKey('x')).replace('MC', 'MD')].map((key) =>
        of({ ...shipped, key, address }),
      ),
    ).toEqual(['no_key', 'no_key', 'no_key'])
  })

  it('is no real address for a program with the key of the tests, whatever it was built for', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ['http', 'https'] }),
        fc.boolean(),
        fc.boolean(),
        (address, isForTests, isNamed) => {
          const key = isNamed ? publicTestKey : ''
          expect(updateSource({ address, key, isForTests, isForThisPcOnly: isForTests }).ok).toBe(false)
        },
      ),
    )
  })

  it('may be this PC for tests, without TLS too', () => {
    const local = ['http://localhost:1/', 'https://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/']
    expect(local.map((address) => of({ ...forTests, address }))).toEqual(local)
    expect(of({ ...forTests, address: 'http://127.0.0.1.example/' })).toBe('address')
  })

  it('is this PC alone for a package for trial, also with a key of its own', () => {
    const trial = { ...shipped, isForThisPcOnly: true }
    const addresses = ['https://updates.example/', 'https://localhost/']
    expect(addresses.map((address) => of({ ...trial, address }))).toEqual(['address', 'https://localhost/'])
  })

  it('knows the key of the tests', () => {
    expect(publicTestKey).toBe(publicPemOf(testKey))
  })
})
