import path from 'node:path'
import type { DeskMode } from './practice-mode'

/** Where a mode's profile lies; practice lies inside the real one's folder. */
export function profileFolder(mode: DeskMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}
