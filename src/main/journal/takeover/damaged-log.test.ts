import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byExtent } from '../../../shared/testing/extent'
import { readWal } from '../../database/sqlite-wal'
import { writeStory } from '../testing/journal-story'
import { markerOf, named, refunded, unconfirmed } from './testing/refund-stories'
import { keepHead, makeTillJournals, type TillJournals } from './testing/till-journals'

const pageBytes = 4096
const headerBytes = 32
const frameBytes = 24 + pageBytes

let till: TillJournals
let early: ReadonlyMap<string, string>
let killed: { readonly file: string; readonly log: Buffer; restore(log: Buffer): void }

/** Four refunds were written, and then the program was killed: most of its journal stands in the log. */
beforeEach(async () => {
  till = makeTillJournals()
  await till.setPin()
  await till.write([named])
  const file = till.file()
  early = new Map(till.keychain.secrets)
  const journal = await till.openWell()
  const of = (number: number) => ({ number, id: `pay-${number}` })
  for (const story of [refunded(of(1)), refunded(of(2)), unconfirmed(of(3)), refunded(of(4))])
    writeStory(journal, story)
  await keepHead(till.keys, journal)
  const whole = readFileSync(file)
  const log = readFileSync(`${file}-wal`)
  const secrets = new Map(till.keychain.secrets)
  journal.close()
  killed = {
    file,
    log,
    restore(bytes) {
      for (const name of readdirSync(till.folder)) rmSync(join(till.folder, name), { recursive: true })
      writeFileSync(file, whole)
      writeFileSync(`${file}-wal`, bytes)
      till.keychain.secrets.clear()
      for (const [entry, secret] of secrets) till.keychain.secrets.set(entry, secret)
      till.restart()
    },
  }
})
afterEach(() => till.remove())

/** The log with its frame of that number zeroed, or one bit of its page the other way round. */
function damaged(frame: number, how: 'zeroed' | 'flipped'): Buffer {
  const log = Buffer.from(killed.log)
  const at = headerBytes + frame * frameBytes
  if (how === 'zeroed') log.fill(0, at, at + frameBytes)
  else log.writeUInt8(log.readUInt8(at + 2000) ^ 1, at + 2000)
  return log
}

/** One frame in so many is damaged. */
const step = byExtent({ quick: 9, ci: 4, night: 1 })
const frames = () => Math.floor((killed.log.length - headerBytes) / frameBytes)

describe('a log that is damaged before its end', () => {
  it.each(['zeroed', 'flipped'] as const)(
    'is not opened, stays as it is, and a new journal takes over what lies behind a frame that is %s',
    async (how) => {
      const found = []
      for (let frame = 0; frame < frames(); frame += step) {
        const log = damaged(frame, how)
        if (readWal(log, pageBytes).unread < 2) continue
        killed.restore(log)
        const opening = await till.opening()
        const untouched = readFileSync(`${killed.file}-wal`).equals(log)
        const begun = await till.begin()
        till.restart()
        const journal = await till.openWell()
        const known = [1, 2, 3, 4].filter((number) => journal.attempt(markerOf(number)) !== null)
        journal.close()
        found.push({ opening, untouched, begun: begun.ok, known: known.length })
      }
      expect(found.length).toBeGreaterThan(20 / step)
      expect(new Set(found.map((each) => JSON.stringify(each)))).toEqual(
        new Set([
          JSON.stringify({ opening: 'journal_damaged, pin', untouched: true, begun: true, known: 4 }),
        ]),
      )
    },
  )

  it.each([
    ['its own head', headerBytes],
    ['its first page', pageBytes],
  ])('is not opened and taken over too when %s is damaged', async (_, bytes) => {
    const log = Buffer.from(killed.log).fill(0, 0, bytes)
    killed.restore(log)
    const opening = await till.opening()
    const untouched = readFileSync(`${killed.file}-wal`).equals(log)
    const begun = await till.begin()
    expect([opening, untouched, begun]).toMatchObject([
      'journal_damaged, pin',
      true,
      { ok: true, value: { attempts: 4, undecided: 1 } },
    ])
  })
})

it('a log whose last transaction alone does not hold is no damage: a power cut leaves it so, and nothing stays behind', async () => {
  const last = readWal(killed.log, pageBytes).frames.length - 1
  const log = damaged(last - 1, 'flipped')
  killed.restore(log)
  // The head that the keychain keeps is of before that transaction: its line was told to nobody yet.
  for (const [entry, secret] of early) till.keychain.secrets.set(entry, secret)
  const opening = await till.opening()
  const left = `${killed.file}-wal`
  expect([readWal(log, pageBytes).unread, opening, existsSync(left) ? statSync(left).size : 0]).toEqual([
    1,
    'open',
    0,
  ])
})
