import { describe, expect, it } from 'vitest'
import { intent, ownMarker, snapshot, startOfDay } from '../../shared/testing/refund-samples'
import { folderOfTest } from '../system/testing/folder-of-test'
import { piecesOf, textOf } from './export/testing/exported-journal'
import type { Journal } from './journal'
import { indexName } from './journal-index'
import { recordFolder } from './open-record'
import { breakIndex, makeJournalPlace } from './testing/journal-place'
import { answeredRefund, contentsOf, finishStory, story, verifyWhole } from './testing/journal-story'
import { makeTillJournals } from './testing/till-journals'
import { makeWindowsDisk, type WindowsDisk } from './testing/windows-disk'

function exported(journal: Journal, as: 'csv' | 'json'): number | string {
  const text = textOf(piecesOf(journal, as))
  return text.includes('export_not_read') ? 'export_not_read' : text.split('\n').length
}

/** Runs a till through a first start, a full file, a failed write, a broken index, damage and a new record. */
async function life(windows?: (folder: string) => WindowsDisk): Promise<readonly unknown[]> {
  const till = makeTillJournals(undefined, undefined, windows)
  await till.addManager()
  await till.write(story)
  let journal = await till.openWell()
  for (let seen = 0; seen < 2100; seen += 1) {
    journal.raiseHighWater(snapshot({ id: `pay-${seen + 10}`, refunded: 100 }))
  }
  const refund = answeredRefund(intent({ marker: 'R-DDDDDDDDDD', id: 'pay-4' }), startOfDay, 2000)
  const steps = () =>
    refund.map((step) => ('event' in step ? journal.append(step.marker, step.event).ok : null))
  const failed = till.disk.whileFull(1, steps)
  const written = steps()
  verifyWhole(journal)
  breakIndex(till.folder)
  journal.highWater('pay-11')
  const during = [journal.isReady(), steps()]
  const told = verifyWhole(journal)
  const after = [journal.highWater('pay-11'), contentsOf(journal)]
  await till.end(journal)
  journal = await till.openWell()
  const again = [
    verifyWhole(journal),
    contentsOf(journal),
    exported(journal, 'csv'),
    exported(journal, 'json'),
  ]
  await till.end(journal)
  till.damage()
  const begun = await till.beginAndOpen()
  verifyWhole(begun.journal)
  const anew = [begun.begun, begun.journal.undecided().length, exported(begun.journal, 'csv')]
  return [failed, written, during, told, after, again, anew]
}

describe('under Windows’ rules for files', () => {
  /** The result of the same on any other system, run once. */
  let elsewhere: ReturnType<typeof life> | null = null

  it.each([0, 900])(
    'a record works as on any system while an antivirus program holds every file for %i ms',
    async (scansFor) => {
      const disks: WindowsDisk[] = []
      const lived = await life((folder) => {
        const disk = Object.assign(makeWindowsDisk(folder), { scansFor })
        disks.push(disk)
        return disk
      })
      elsewhere ??= life()
      expect(lived).toEqual(await elsewhere)
      const refused = new Set(
        disks.flatMap((disk) => disk.refused.filter((what) => what.startsWith('remove'))),
      )
      expect([...refused]).toEqual(['remove index.db'])
    },
  )

  /** A record of two runs, on a disk that holds nothing yet. */
  async function heldRecord() {
    const folder = folderOfTest()
    const disk = makeWindowsDisk(recordFolder(folder))
    const place = makeJournalPlace(
      () => startOfDay,
      folder,
      () => 0,
      disk,
    )
    await finishStory(place)
    disk.endProgram()
    place.end(await place.openWell())
    disk.endProgram()
    const [first = '', second = ''] = place.segments()
    return { place, disk, first, second }
  }

  it('a closed file that another program holds is not damaged, and is verified, indexed and exported later', async () => {
    const { place, disk, first } = await heldRecord()
    disk.files.remove(indexName)
    disk.held.add(first)
    const journal = await place.openWell()
    const during = [
      ...Array.from({ length: 5 }, () => journal.workBehind(20)),
      journal.isReady(),
      journal.standing().alarms.length,
      exported(journal, 'json'),
    ]
    disk.held.clear()
    const told = verifyWhole(journal)
    expect([during, told, journal.isReady(), exported(journal, 'json')]).toEqual([
      [true, true, true, true, true, false, 1, 'export_not_read'],
      ['Two lines'],
      true,
      expect.any(Number),
    ])
  })

  it.each([
    ['gone', true],
    ['there', false],
  ])(
    'a closed file that this account may never read is told and keeps no refund off, where the index is %s',
    async (_, isGone) => {
      const { place, disk, first } = await heldRecord()
      if (isGone) disk.files.remove(indexName)
      disk.held.add(first)
      const journal = await place.openWell()
      expect([journal.isReady(), verifyWhole(journal), journal.isReady()]).toEqual([
        !isGone,
        ['Two lines', `Files of ${place.id} before line 2 are missing.`],
        true,
      ])
    },
  )

  it('a closed file that was held for minutes while the index was made anew is indexed at the next start', async () => {
    const { place, disk, second } = await heldRecord()
    disk.files.remove(indexName)
    const found: unknown[] = []
    for (const held of [[second], []]) {
      for (const name of held) disk.held.add(name)
      const journal = await place.openWell()
      verifyWhole(journal)
      found.push([journal.highWater('pay-1'), journal.lines(ownMarker).length])
      place.end(journal)
      disk.endProgram()
      disk.held.clear()
    }
    expect(found).toEqual([
      [null, 0],
      [0, 3],
    ])
  })
})
