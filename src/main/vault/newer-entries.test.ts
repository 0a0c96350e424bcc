import { describe, expect, it } from 'vitest'
import { leaveNewerEntries } from './newer-entries'
import { makeMemoryKeychain } from './testing/memory-keychain'

const newer = '{"version":2,"seal":"of another kind"}'

function setUp() {
  const inner = makeMemoryKeychain()
  const met: string[] = []
  return { inner, met, ...leaveNewerEntries(inner, (entry) => met.push(entry)) }
}

describe('a keychain entry of a newer program', () => {
  it('answers as one that is not available, in words, and is neither overwritten nor removed', async () => {
    const { inner, met, keychain, newer: names } = setUp()
    inner.secrets.set('head', newer)
    const done = [
      await keychain.write('head', 'ours'),
      await keychain.remove('head'),
      await keychain.read('head'),
      await keychain.write('other', 'ours'),
    ]
    expect(done.map(({ ok }) => ok)).toEqual([false, false, false, true])
    expect(done[2]).toMatchObject({
      fault: {
        kind: 'keychain_unavailable',
        detail: 'A newer Tillside wrote “head” of the keychain. This one leaves it as it is.',
      },
    })
    expect([inner.secrets.get('head'), inner.secrets.get('other'), names(), met.length]).toEqual([
      newer,
      'ours',
      ['head'],
      1,
    ])
  })

  it('that is gone again counts no more', async () => {
    const { inner, keychain, newer: names } = setUp()
    inner.secrets.set('head', newer)
    await keychain.read('head')
    inner.secrets.delete('head')
    expect([await keychain.write('head', 'ours'), names()]).toMatchObject([{ ok: true }, []])
  })

  it('is met also when it came after one of ours', async () => {
    const { inner, keychain } = setUp()
    await keychain.write('head', 'ours')
    inner.secrets.set('head', newer)
    const read = await keychain.read('head')
    expect([read.ok, (await keychain.write('head', 'ours')).ok, inner.secrets.get('head')]).toEqual([
      false,
      false,
      newer,
    ])
  })

  it('costs no reading before a writing once the name is known', async () => {
    const { inner, keychain } = setUp()
    await keychain.write('head', '1')
    const before = inner.reads()
    await keychain.write('head', '2')
    expect(inner.reads() - before).toBe(0)
  })
})
