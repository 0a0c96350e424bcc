import { readFileSync } from 'node:fs'
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

/** That size, or as much of it as a screen has room for: at 250 % a usual screen is smaller than the smallest window. */
export function withinScreen({ width, height }: Size, screen: Area): Size {
  return { width: Math.min(width, screen.width), height: Math.min(height, screen.height) }
}

/**
 * Where a window has to go that no screen shows any more, or that is larger than the screen which does: the middle of
 * that one, else of the first. Null where it can stay.
 */
export function movedIntoSight(bounds: Area, screens: readonly Area[]): Area | null {
  const shown = screens.filter((screen) => shows(bounds, screen))
  const [home = screens[0]] = shown
  if (home === undefined || shown.some((screen) => fits(bounds, screen))) return null
  const { width, height } = withinScreen(bounds, home)
  const x = home.x + Math.round((home.width - width) / 2)
  return { x, y: home.y + Math.round((home.height - height) / 2), width, height }
}

function fits({ width, height }: Size, screen: Area): boolean {
  return width <= screen.width && height <= screen.height
}

/** Enough of the window's top edge to be seen and dragged. */
const visibleEdge = 80

function shows(place: Area, screen: Area): boolean {
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  return across >= visibleEdge && place.y >= screen.y && place.y <= screen.y + screen.height - visibleEdge
}

/** Read by hand: this runs before the window opens, and a schema library would be loaded for it alone. */
function isPlace(value: unknown): value is WindowPlace {
  if (typeof value !== 'object' || value === null) return false
  const sides = ['x', 'y', 'width', 'height'].map((side) => Reflect.get(value, side))
  return sides.every(Number.isSafeInteger) && typeof Reflect.get(value, 'maximized') === 'boolean'
}

/**
 * Where the window was last, no larger than the screen of today that shows it there; null when none does, or when that
 * is not known.
 */
export function readWindowPlace(file: string, screens: readonly Area[]): WindowPlace | null {
  try {
    const place: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isPlace(place) || !screens.some((screen) => shows(place, screen))) return null
    return { ...place, ...movedIntoSight(place, screens) }
  } catch {
    return null
  }
}

/** Remembers where the window is. A disk that takes nothing is no reason to say anything. */
export function writeWindowPlace(file: string, place: WindowPlace): void {
  writeWholeFile(file, JSON.stringify(place))
}
