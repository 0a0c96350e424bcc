import * as fs from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answeredBy,
  intent,
  lost,
  otherMarker,
  ownMarker,
  snapshot,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { folderOfTest } from '../system/testing/folder-of-test'
import { filesIn, putFiles } from '../system/testing/temporary-folder'
import { pastOf } from './fold'
import { chainStart, type Head } from './journal-line'
import { goOn, type Log, newLog, readLog } from './log'
import { recordFolder } from './open-record'
import { openRecordFiles, type RecordFiles } from './record-files'
import { recordKeys, segmentName } from './segment'
import { type FaultyFiles, makeFaultyFiles } from './testing/faulty-files'

const keys = recordKeys('00000000-0000-4000-8000-000000000001', Buffer.alloc(32, 7))
const day = 24 * 60 * 60 * 1000
let at = startOfDay
const now = () => at
let folder: string
let disk: FaultyFiles
let log: Log

beforeEach(() => {
  at = startOfDay
  folder = folderOfTest()
  disk = makeFaultyFiles(recordFolder(folder))
  log = newLog(disk, keys, now)
})

const begin = (marker = ownMarker, id = 'pay-1') =>
  log.append({ marker, event: { kind: 'sending', at: startOfDay, intent: intent({ marker, id }) } })
const interrupt = (marker = ownMarker) =>
  log.append({ marker, event: { kind: 'interrupted', at: startOfDay } })
const see = (refunded: number) => log.note({ at: startOfDay, id: 'pay-1', refunded, currency: 'HKD' })

/** The log as a program goes on with it that reads it now. */
function goneOn({
  files = disk,
  head = chainStart(keys.id),
  ran,
}: Partial<{ files: RecordFiles; head: Head; ran: () => number }> = {}) {
  const read = readLog(disk, keys, head)
  if (!read.ok) throw new Error(read.fault.detail)
  return goOn(files, keys, read.value, now, ran)
}

/** What another program finds on the disk at this moment. */
function onDisk() {
  const read = readLog(disk, keys, chainStart(keys.id))
  if (!read.ok) return read.fault.why
  const { standing } = read.value.fold
  return { seq: read.value.head.seq, states: [...standing.attempts.values()].map(({ state }) => state) }
}

describe('a line', () => {
  it('changes nothing in memory when the disk did not take it, and nothing more is written to its file', () => {
    begin()
    const failed = disk.whileFull(1, interrupt)
    const state = log.fold().standing.attempts.get(ownMarker)?.state
    const again = interrupt()
    const result = [failed.ok, state, again.ok, disk.names().length, onDisk()]
    expect(result).toEqual([false, 'sending', true, 2, { seq: 4, states: ['unconfirmed'] }])
  })

  it('does not count once another was written in its place, though the disk took it in spite of its error', () => {
    begin()
    Object.assign(disk, { failAfter: 1, takesIt: true })
    const failed = interrupt()
    Object.assign(disk, { failAfter: Number.POSITIVE_INFINITY, takesIt: false })
    const other = begin(otherMarker, 'pay-2')
    expect([failed.ok, other.ok, onDisk()]).toEqual([false, true, { seq: 4, states: ['sending', 'sending'] }])
  })

  it('is not written while another program goes on with the same record', () => {
    begin()
    goneOn().begin()
    expect([interrupt().ok, interrupt().ok]).toEqual([false, false])
  })

  it('of one program is not left behind by another that had read the record before it', () => {
    begin()
    const other = goneOn()
    const written = interrupt()
    const begun = other.begin()
    const result = [written.ok, begun.ok, goneOn().begin().ok, onDisk()]
    expect(result).toEqual([true, false, true, { seq: 4, states: ['unconfirmed'] }])
  })

  it('does not count where another program makes its file while the disk takes the line', () => {
    let meanwhile = () => {}
    const create = (name: string) => {
      const made = disk.create(name)
      const flush = () => {
        made.flush()
        meanwhile()
      }
      return { ...made, flush }
    }
    log = newLog({ ...disk, create }, keys, now)
    log.begin()
    meanwhile = () => void disk.create(segmentName(keys.id, 2))
    expect([begin().ok, log.fold().standing.attempts.size]).toEqual([false, 0])
  })
})

it('a file that was begun for a line that the disk did not take is returned with the next line', () => {
  log.begin()
  log.close()
  log.takeAdded()
  const failed = disk.whileFull(3, () => see(500))
  begin()
  const files = log.takeAdded().map(({ file, head }) => `${file}: ${head.seq}`)
  expect([failed.ok, files]).toEqual([false, ['2: 2', '3: 3', '3: 4']])
})

it('a value that was seen is flushed with the next line, and written again where its file was given up', () => {
  begin()
  see(500)
  const early = log.head().seq
  log.takeAdded()
  disk.whileFull(0, interrupt)
  interrupt()
  const kinds = log.takeAdded().map(({ line }) => Object.keys(line)[2])
  expect([early, kinds, log.head().seq]).toEqual([2, ['first', 'seen', 'marker'], 5])
})

describe('a file', () => {
  it('is followed after two thousand lines by the next, which carries what is open and what was refunded on the same payments', () => {
    begin()
    log.append({ marker: ownMarker, event: answeredBy(lost, 'unconfirmed') })
    for (let line = 0; line < 2100; line += 1) see(line)
    log.flush()
    const result = [disk.names().length, disk.held.size, onDisk()]
    expect(result).toEqual([2, 1, { seq: 2104, states: ['unconfirmed'] }])
  })

  it('carries refunds for thirty days, without asking an index', () => {
    let ran = 0
    const record = { kind: 'record', httpStatus: 200, snapshot: snapshot({ refunded: 2000 }) } as const
    begin()
    log.append({ marker: ownMarker, event: answeredBy(record, 'refunded') })
    const past = [0, 29, 30].map((days) => {
      at = startOfDay + days * day
      log.close()
      log = goneOn({ ran: () => ran })
      ran += 2 * day
      see(2100 + days)
      log.begin()
      return pastOf(log.fold(), 'pay-1').done.map(({ marker, line, told }) => [marker, line, told])
    })
    const done = [[ownMarker, 3, { line: 3, refunded: 2000 }]]
    expect(past).toEqual([done, done, []])
  })

  it('ends before what a power cut left unfinished, and the next one begins there', () => {
    begin()
    see(500)
    log.close()
    const [name = '', bytes = Buffer.alloc(0)] = [...filesIn(folder)][0] ?? []
    const seen: unknown[] = []
    for (const length of [bytes.length, bytes.length - 1, bytes.length - 200]) {
      putFiles(folder, new Map([[name, bytes.subarray(0, length)]]))
      seen.push(onDisk())
    }
    expect(seen).toEqual([
      { seq: 3, states: ['sending'] },
      { seq: 2, states: ['sending'] },
      { seq: 2, states: ['sending'] },
    ])
  })

  it('is damaged, whatever the keychain knows, when a line that does not open comes before one that does', () => {
    begin()
    interrupt()
    log.close()
    const [name = '', bytes = Buffer.alloc(0)] = [...filesIn(folder)][0] ?? []
    const lines = bytes.toString('latin1').split('\n')
    const seen = [0, 1, 2].map((place) => {
      const spoilt = lines.with(place, `${lines[place]?.slice(0, -2)}!!`)
      putFiles(folder, new Map([[name, Buffer.from(spoilt.join('\n'), 'latin1')]]))
      return onDisk()
    })
    expect(seen).toEqual(['journal_damaged', 'journal_damaged', { seq: 2, states: ['sending'] }])
  })

  it('is skipped when a power cut left it without a line, and the next has a higher number', () => {
    begin()
    log.close()
    disk.create(disk.names()[0]?.replace('000001', '000002') ?? '').close()
    const result = [goneOn({ head: log.head() }).begin().ok, disk.names().length, onDisk()]
    expect(result).toEqual([true, 3, { seq: 3, states: ['sending'] }])
  })

  it('is begun only once those that were read are on the disk, because a flush of theirs may have failed', () => {
    begin()
    const flushed: string[] = []
    const files = { ...disk, flush: (name: string) => void flushed.push(name) }
    const next = goneOn({ files })
    next.begin()
    expect([flushed, disk.names()[0]]).toEqual([[disk.names()[0]], expect.stringMatching(/-000001\.log$/)])
  })

  it('leaves nothing when it could not be begun, and the next has a number of its own', () => {
    const failed = disk.whileFull(1, begin)
    expect([failed.ok, disk.names(), begin().ok, disk.names().length]).toEqual([false, [], true, 1])
  })
})

it('leaves no file open whose folder cannot be flushed', () => {
  const open = new Set<number>()
  const disk: typeof fs = {
    ...fs,
    openSync(path, flags, mode) {
      const handle = fs.openSync(path, flags, mode)
      open.add(handle)
      return handle
    },
    closeSync(handle) {
      open.delete(handle)
      fs.closeSync(handle)
    },
    fsyncSync() {
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    },
  }
  const files = openRecordFiles(folderOfTest(), disk, () => undefined)
  expect(() => files.create('a.log')).toThrow('EIO')
  expect(open.size).toBe(0)
})
