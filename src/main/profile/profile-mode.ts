import path from 'node:path'

/** The two profiles of an account's PC: that of the real service, and practice. */
export type ProfileMode = 'practice' | 'service'

/** Where a mode's profile lies; practice lies inside the real one's folder. */
export function profileFolder(mode: ProfileMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}

/** Every folder below `userData` in which something of a profile lies. */
export function profileFolders(userData: string): readonly string[] {
  return [userData, profileFolder('practice', userData), path.join(userData, 'logs')]
}
