import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decidedTo, markerOf, named, unconfirmed } from './takeover/testing/refund-stories'
import { keepHead, makeTillJournals, type TillJournals } from './takeover/testing/till-journals'
import { tamperWith, writeStory } from './testing/journal-story'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})
afterEach(() => till.remove())

const payment = (id: string) => ({ services: [1], id })

describe('a new journal after others', () => {
  it('begins without anything when nothing can be read, says so, and is followed by a third with all that any tells', async () => {
    await till.write([named, ...unconfirmed({ number: 1, id: 'pay-1' })])
    const [file, right] = [till.file(), readFileSync(till.file())]
    writeFileSync(file, Buffer.alloc(right.length, 0xa5))
    const second = await till.beginAndOpen()
    writeStory(second.journal, unconfirmed({ number: 2, id: 'pay-2' }))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    // The right file is found again, too late; then the second is damaged too.
    writeFileSync(file, right)
    till.damage('UPDATE attempts SET cashier = zeroblob(16)')
    const third = await till.beginAndOpen()
    expect([second.begun, third.begun, third.journal.undecided().map(({ intent }) => intent.id)]).toEqual([
      { attempts: 0, undecided: 0, unread: 1, missing: 4 },
      { attempts: 2, undecided: 2, unread: 0, missing: 0 },
      ['pay-1', 'pay-2'],
    ])
    third.journal.close()
  })

  it('is not contradicted by the one before it: what was decided since stays decided', async () => {
    const first = { number: 1, id: 'pay-1' }
    await till.write([named, ...unconfirmed(first)])
    till.damage('UPDATE attempts SET cashier = zeroblob(16)')
    const second = await till.beginAndOpen()
    writeStory(second.journal, decidedTo(first, 'refunded'))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    till.damage('UPDATE events SET line = zeroblob(9) WHERE seq = 3')
    const third = await till.beginAndOpen()
    expect([
      third.begun,
      third.journal.attempt(markerOf(1))?.state,
      third.journal.lockOn(payment('pay-1')),
    ]).toEqual([{ attempts: 1, undecided: 0, unread: 0, missing: 1 }, 'refunded', null])
    third.journal.close()
  })

  it('locks where two journals of which nobody knows the order contradict each other', async () => {
    const first = { number: 1, id: 'pay-1' }
    await till.write([named, ...unconfirmed(first)])
    const one = till.inForce()
    till.damage('UPDATE attempts SET cashier = zeroblob(16)')
    const second = await till.beginAndOpen()
    writeStory(second.journal, decidedTo(first, 'not_refunded'))
    await keepHead(till.keys, second.journal)
    second.journal.close()
    // Its first line is lost, and with it the word that it took over all of the other.
    till.damage('UPDATE events SET line = zeroblob(9) WHERE seq = 1; UPDATE attempts SET row = zeroblob(9)')
    tamperWith(till.file(), `UPDATE events SET line = zeroblob(9) WHERE seq IN (6, 7)`)
    const third = await till.beginAndOpen()
    expect([one === till.inForce(), third.journal.attempt(markerOf(1))?.state]).toEqual([
      false,
      'unconfirmed',
    ])
    third.journal.close()
  })
})

describe('a beginning that is cut short', () => {
  it('at any write of the keychain leaves the old state, and can be done again', async () => {
    await till.write([named, ...unconfirmed({ number: 1, id: 'pay-1' })])
    rmSync(till.file())
    const inForce = till.inForce()
    let writes = 0
    for (let refused = 1; refused < 4; refused += 1) {
      writes = 0
      till.keychain.breakWrites(() => {
        writes += 1
        return writes >= refused
      })
      const begun = await till.begin()
      till.keychain.breakWrites(null)
      till.restart()
      expect([begun.ok, till.inForce(), await till.opening()]).toEqual([
        false,
        inForce,
        'journal_missing, token',
      ])
    }
    const { journal } = await till.beginAndOpen()
    expect(journal.lockOn(payment('pay-1'))).toMatchObject({ kind: 'unread' })
    journal.close()
  })

  it('after the switch is finished by the next start', async () => {
    await till.write([named])
    rmSync(till.file())
    let writes = 0
    till.keychain.breakWrites(() => {
      writes += 1
      return writes > 3
    })
    const begun = await till.begin()
    till.keychain.breakWrites(null)
    till.restart()
    expect([begun.ok, await till.opening(), await till.vault().note()]).toMatchObject([
      true,
      'open',
      { value: { journal: till.inForce() } },
    ])
  })
})
