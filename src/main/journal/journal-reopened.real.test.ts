import * as fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../shared/base/result'
import { isUndecided } from '../../shared/refund/refund'
import { runs } from '../../shared/testing/property-size'
import { snapshot, startOfDay } from '../../shared/testing/refund-samples'
import type { Journal } from './journal'
import { recordFolder } from './open-record'
import { openRecordFiles } from './record-files'
import {
  beginEvent,
  type JournalModel,
  type JournalStep,
  journalStep,
  makeJournalModel,
  paymentIds,
  stepMarker,
} from './testing/journal-model'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { attemptsIn } from './testing/journal-reading'
import { finishStory, verifyWhole } from './testing/journal-story'

let place: JournalPlace
beforeEach(() => {
  place = makeJournalPlace(() => startOfDay)
})

/** What a journal returns, and what it must return. */
function said(journal: Journal) {
  return {
    standing: journal.standing(),
    attempts: new Map(attemptsIn(journal).map((each) => [each.intent.marker, each])),
    undecided: new Set(journal.undecided()),
    lockedByAttempts: valuesOf((id) => 'intent' in (journal.lockOn(id) ?? {})),
    highWater: valuesOf((id) => journal.highWater(id)),
  }
}
function due(model: JournalModel) {
  const undecided = [...model.attempts().values()].filter(({ state }) => isUndecided(state))
  return {
    standing: model.standing(),
    attempts: model.attempts(),
    undecided: new Set(undecided),
    lockedByAttempts: valuesOf((id) => undecided.some(({ intent }) => intent.id === id)),
    highWater: valuesOf(model.highWater),
  }
}
function valuesOf(read: (id: string) => unknown) {
  return paymentIds.map(read)
}

/** A killed program leaves the files as they are at that moment; the journal in memory is just dropped. */
async function restart(journal: Journal, how: 'reopen' | 'kill' | 'lose index'): Promise<Journal> {
  const left = place.files()
  journal.close()
  if (how === 'kill') place.put(left)
  else place.head = journal.head()
  if (how === 'lose index') place.put(new Map([...place.files()].filter(([name]) => name.endsWith('.log'))))
  return place.openWell()
}

function must<T>(written: Result<T, unknown>): T {
  if (!written.ok) throw new Error(JSON.stringify(written.fault))
  return written.value
}

/** Takes one step in both. Returns the journal that is open afterwards. */
async function take(journal: Journal, model: JournalModel, step: JournalStep): Promise<Journal> {
  switch (step.do) {
    case 'begin':
    case 'event': {
      const count = model.attempts().size
      const marker = stepMarker(step.do === 'begin' ? count : step.which % Math.max(1, count))
      const event =
        step.do === 'begin' ? beginEvent(model, marker, step.payment) : ownEvent(model, marker, step.event)
      const written = journal.append(marker, event)
      const seq = written.ok ? written.value.line : 1
      expect(written.ok ? written.value.state : written.fault.kind).toBe(model.append(marker, event, seq))
      return journal
    }
    case 'payment':
      model.appendPayment(step.event, must(journal.appendPayment(step.event)))
      return journal
    case 'till':
      model.appendTill(step.event, must(journal.appendTill(step.event)))
      return journal
    case 'raise': {
      const show = snapshot({ id: paymentIds[step.payment] ?? '', refunded: step.refunded })
      expect(journal.raiseHighWater(show).ok).toBe(true)
      model.raise(show)
      return journal
    }
    case 'verify':
      journal.workBehind(0)
      return journal
    case 'keep head':
      place.head = journal.head()
      return journal
    case 'reopen':
    case 'kill':
    case 'lose index':
      return restart(journal, step.do)
  }
}

/** Makes a show be of the attempt's own payment. */
function ownEvent(
  model: JournalModel,
  marker: string,
  event: Extract<JournalStep, { do: 'event' }>['event'],
) {
  const id = model.attempts().get(marker)?.intent.id ?? ''
  if (event.kind === 'checked') {
    return { ...event, snapshot: { ...event.snapshot, id } }
  }
  if (event.kind === 'answered' && event.answer.kind === 'record') {
    return { ...event, answer: { ...event.answer, snapshot: { ...event.answer.snapshot, id } } }
  }
  return event
}

it('any history of a journal gives what the model in memory gives, wherever it was closed, killed, reopened or checked, or its index deleted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(journalStep, { maxLength: 60 }), async (steps) => {
      fs.rmSync(place.folder, { recursive: true })
      place = makeJournalPlace(() => startOfDay)
      place.create()
      const model = makeJournalModel()
      let journal = await place.openWell()
      for (const step of steps) journal = await take(journal, model, step)
      expect(said(journal)).toEqual(due(model))
      expect(verifyWhole(journal).filter((told) => told !== 'One')).toEqual([])
      journal = await restart(journal, 'reopen')
      expect(said(journal)).toEqual(due(model))
      journal.close()
    }),
    { numRuns: runs(60) },
  )
}, 3_600_000)

/** Reads what a refund rests on. A read that breaks the index is repeated once the index is rebuilt. */
function reliedOn(journal: Journal) {
  const ask = () => ({
    ...{ standing: journal.standing(), highWater: valuesOf((id) => journal.highWater(id)) },
    lowerings: valuesOf((id) => journal.loweredAt(id)),
    attempts: Array.from({ length: 8 }, (_, count) => journal.attempt(stepMarker(count))),
  })
  const first = ask()
  if (journal.isReady()) return first
  verifyWhole(journal)
  return ask()
}

const isIndex = (name: string) => !name.endsWith('.log')

type Harm = 'gone' | 'cut' | 'older' | 'of another record'
const harm = fc.record({
  what: fc.constantFrom<Harm>('gone', 'cut', 'older', 'of another record'),
  share: fc.double({ min: 0, max: 0.99, noNaN: true }),
})

it('any index file that is there at the start changes no answer that a refund rests on, whether it is gone, cut, older or another record’s', async () => {
  const other = makeJournalPlace(() => startOfDay)
  await finishStory(other)
  const foreign = [...other.files()].filter(([name]) => isIndex(name))
  await fc.assert(
    fc.asyncProperty(fc.array(journalStep, { maxLength: 40 }), harm, async (steps, { what, share }) => {
      fs.rmSync(place.folder, { recursive: true })
      place = makeJournalPlace(() => startOfDay)
      place.create()
      const model = makeJournalModel()
      const copies: (readonly [string, Buffer])[][] = []
      let journal = await place.openWell()
      for (const step of steps) {
        if (step.do === 'reopen') {
          verifyWhole(journal)
          await Promise.resolve()
        }
        journal = await take(journal, model, step)
        if (step.do === 'reopen') copies.push([...place.files()].filter(([name]) => isIndex(name)))
      }
      verifyWhole(journal)
      await Promise.resolve()
      journal = await restart(journal, 'reopen')
      const due = reliedOn(journal)
      place.end(journal)
      const all = [...place.files()]
      const lines = all.filter(([name]) => !isIndex(name))
      const index: Record<Harm, readonly (readonly [string, Buffer])[]> = {
        gone: [],
        cut: all
          .filter(([name]) => isIndex(name))
          .map(([name, bytes]) => [name, bytes.subarray(0, Math.floor(bytes.length * share))]),
        older: copies[Math.floor(copies.length * share)] ?? [],
        'of another record': foreign,
      }
      place.put(new Map([...lines, ...index[what]]))
      journal = await place.openWell()
      const during = reliedOn(journal)
      verifyWhole(journal)
      expect([during, reliedOn(journal)]).toEqual([due, due])
      journal.close()
    }),
    {
      numRuns: runs(40),
      // One byte of its last page is left, which SQLite reads as a page without rows.
      examples: [
        [
          [{ do: 'begin', payment: 0 }, { do: 'lose index' }],
          { what: 'cut', share: (9 * 4096 + 1) / (10 * 4096) },
        ],
      ],
    },
  )
}, 3_600_000)

describe('a record that is gone on with', () => {
  it.each([
    ['EACCES', 'open'],
    ['EBUSY', 'journal_unwritable'],
  ])('where its files can be read and opening them for writing says %s is %s', async (code, found) => {
    const openSync: typeof fs.openSync = (file, flags, mode) => {
      if (flags === 'r+') throw Object.assign(new Error(code), { code })
      return fs.openSync(file, flags, mode)
    }
    const denied = openRecordFiles(recordFolder(place.folder), { ...fs, openSync }, () => undefined)
    await finishStory(place)
    const opened = await place.open({ files: denied })
    if (opened.ok) opened.value.close()
    expect(opened.ok ? 'open' : opened.fault.why).toBe(found)
  })

  it('opens where a folder is in the place of the file before its newest, and says that files are missing', async () => {
    await finishStory(place)
    place.end(await place.openWell())
    const path = join(recordFolder(place.folder), place.segments().at(-2) ?? '')
    fs.rmSync(path)
    fs.mkdirSync(path)
    const told = verifyWhole(await place.openWell())
    expect(told).toEqual(['Two lines', expect.stringMatching(/damaged|missing/)])
  })
})
