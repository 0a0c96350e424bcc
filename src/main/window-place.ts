import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeWholeFile } from './files/write-whole-file'

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
})
export type WindowPlace = z.infer<typeof placeSchema>
type Area = Omit<WindowPlace, 'maximized'>

export const leastSize = { width: 1024, height: 700 }
export const usualSize = { width: 1280, height: 800 }

/** Enough of the window's top edge to be seen and dragged. */
const visibleEdge = 80

function shows(place: WindowPlace, screen: Area): boolean {
  const across = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
  return across >= visibleEdge && place.y >= screen.y && place.y <= screen.y + screen.height - visibleEdge
}

/** Where the window was last, or null when that is not known or no screen of today shows it there. */
export function readWindowPlace(file: string, screens: readonly Area[]): WindowPlace | null {
  try {
    const place = placeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screens.some((screen) => shows(place, screen)) ? place : null
  } catch {
    return null
  }
}

/** Remembers where the window is. A disk that takes nothing is no reason to say anything. */
export function writeWindowPlace(file: string, place: WindowPlace): void {
  writeWholeFile(file, JSON.stringify(place))
}
