import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { locksIn, statesIn } from '../journal/takeover/testing/damaged-till'
import { markerOf, named, refunded, unconfirmed } from '../journal/takeover/testing/refund-stories'
import { makeTillJournals, type TillJournals } from '../journal/takeover/testing/till-journals'
import { collectKit, restoreFromKit } from './journal-kit'
import { sealKit } from './recovery-kit'

const passphrase = 'nine grey geese fly'
const about = { madeAt: 1_800_000_000_000, till: 'Harbour Road', deviceId: 'till-3' }

let till: TillJournals
beforeEach(async () => {
  till = makeTillJournals()
  await till.setPin()
  await till.write([
    named,
    ...refunded({ number: 1, id: 'pay-1' }),
    ...unconfirmed({ number: 2, id: 'pay-2' }),
  ])
})
afterEach(() => till.remove())

async function savedKit(): Promise<string> {
  const kit = await collectKit(till, about)
  if (!kit.ok) throw new Error(kit.fault.kind)
  return sealKit(kit.value, passphrase)
}

const restore = (text: string, typed = passphrase) =>
  restoreFromKit({ ...till, files: fs, yieldToEventLoop: async () => undefined }, text, typed)

/** Everything that this account's keychain had is gone, and two starts have seen it. */
async function loseKeychain(): Promise<void> {
  till.keychain.secrets.clear()
  for (let start = 0; start < 2; start += 1) {
    till.restart()
    await till.opening()
  }
  till.restart()
}

describe('a recovery kit of a till', () => {
  it('brings back its refunds and its locks after the keychain was lost, by a new record that somebody begins', async () => {
    const kit = await savedKit()
    await loseKeychain()
    const restored = await restore(kit)
    const opening = await till.opening()
    const begun = await till.begin()
    till.restart()
    const journal = await till.openWell()
    expect([restored, opening, begun, statesIn(journal, 1, 2), locksIn(journal, 'pay-1', 'pay-2')]).toEqual([
      { ok: true, value: { journals: 1, missing: 0 } },
      'keychain_emptied, token',
      { ok: true, value: expect.objectContaining({ attempts: 2, undecided: 1, unread: 0 }) },
      ['refunded', 'unconfirmed'],
      [null, markerOf(2)],
    ])
    journal.close()
  })

  it('opens what was written after it was made, too, and never opens a record by itself', async () => {
    const kit = await savedKit()
    await till.write(unconfirmed({ number: 3, id: 'pay-3' }))
    await loseKeychain()
    await restore(kit)
    const opening = await till.opening()
    await till.begin()
    till.restart()
    const journal = await till.openWell()
    expect([opening, statesIn(journal, 1, 2, 3)]).toEqual([
      'keychain_emptied, token',
      ['refunded', 'unconfirmed', 'unconfirmed'],
    ])
    journal.close()
  })

  it('gives back a key alone where only that was lost, and the record opens as it was', async () => {
    const kit = await savedKit()
    till.keychain.secrets.delete(till.entry(`${till.inForce()} key`))
    const restored = await restore(kit)
    till.restart()
    expect([restored.ok, await till.opening()]).toEqual([true, 'open'])
  })

  it('says how many lines the record on this disk lacks that it had', async () => {
    const older = new Map(
      fs.readdirSync(till.folder).map((name) => [name, fs.readFileSync(`${till.folder}/${name}`)]),
    )
    await till.write(unconfirmed({ number: 3, id: 'pay-3' }))
    const kit = await savedKit()
    for (const name of fs.readdirSync(till.folder)) fs.rmSync(`${till.folder}/${name}`, { recursive: true })
    for (const [name, content] of older) fs.writeFileSync(`${till.folder}/${name}`, content)
    await loseKeychain()
    const restored = await restore(kit)
    expect(restored.ok && restored.value.missing).toBeGreaterThan(0)
  })

  it('replaces no key that the keychain has, and says that nothing was lost', async () => {
    const kit = await savedKit()
    const before = new Map(till.keychain.secrets)
    expect(await restore(kit)).toEqual({ ok: false, fault: { kind: 'recovery_kit', why: 'nothing_lost' } })
    expect(till.keychain.secrets).toEqual(before)
  })

  it('of another till, or with a key that opens nothing here, puts nothing into the keychain', async () => {
    const other = makeTillJournals()
    await other.write([named])
    const kit = await collectKit(other, about)
    other.remove()
    if (!kit.ok) throw new Error(kit.fault.kind)
    const id = till.inForce()
    await loseKeychain()
    const names = [...till.keychain.secrets.keys()]
    const wrongKey = { ...kit.value, journals: kit.value.journals.map((journal) => ({ ...journal, id })) }
    const outcomes = [
      await restore(await sealKit(kit.value, passphrase)),
      await restore(await sealKit(wrongKey, passphrase)),
    ]
    const refused = { ok: false, fault: { kind: 'recovery_kit', why: 'other_till' } }
    expect([outcomes, [...till.keychain.secrets.keys()]]).toEqual([[refused, refused], names])
  })

  it('with another passphrase is refused in its own words', async () => {
    const kit = await savedKit()
    await loseKeychain()
    const why = 'wrong_passphrase'
    expect(await restore(kit, 'ten grey geese fly')).toEqual({
      ok: false,
      fault: { kind: 'recovery_kit', why },
    })
  })

  it('is not made of a keychain that does not answer, nor of one without a key', async () => {
    const silent = {
      ...till.keys,
      readKey: async () =>
        ({ ok: false, fault: { kind: 'keychain_unavailable', detail: 'locked' } }) as const,
    }
    expect(await collectKit({ ...till, keys: silent }, about)).toMatchObject({
      ok: false,
      fault: { kind: 'keychain_unavailable' },
    })
    await loseKeychain()
    expect(await collectKit(till, about)).toEqual({
      ok: false,
      fault: { kind: 'recovery_kit', why: 'nothing_to_save' },
    })
  })
})
