import { readFileSync } from 'node:fs'
import { tryOr } from '../../shared/base/result'
import { writeWholeFile } from '../system/files'

type WindowPlace = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
}
type Area = Omit<WindowPlace, 'maximized'>

export const minSize = { width: 1024, height: 700 }
export const defaultSize = { width: 1280, height: 800 }

type Size = Pick<Area, 'width' | 'height'>

/** Limits a size to a screen, which at 250 % can be smaller than the minimal window. */
export function withinScreen({ width, height }: Size, screen: Area): Size {
  return { width: Math.min(width, screen.width), height: Math.min(height, screen.height) }
}

/** Enough of the window's top edge to drag it by. */
const minVisibleEdge = 80

/** Whether the window can be seen and moved there, and is no larger than the screen. */
function shows(place: Area, screen: Area): boolean {
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  const isInReach = across >= minVisibleEdge && place.y >= screen.y
  const fits = place.width <= screen.width && place.height <= screen.height
  return isInReach && fits && place.y <= screen.y + screen.height - minVisibleEdge
}

/** Checked by hand: zod must not be loaded before the window opens. */
function isPlace(value: unknown): value is WindowPlace {
  if (typeof value !== 'object' || value === null) return false
  const sides = ['x', 'y', 'width', 'height'].map((side) => Reflect.get(value, side))
  return sides.every(Number.isSafeInteger) && typeof Reflect.get(value, 'maximized') === 'boolean'
}

/**
 * Returns the window's last place; null when no screen shows it any more, or it is unknown.
 * @param kiosk is never maximized, which would take it out of the whole screen.
 */
export function readWindowPlace(file: string, screens: readonly Area[], kiosk: boolean): WindowPlace | null {
  const place: unknown = tryOr(() => JSON.parse(readFileSync(file, 'utf8')), null)
  if (!isPlace(place) || !screens.some((screen) => shows(place, screen))) return null
  return { ...place, maximized: place.maximized && !kiosk }
}

/** Saves the window's place. Ignores disk errors. */
export function writeWindowPlace(file: string, place: WindowPlace): void {
  writeWholeFile(file, JSON.stringify(place))
}
