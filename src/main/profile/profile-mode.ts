import path from 'node:path'

/** The two profiles of an account's PC: that of the real service, and practice. */
export type ProfileMode = 'practice' | 'service'

/** Where a mode's profile lies; practice lies inside the real one's folder. */
export function profileFolder(mode: ProfileMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}
