import path from 'node:path'
import type { ProfileMode } from './practice-mode'

/** Where a mode's profile lies; practice lies inside the real one's folder. */
export function profileFolder(mode: ProfileMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}
