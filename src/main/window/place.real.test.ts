import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { minSize, readWindowPlace, withinScreen, writeWindowPlace } from './place'

const inFolder = folderOfEachTest()
const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
]
const file = () => inFolder('window.json')

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

  it('is not taken on a screen that has become smaller than the window', () => {
    writeWindowPlace(file(), at(60, 40))
    expect(readWindowPlace(file(), [{ x: 0, y: 0, width: 1024, height: 768 }], false)).toBe(null)
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

it('a new window is no larger than its screen, where everything is shown at 250 %', () => {
  const small = { x: 0, y: 0, width: 768, height: 432 }
  expect(withinScreen(minSize, small)).toEqual({ width: 768, height: 432 })
})
