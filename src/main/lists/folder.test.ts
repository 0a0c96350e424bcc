import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFiles } from './read-list'
import { outageTillForEachTest } from './testing/outage-till'

const setUp = outageTillForEachTest()

/** A drive that gives no answer before it is told to. */
function unanswered() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((answer) => {
    resolve = answer
  })
  return { promise, resolve: () => resolve() }
}

describe('the folder that the policy names', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-watched-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has its newest list taken once', async () => {
    writeFileSync(path.join(folder, 'day.csv'), 'T1\nT2\n')
    const { until, clock, asked } = setUp(folder)
    const state = await until(({ folder: told, counts }) => told?.lastTaken != null && counts.found === 2)
    const before = asked.length
    await clock.advance(180_000)
    expect([state.folder?.lastTaken?.name, state.folder?.fault, asked.length]).toEqual([
      'day.csv',
      null,
      before,
    ])
  })

  it('has a list taken again when it has changed, and after a restart only then', async () => {
    const file = path.join(folder, 'day.csv')
    writeFileSync(file, 'T1\n')
    const first = setUp(folder)
    await first.until(({ counts }) => counts.found === 1)
    await first.end()
    const second = setUp(folder)
    await second.pass(130)
    const before = [...second.asked]
    writeFileSync(file, 'T2\nT3\n')
    await second.pass(130)
    const { folder: told } = await second.until(({ counts }) => counts.found === 2)
    expect([before, second.asked, told?.lastTaken?.codes]).toEqual([[], ['T2', 'T3'], 2])
  })

  it('does not bring a list back after all copies were forgotten', async () => {
    writeFileSync(path.join(folder, 'day.csv'), 'T1\n')
    const { until, pass, copies, asked } = setUp(folder)
    await until(({ counts }) => counts.found === 1)
    await copies.forgetAll()
    await pass(130)
    expect(asked).toEqual(['T1'])
  })

  it('says which list was not taken, reads it no second time, and looks at what takes its place', async () => {
    const file = path.join(folder, 'day.csv')
    writeFileSync(file, 'T1\n"T2')
    let reads = 0
    const read: typeof listFiles.read = (place) => {
      reads += 1
      return listFiles.read(place)
    }
    const { until, pass, lists } = setUp(folder, { ...listFiles, read })
    const told = await until((state) => state.folder?.fault != null)
    await pass(300)
    const later = await lists.read()
    const before = reads
    writeFileSync(file, 'T1\n"T2"')
    await pass(70)
    const { folder: mended } = await until(({ counts }) => counts.found === 2)
    const fault = { kind: 'list_not_taken', name: 'day.csv', why: 'quote_not_closed', line: 2 }
    expect([told.folder?.fault, later.folder?.fault, before, mended?.fault]).toEqual([fault, fault, 1, null])
  })

  it('says that it has gone, and is looked at again when it is back', async () => {
    const away = path.join(folder, 'gone')
    const { until, pass } = setUp(away)
    const gone = await until((state) => state.folder?.fault != null)
    mkdirSync(away)
    writeFileSync(path.join(away, 'day.csv'), 'T1')
    await pass(70)
    const back = await until(({ counts }) => counts.found === 1)
    expect([gone.folder?.fault, back.folder?.fault]).toEqual([
      { kind: 'list_not_taken', name: 'gone', why: 'folder_missing', line: 0 },
      null,
    ])
  })

  it('on a drive that has gone is said to give no answer, and neither codes nor other folders wait for it', async () => {
    const drive = unanswered()
    let questions = 0
    const newest: typeof listFiles.newest = async (place) => {
      questions += 1
      await drive.promise
      return listFiles.newest(place)
    }
    const elsewhere = path.join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(path.join(elsewhere, 'hand.csv'), 'T1')
    writeFileSync(path.join(folder, 'day.csv'), 'T2')
    const { lists, until, pass } = setUp(folder, { ...listFiles, newest })
    await pass(16)
    const gone = await lists.read()
    const given = await lists.giveFile(path.join(elsewhere, 'hand.csv'))
    await until(({ counts }) => counts.found === 1)
    await pass(180)
    const before = questions
    drive.resolve()
    await pass(70)
    const back = await until((state) => state.folder?.lastTaken != null)
    expect([
      gone.folder?.fault?.kind,
      gone.folder?.fault,
      given.ok,
      before,
      back.folder?.lastTaken?.name,
    ]).toEqual([
      'list_not_taken',
      { kind: 'list_not_taken', name: path.basename(folder), why: 'no_answer', line: 0 },
      true,
      1,
      'day.csv',
    ])
  })

  it('is asked again where a chosen file’s drive did not answer once', async () => {
    const place = path.join(folder, 'hand.csv')
    writeFileSync(place, 'T1')
    const drive = unanswered()
    const readChosen: typeof listFiles.readChosen = async (chosen) => {
      await drive.promise
      return listFiles.readChosen(chosen)
    }
    const { lists, pass } = setUp('', { ...listFiles, readChosen })
    const first = lists.giveFile(place)
    await pass(16)
    const refused = await first
    drive.resolve()
    await pass(1)
    const second = await lists.giveFile(place)
    const fault = { kind: 'list_not_taken', name: 'hand.csv', why: 'no_answer', line: 0 }
    expect([refused, second.ok]).toEqual([{ ok: false, fault }, true])
  })

  it('goes on being looked at after a mistake of ours', async () => {
    writeFileSync(path.join(folder, 'day.csv'), 'T1')
    let looks = 0
    const newest: typeof listFiles.newest = (place) => {
      looks += 1
      return looks === 1 ? Promise.reject(new Error('a mistake')) : listFiles.newest(place)
    }
    const { until, pass } = setUp(folder, { ...listFiles, newest })
    await pass(70)
    const { counts } = await until((state) => state.counts.found === 1)
    expect(counts.found).toBe(1)
  })

  it('is never waited for by a pipe that takes a list’s place', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe.csv')])
    const { until } = setUp(folder)
    const state = await until(({ folder: told }) => told?.fault != null)
    expect(state.folder?.fault).toMatchObject({ kind: 'list_not_taken', why: 'not_a_file' })
  })
})
