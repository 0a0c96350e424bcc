import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { deferred } from '../system/testing/deferred'
import { folderOfTest } from '../system/testing/folder-of-test'
import { type listFiles, refuseList } from './read-list'
import { answering, isDone, list, openListTill } from './testing/list-till'

const watched = '/lists'
const fault = (name: string, why: string, line = 0) => ({ kind: 'list_not_taken', name, why, line })

/** A folder in memory, on a drive that a test can take away. */
function makeFolder() {
  const texts = new Map<string, string>()
  const state = { newest: '', isMissing: false, looks: 0, drive: Promise.resolve() }
  async function read(place: string) {
    await state.drive
    const name = path.basename(place)
    return succeed(list(name, texts.get(name) ?? ''))
  }
  const files: typeof listFiles = {
    async newest() {
      state.looks += 1
      await state.drive
      if (state.isMissing) return refuseList('lists', 'not_readable')
      const { newest } = state
      if (newest === '') return succeed(null)
      return succeed({ place: path.join(watched, newest), stamp: `${newest} ${texts.get(newest)}` })
    },
    read,
  }
  function put(name: string, text: string): void {
    texts.set(name, text)
    state.newest = name
  }
  /** Returns a function that brings the drive back. */
  function takeDriveAway(): () => void {
    const { promise, keep } = deferred()
    state.drive = promise
    return keep
  }
  return { state, files, put, takeDriveAway }
}

describe('the folder that the policy names', () => {
  it('has its newest list taken once, again when it has changed, and after a restart only then', async () => {
    const { files, put } = makeFolder()
    put('day.csv', 'T1')
    const first = openListTill({ watched, files })
    await first.until(({ counts }) => counts.found === 1)
    await first.pass(130)
    await first.end()
    const second = openListTill({ watched, files, folder: first.folder })
    await second.pass(130)
    const before = [...second.asked]
    put('day.csv', 'T2\nT3')
    const { folder: told } = await second.until(({ counts }) => counts.found === 2)
    const lastTaken = { name: 'day.csv', codes: 2, when: expect.any(String) }
    const outcome = [first.asked, before, second.asked, told]
    expect(outcome).toEqual([['T1'], [], ['T2', 'T3'], { path: watched, lastTaken, fault: null }])
  })

  it('has its list replaced as often as it is written anew, so that nothing piles up', async () => {
    const { files, put } = makeFolder()
    const { pass, lists, till } = openListTill({ watched, files })
    till.isOffline = true
    const waiting: number[] = []
    for (const text of ['T1\nT2', 'T1\nT2\nT3', 'T1\nT2\nT3\nT4']) {
      put('day.csv', text)
      await pass(130)
      waiting.push((await lists.read()).counts.waiting)
    }
    expect(waiting).toEqual([2, 3, 4])
  })

  it('has a list that is written anew gone on with behind the codes that brought no record within the hour', async () => {
    const { files, put } = makeFolder()
    const { pass, until, payments, asked, clock } = openListTill({ watched, files })
    const other = { kind: 'other_record', code: '' } as const
    payments.answerShowsWith(
      answering({ gone: { kind: 'not_found', message: '' }, 'odd-1': other, 'odd-2': other }),
    )
    const times = (wanted: string) => asked.filter((code) => code === wanted).length
    const text = 'transaction_id\ngone\nodd-1\nodd-2\nT1'
    // Each odd code is tried for longer than a list stands.
    for (let minutes = 0; minutes < 20; minutes += 2) {
      put('day.csv', `${text}${'\nT2'.repeat(minutes)}`)
      await pass(130)
    }
    const { counts } = await until(isDone)
    const within = [
      times('gone'),
      times('odd-1'),
      times('odd-2'),
      times('T1'),
      counts.not_found,
      counts.unread,
    ]
    await clock.advance(3_600_000)
    put('day.csv', text)
    await until(() => times('gone') > 1)
    expect(within).toEqual([1, 4, 4, 1, 1, 2])
  })

  it('does not bring a list back after all copies were forgotten', async () => {
    const { files, put } = makeFolder()
    put('day.csv', 'T1')
    const { until, pass, copies, asked } = openListTill({ watched, files })
    await until(({ counts }) => counts.found === 1)
    await copies.forgetAll()
    await pass(130)
    expect(asked).toEqual(['T1'])
  })

  it('says which list was not taken, and looks at what takes its place', async () => {
    const { files, put } = makeFolder()
    put('day.csv', 'T1\n"T2')
    const { pass, until, lists } = openListTill({ watched, files })
    await pass(10)
    const told = await lists.read()
    await pass(300)
    const later = await lists.read()
    put('day.csv', 'T1\n"T2"')
    const mended = await until(({ counts }) => counts.found === 2)
    const refused = fault('day.csv', 'no_code', 2)
    const outcome = [told.folder?.fault, later.folder?.fault, mended.folder?.fault]
    expect(outcome).toEqual([refused, refused, null])
  })

  it.each([
    ['could not be kept', 'not_kept'],
    ['another program held, or this account could not read yet', 'not_readable'],
  ])('has a list tried again that %s', async (_what, why) => {
    const { files, put } = makeFolder()
    put('day.csv', 'T1')
    const now = { isHeld: why === 'not_readable' }
    const read: typeof files.read = async (place) =>
      now.isHeld ? refuseList('day.csv', 'not_readable') : files.read(place)
    const { pass, until, lists, till } = openListTill({ watched, files: { ...files, read } })
    if (!now.isHeld) till.token = ''
    await pass(10)
    const refused = await lists.read()
    Object.assign(now, { isHeld: false })
    till.token = 'token-1'
    await pass(70)
    const taken = await until(({ counts }) => counts.found === 1)
    expect([refused.folder?.fault, taken.folder?.fault]).toEqual([fault('day.csv', why), null])
  })

  it('says that it has gone, and is looked at again when it is back', async () => {
    const { files, put, state } = makeFolder()
    state.isMissing = true
    const { pass, until, lists } = openListTill({ watched, files })
    await pass(2)
    const gone = await lists.read()
    state.isMissing = false
    put('day.csv', 'T1')
    const back = await until(({ counts }) => counts.found === 1)
    expect([gone.folder?.fault, back.folder?.fault]).toEqual([fault('lists', 'not_readable'), null])
  })

  it('on a drive that has gone is said to give no answer, is asked no second time, and codes by hand go on', async () => {
    const { files, put, state, takeDriveAway } = makeFolder()
    put('day.csv', 'T2')
    const giveBack = takeDriveAway()
    const { lists, until, pass } = openListTill({ watched, files })
    await pass(16.5)
    const gone = await lists.read()
    const given = await lists.give(list('hand.csv', 'T1'))
    await until(({ counts }) => counts.found === 1)
    await pass(180)
    const { looks } = state
    giveBack()
    const back = await until(({ folder }) => folder?.lastTaken != null)
    const outcome = [gone.folder?.fault, given.ok, looks, back.folder?.lastTaken?.name]
    expect(outcome).toEqual([fault('lists', 'not_readable'), true, 1, 'day.csv'])
  })

  it('goes on being looked at after a mistake of ours', async () => {
    const { files, put } = makeFolder()
    put('day.csv', 'T1')
    let looks = 0
    const newest: typeof files.newest = (place) => {
      looks += 1
      return looks === 1 ? Promise.reject(new Error('a mistake')) : files.newest(place)
    }
    await openListTill({ watched, files: { ...files, newest } }).until(({ counts }) => counts.found === 1)
  })
})

it('a folder on the disk has its list taken', async () => {
  const folder = folderOfTest()
  writeFileSync(path.join(folder, 'day.csv'), 'T1\nT2\n')
  const { until } = openListTill({ watched: folder })
  const state = await until(({ counts }) => counts.found === 2)
  expect([state.folder?.lastTaken?.name, state.folder?.fault]).toEqual(['day.csv', null])
})
