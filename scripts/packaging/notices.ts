import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { notedPackages } from '../building/note-packages'
import { isOneOf, mayShip } from '../security/licences'
import { inProject, PlainFailure, readJson } from '../setup/project.mjs'

/** A package that ships, and the texts that its licence wants to go with it. */
interface Notice {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly texts: readonly string[]
}

/** Packages without a text of their own, and the package of the same authors and licence whose text is theirs. */
const sameText = [
  { of: /^@libsql\//, text: 'libsql' },
  { of: /^client-only$/, text: 'react' },
  { of: /^lazy-val$/, text: 'builder-util-runtime' },
]

const parts = ['main', 'preload', 'renderer']

/**
 * Writes the text that is shipped with the program where electron-builder.yml takes it from: every bundled package and
 * every one that is copied beside the bundles, with its licence. Throws a PlainFailure that names a package whose licence
 * is unknown or has no text.
 * @param folders of the packages that ship
 */
export function placeNotices(build: string, folders: readonly string[]): void {
  const notices = folders.map((folder) => noticeOf(inProject(folder)))
  const sorted = notices.sort((one, other) => one.name.localeCompare(other.name, 'en'))
  writeFileSync(path.join(build, 'THIRD-PARTY-NOTICES.txt'), writeNotices(sorted))
}

/**
 * The folders, below the project, of all packages that ship with a build: those in its bundles and those beside them.
 * Throws a PlainFailure where the build has not noted its own.
 */
export function shippedPackages(build: string): string[] {
  return [...new Set([...parts.flatMap((part) => bundled(build, part)), ...shipped()])]
}

function bundled(build: string, part: string): string[] {
  const noted = readJson(notedPackages(build, part))
  if (noted === null) throw new PlainFailure('The build has not noted its packages.')
  return noted
}

/** The packages that are copied into the package as they are. One that is not installed is another system's. */
function shipped(): string[] {
  const locked: Record<string, { dev?: boolean }> = readJson(inProject('package-lock.json')).packages
  return Object.keys(locked).filter(
    (folder) => folder && !locked[folder]?.dev && existsSync(inProject(folder)),
  )
}

/** What one installed package wants to be said. Throws a PlainFailure where that cannot be told. */
export function noticeOf(folder: string): Notice {
  const { name, version, license = '' } = readJson(path.join(folder, 'package.json'))
  if (!isOneOf(license, mayShip)) {
    throw new PlainFailure(
      `${name} has the licence “${license}”: may it ship? See scripts/security/licences.ts.`,
    )
  }
  const texts = licenceTexts(folder)
  const like = sameText.find(({ of }) => of.test(name))
  if (texts.length === 0 && like !== undefined) {
    return { name, version, license, texts: licenceTexts(inProject('node_modules', like.text)) }
  }
  if (texts.length === 0) throw new PlainFailure(`${name} brings no text of its licence ${license}.`)
  return { name, version, license, texts }
}

function licenceTexts(folder: string) {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|copyrightnotice)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** Equal texts stand once, below the names of all packages that they are for. */
export function writeNotices(notices: readonly Notice[]): string {
  const byText = new Map<string, string[]>()
  for (const { name, version, license, texts } of notices) {
    const text = texts.join('\n\n')
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const chapters = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  const head =
    'Tillside contains the following packages. Electron brings its own notices:\n' +
    'LICENSE.electron.txt and LICENSES.chromium.html in the same package.\n'
  return [head, ...chapters].join(`\n${'-'.repeat(78)}\n\n`)
}
