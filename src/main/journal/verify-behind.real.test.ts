import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '../../shared/testing/refund-samples'
import { indexName } from './journal-index'
import { recordFolder } from './open-record'
import { segmentName } from './segment'
import { edit, type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { acted, finishStory, story, verifyWhole, writeStory } from './testing/journal-story'
import { makeTillJournals } from './testing/till-journals'

let place: JournalPlace
beforeEach(async () => {
  place = makeJournalPlace(() => startOfDay)
  await finishStory(place)
})

const act = { till: acted }

/** Changes a letter of the file's second line. */
const spoil = (name: string) => edit(name, (text) => text.replace(/(\n.{200})./, '$1!'))
const file = (name = '') => join(recordFolder(place.folder), name)

async function told(): Promise<readonly string[]> {
  const journal = await place.openWell()
  const found = verifyWhole(journal).filter((detail) => detail !== 'Two lines')
  place.end(journal)
  return found
}

it('damage is found although the folder could not be listed for a while', async () => {
  await told()
  const older = file(place.segments().at(-2))
  spoil(older)
  const journal = await place.openWell()
  const { names } = place.disk
  Object.assign(place.disk, {
    names: () => {
      throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
    },
  })
  const during = journal.workBehind(5)
  Object.assign(place.disk, { names })
  expect([during, verifyWhole(journal).length > 0]).toEqual([true, true])
})

describe('the files of earlier runs', () => {
  it('are valid, also where one was given up', async () => {
    const journal = await place.openWell()
    place.disk.whileFull(1, () => expect(() => writeStory(journal, [act])).toThrow())
    writeStory(journal, [act])
    place.end(journal)
    expect(await told()).toEqual([])
  })

  it.each(['7 +R-', '999 . ab', 'x'])(
    'are valid where a power cut left %j behind the end of one',
    async (torn) => {
      appendFileSync(file(place.segments().at(-1)), torn)
      expect(await told()).toEqual([])
    },
  )

  it.each([
    ['a line of one is changed', spoil, 2],
    ['one is gone', (name: string) => rmSync(name), 1],
    ['one is empty', (name: string) => writeFileSync(name, ''), 1],
  ])('raise one alarm when %s, and refunds stay as they are', async (_, harm, number) => {
    await told()
    await told()
    harm(file(place.segments()[1]))
    const first = await told()
    const journal = await place.openWell()
    const [alarm] = journal
      .standing()
      .alarms.filter(({ event }) => 'detail' in event && event.detail !== 'Two lines')
    const seen = { line: alarm?.line ?? 1, by: 'Sam', note: 'Seen' }
    journal.appendTill({ kind: 'alarm_acknowledged', at: startOfDay, ...seen })
    const locked = journal.lockOn('pay-2') !== null
    place.end(journal)
    rmSync(file(indexName))
    const outcome = [first, locked, await told()]
    expect(outcome).toEqual([[`${segmentName(place.id, number)} is damaged.`], true, []])
  })

  it.each([0, 1])(
    'raise their alarm once the disk takes it, which took %i writes when damage was found',
    async (writes) => {
      await told()
      spoil(file(place.segments()[1]))
      const journal = await place.openWell()
      const during = place.disk.whileFull(writes, () => verifyWhole(journal))
      const found = verifyWhole(journal)
      expect([during.length, found.slice(1)]).toEqual([1, [`${segmentName(place.id, 2)} is damaged.`]])
    },
  )

  it('are not read at opening, however long ago the last one was: only the newest file is', async () => {
    await told()
    await told()
    const newest = place.segments().at(-1)
    const read = new Set<string>()
    const noted = (name: string) => {
      read.add(name)
      return place.disk.read(name)
    }
    const files = { ...place.disk, read: noted, readNow: noted }
    const now = () => startOfDay + 8 * 24 * 3_600_000
    await place.openWell({ now, files })
    expect([...read]).toEqual([newest])
  })

  it('are reported as missing where they do not begin with the first', async () => {
    await told()
    rmSync(file(place.segments()[0]))
    expect(await told()).toEqual([`Files of ${place.id} before line 2 are missing.`])
  })

  it('are verified in an earlier record too, and damage since then is reported', async () => {
    const { told, files } = await toldOfEarlier(([, second = '']) => spoil(second))
    expect(told).toEqual([`${basename(files[1] ?? '')} is damaged.`])
  })

  it.each([
    ['all of them are', 0, false],
    ['the newest is', -1, false],
    ['all of them and the index are', 0, true],
    ['the newest and the index are', -1, true],
  ])('are missed in an earlier record too when %s gone', async (_, from, isIndexGone) => {
    const { told, earlier } = await toldOfEarlier((files) => {
      for (const name of files.slice(from)) rmSync(name)
      if (isIndexGone) rmSync(join(dirname(files[0] ?? ''), indexName))
    })
    expect(told).toEqual([`The newest files of ${earlier} are missing.`])
  })

  it('are missed there too when an unknown record lies beside them by then', async () => {
    const { told, earlier } = await toldOfEarlier((files) => {
      rmSync(files.at(-1) ?? '')
      const folder = dirname(files[0] ?? '')
      for (const name of place.segments()) copyFileSync(file(name), join(folder, name))
    })
    expect(told).toEqual([
      `A record that this one knows nothing of lies beside it: ${place.id}`,
      `The newest files of ${earlier} are missing.`,
    ])
  })
})

/** Spoils files of a record that another has replaced, and returns what the verification tells from then on. */
async function toldOfEarlier(spoil: (files: readonly string[]) => void) {
  const till = makeTillJournals()
  await till.write(story)
  await till.write([])
  await till.write([act])
  const files = till.files()
  const earlier = till.inForce()
  till.damage()
  const { journal } = await till.beginAndOpen()
  const before = verifyWhole(journal)
  await till.end(journal)
  spoil(files)
  const told = verifyWhole(await till.openWell()).slice(before.length)
  return { told, files, earlier }
}
