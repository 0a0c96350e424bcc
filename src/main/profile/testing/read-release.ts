/** A till as a released version left it, put into a folder of its own for one test. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeFakeClock } from '../../scheduling/testing/fake-clock'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import type { outcomesOf, ServicePlace } from './open-till'

/** What the version itself read in its own files, written by keep-release.ts. */
export type KeptRelease = {
  readonly version: string
  /** What the keychain entries are named by. */
  readonly entriesPath: string
  readonly pin: string
  /** When it was left, in milliseconds since 1970. */
  readonly now: number
  readonly service: ServicePlace
  readonly keychain: Readonly<Record<string, string>>
  readonly outcomes: ReturnType<typeof outcomesOf>
  readonly settings: Readonly<Record<string, unknown>>
  /** The transaction ids of its saved copies. */
  readonly copies: readonly string[]
}

/** One folder for each released version. */
export const releasesFolder = resolve('src/main/profile/testing/releases')

export const keptReleases = (): readonly string[] => readdirSync(releasesFolder).sort()

/** The files of one release as they lay in the profile, by their names there. */
export function filesOf(version: string): ReadonlyMap<string, Buffer> {
  const folder = join(releasesFolder, version)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gz'),
  )
  return new Map(
    names.map((name) => [name.slice(0, -'.gz'.length), gunzipSync(readFileSync(join(folder, name)))]),
  )
}

export function readRelease(version: string): KeptRelease {
  return JSON.parse(readFileSync(join(releasesFolder, version, 'till.json'), 'utf8'))
}

/** Its profile and keychain, with a clock that stands where the till was left. */
export function unpackRelease(version: string) {
  const release = readRelease(version)
  const folder = mkdtempSync(join(tmpdir(), 'tillside-released-'))
  for (const [name, content] of filesOf(version)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const keychain = makeMemoryKeychain()
  for (const [name, secret] of Object.entries(release.keychain)) keychain.secrets.set(name, secret)
  const clock = makeFakeClock(release.now)
  return {
    release,
    folder,
    keychain,
    clock,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
