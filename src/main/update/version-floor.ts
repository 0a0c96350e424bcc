import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isOfNewerVersion, writeValues } from '../files/known-version'
import { compareVersions, readVersion, type Version } from './version'

export type VersionFloor = {
  /** The newest version with a good signature that this till was offered; null when none was. */
  readonly read: () => Version | null
  /** Raises it, never lowers it. */
  readonly raise: (version: Version) => void
}

const content = z.object({ newestOffered: z.string() })

/** Kept in the profile, so that an old version that was signed once cannot come back after a newer one. */
export function openVersionFloor(profile: string): VersionFloor {
  const file = path.join(profile, 'update.json')
  let known = readFloor(file)
  return {
    read: () => known,
    raise(version) {
      if (known !== null && compareVersions(version, known) <= 0) return
      known = version
      // Where it cannot be kept it holds until the program ends.
      writeValues(file, { newestOffered: version.join('.') })
    },
  }
}

function readFloor(file: string): Version | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isOfNewerVersion(kept) ? null : readVersion(content.parse(kept).newestOffered)
  } catch {
    return null
  }
}
