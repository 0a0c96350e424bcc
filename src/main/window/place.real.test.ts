import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { minSize, movedIntoSight, readWindowPlace, withinScreen, writeWindowPlace } from './place'

let folder: string
const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
]
const file = () => path.join(folder, 'window.json')

beforeEach(() => {
  folder = folderOfTest()
})

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
    expect(readWindowPlace(file(), screens, false)).toEqual(comesBack ? place : null)
  })

  it('is no larger than the screen that shows it, which may be another one than before', () => {
    const small = { x: 0, y: 0, width: 1024, height: 768 }
    writeWindowPlace(file(), at(60, 40))
    expect(readWindowPlace(file(), [small], false)).toEqual({ ...small, maximized: false })
  })

  it('is maximized again where it was left so, and never over the whole screen of a kiosk', () => {
    writeWindowPlace(file(), { ...at(10, 10), maximized: true })
    const opens = [false, true].map((kiosk) => readWindowPlace(file(), screens, kiosk)?.maximized)
    expect(opens).toEqual([true, false])
  })

  it.each(['', '{"x":1}', '[]'])('is not known from a file that holds %j', (content) => {
    writeFileSync(file(), content)
    expect(readWindowPlace(file(), screens, false)).toBe(null)
  })
})

describe('a window', () => {
  const [first] = screens
  const small = { x: 0, y: 0, width: 768, height: 432 }

  it('stays where a screen shows it', () => {
    expect(movedIntoSight(at(1900, 10), screens)).toBe(null)
  })

  it('shrinks on the screen that shows it when that became smaller', () => {
    const second = { x: 1920, y: 0, width: 1024, height: 900 }
    const expected = { x: 1920, y: 50, width: 1024, height: 800 }
    expect(movedIntoSight(at(2000, 10), [...screens.slice(0, 1), second])).toEqual(expected)
  })

  it('goes to the middle of the first screen when its own was taken away', () => {
    const expected = { x: 320, y: 140, width: 1280, height: 800 }
    expect(movedIntoSight(at(2000, 10), first === undefined ? [] : [first])).toEqual(expected)
  })

  it('is no larger than the screen, where everything is shown at 250 %', () => {
    const outcome = [withinScreen(minSize, small), movedIntoSight(at(2000, 10), [small])]
    expect(outcome).toEqual([{ width: 768, height: 432 }, small])
  })

  it('stays where no screen is known', () => {
    expect(movedIntoSight(at(2000, 10), [])).toBe(null)
  })
})
