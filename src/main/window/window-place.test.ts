import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWindowPlace, writeWindowPlace } from './window-place'

let folder: string
const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
]
const file = () => path.join(folder, 'window.json')

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-window-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (x: number, y: number) => ({ x, y, width: 1280, height: 800, maximized: false })

describe("the window's place", () => {
  it.each([
    ['on the first screen', at(100, 50), true],
    ['on the second screen', at(1900, 10), true],
    ['half out to the left', at(-600, 10), true],
    ['off every screen', at(4000, 10), false],
    ['above the screens', at(100, -40), false],
    ['below the screens', at(100, 1070), false],
  ])('%s', (_name, place, comesBack) => {
    writeWindowPlace(file(), place)
    expect(readWindowPlace(file(), screens)).toEqual(comesBack ? place : null)
  })

  it.each(['', '{"x":1}', '[]'])('is not known from a file that holds %j', (content) => {
    writeFileSync(file(), content)
    expect(readWindowPlace(file(), screens)).toBe(null)
  })
})
