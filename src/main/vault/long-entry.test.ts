import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import type { Keychain } from './keychain'
import { vaultName } from './keychain'
import { checkCredentials } from './stored-credentials'
import { makeMemoryKeychain, noLock } from './testing/memory-keychain'
import { makeVault } from './vault'

/** What Windows keeps under one name. */
const limit = 2560
const profile = '/profiles/one'
const name = vaultName('payment service', profile)
const address = 'https://pay.example'
const long = (letter: string) => letter.repeat(7000)

const vaultOn = (keychain: Keychain) => makeVault({ keychain, profile, lock: noLock })
const lentBy = async (keychain: Keychain) => vaultOn(keychain).withCredentials(async ({ token }) => token)
const note = { till: 'till-1', journal: 'j-1', hasPin: true, settingsBound: false, movedFrom: null }

describe('an entry that is longer than the keychain keeps under one name', () => {
  it('is read back whatever its length, with its note, and leaves nothing behind that is not needed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ length: fc.integer({ min: 1, max: 8192 }), sign: fc.constantFrom('x', '"') }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (tokens) => {
          const keychain = makeMemoryKeychain(limit)
          await vaultOn(keychain).changeNote(note)
          for (const { length, sign } of tokens) {
            const token = sign.repeat(length)
            expect(await vaultOn(keychain).save({ address, token })).toEqual(succeed('keychain'))
            await vaultOn(keychain).changeNote({ journal: `j-${length}` })
            expect(await lentBy(keychain)).toEqual(succeed(token))
            expect(await vaultOn(keychain).note()).toEqual(succeed({ ...note, journal: `j-${length}` }))
          }
          const last = tokens.at(-1)
          const length = last === undefined ? 0 : last.length * (last.sign === '"' ? 2 : 1) + 200
          expect(keychain.secrets.size).toBeLessThanOrEqual(1 + Math.ceil(length / 2500))
          await vaultOn(keychain).forget()
          expect([...keychain.secrets.keys()]).toEqual([name])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('of one piece, as an earlier version wrote it, is read and stays in one', async () => {
    const keychain = makeMemoryKeychain(limit)
    keychain.secrets.set(name, JSON.stringify({ address, token: 'a-token', hasPin: true }))
    await vaultOn(keychain).changeNote({ journal: 'j-1' })
    expect([[...keychain.secrets], await lentBy(keychain)]).toEqual([
      [[name, JSON.stringify({ address, token: 'a-token', journal: 'j-1', hasPin: true })]],
      succeed('a-token'),
    ])
  })

  it('counts as one piece where an earlier version put a token over it', async () => {
    const keychain = makeMemoryKeychain(limit)
    await vaultOn(keychain).save({ address, token: long('x') })
    const first = JSON.parse(keychain.secrets.get(name) ?? '')
    keychain.secrets.set(name, JSON.stringify({ ...first, address, token: 'short' }))
    expect(await lentBy(keychain)).toEqual(succeed('short'))
    await vaultOn(keychain).save({ address, token: 'shorter' })
    expect([...keychain.secrets.keys()]).toEqual([name])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'stays as it was when the program ends after %i steps of writing another',
    async (steps) => {
      const keychain = makeMemoryKeychain(limit)
      await vaultOn(keychain).changeNote(note)
      await vaultOn(keychain).save({ address, token: long('x') })
      let done = 0
      const ends = <T>(step: () => Promise<T>): Promise<T> => {
        done += 1
        return done > steps ? new Promise<never>(() => undefined) : step()
      }
      const dying: Keychain = {
        read: keychain.read,
        write: (entry, secret) => ends(() => keychain.write(entry, secret)),
        remove: (entry) => ends(() => keychain.remove(entry)),
      }
      void vaultOn(dying).save({ address, token: long('y') })
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect([await lentBy(keychain), await vaultOn(keychain).note()]).toEqual([
        succeed(steps < 4 ? long('x') : long('y')),
        succeed(note),
      ])
    },
  )

  it('is never lent in part: a piece that is gone, changed or another’s is no token, and the note stays', async () => {
    const keychain = makeMemoryKeychain(limit)
    await vaultOn(keychain).changeNote(note)
    await vaultOn(keychain).save({ address, token: long('x') })
    const whole = new Map(keychain.secrets)
    const second = `${name} further a2`
    for (const attack of [
      () => keychain.secrets.delete(second),
      () => keychain.secrets.set(second, 'x'),
      () => keychain.secrets.set(second, whole.get(`${name} further a1`) ?? ''),
    ]) {
      attack()
      expect([await lentBy(keychain), await vaultOn(keychain).note()]).toEqual([
        fail({ kind: 'not_set_up' }),
        succeed(note),
      ])
      // A note that changes meanwhile takes nothing away: the piece may only have been silent.
      await vaultOn(keychain).changeNote({ journal: 'j-2' })
      await vaultOn(keychain).changeNote({ journal: 'j-1' })
      keychain.secrets.set(second, whole.get(second) ?? '')
      expect(await lentBy(keychain)).toEqual(succeed(long('x')))
    }
  })

  it('stays in use while the keychain is locked between its pieces', async () => {
    const keychain = makeMemoryKeychain(limit)
    const vault = vaultOn(keychain)
    await vault.save({ address, token: long('x') })
    keychain.secrets.delete(`${name} further a2`)
    expect([await vault.state(), await vault.keychainState()]).toMatchObject(['keychain', { works: false }])
  })

  it('is read whole by somebody who reads while another is written', async () => {
    const keychain = makeMemoryKeychain(limit)
    const writer = vaultOn(keychain)
    await writer.save({ address, token: long('x') })
    let reads = 0
    const slow: Keychain = {
      ...keychain,
      read: async (entry) => {
        reads += 1
        const found = await keychain.read(entry)
        if (reads === 1) await writer.save({ address, token: long('y') })
        return found
      },
    }
    expect(await lentBy(slow)).toEqual(succeed(long('y')))
  })

  it('of a token that no request could carry is refused', () => {
    const result = checkCredentials({ address, token: 'x'.repeat(8193) })
    expect([checkCredentials({ address, token: 'x'.repeat(8192) }).ok, result]).toEqual([
      true,
      fail({
        kind: 'token_not_usable',
        why: 'too_long',
      }),
    ])
  })
})
