import type { AppState } from '../../shared/contract'

/** What Settings → About shows: the versions that run, and the profile's folder. */
export function aboutProgram(version: string, profile: string): AppState['about'] {
  const { electron = '', chrome = '', node } = process.versions
  return { version, electron, chrome, node, platform: `${process.platform} ${process.arch}`, profile }
}
