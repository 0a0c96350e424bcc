import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostCrashes, openCrashCount } from './crash-count'

let folder: string
let file: string
let time = 1_000_000_000_000
function open() {
  const count = openCrashCount(file, () => time)
  count.begin()
  return count
}
const minute = 60_000

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-crashes-'))
  file = path.join(folder, 'crashes.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the count of crashes', () => {
  it('is too many at the tenth crash of the page within an hour', () => {
    const count = open()
    const told = Array.from({ length: mostCrashes }, () => {
      count.note()
      time += minute
      return count.isTooMany()
    })
    expect(told).toEqual([...Array(9).fill(false), true])
    time += 60 * minute
    expect(count.isTooMany()).toBe(false)
  })

  it('says whether the program before it crashed', () => {
    const first = open()
    expect(first.followsCrash).toBe(false)
    const second = open()
    expect(second.followsCrash).toBe(true)
    second.endedInOrder()
    expect(open().followsCrash).toBe(false)
  })

  it('counts every start after one that did not end in order, and those alone', () => {
    for (let starts = 0; starts < 5; starts += 1) open().endedInOrder()
    expect(open().isTooMany()).toBe(false)
    const told = Array.from({ length: mostCrashes }, () => open().isTooMany())
    expect(told).toEqual([...Array(9).fill(false), true])
  })

  it('begins anew once somebody has said to go on, also for the next start', () => {
    for (let starts = 0; starts <= mostCrashes; starts += 1) open()
    const count = open()
    count.forget()
    count.endedInOrder()
    expect([count.isTooMany(), open().isTooMany()]).toEqual([false, false])
  })

  it('counts no crash of the future: a clock was set back', () => {
    const count = open()
    for (let times = 0; times < mostCrashes; times += 1) count.note()
    time -= 90 * minute
    expect(count.isTooMany()).toBe(false)
  })

  it('opens whatever stands in its file, and counts nothing that is no time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        writeFileSync(file, text)
        expect(open().isTooMany()).toBe(false)
        expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ running: true })
      }),
      { numRuns: 20 },
    )
  })
})
