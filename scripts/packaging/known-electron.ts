import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { removeTemporaryFolder, temporaryFolder } from '../setup/folders'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure, readJson } from '../setup/project.mjs'

/** Electron's installer moves it out of what the archive has. */
const movedAway = 'electron.d.ts'

/**
 * One SHA-256 over everything in a folder: each file's place, whether it can be run, its content; a link's target.
 * Two folders with the same one are the same program.
 */
export function folderDigest(folder: string): string {
  const whole = createHash('sha256')
  const places = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const place of places.map((entry) => entry.replaceAll('\\', '/')).sort()) {
    const stats = lstatSync(path.join(folder, place))
    if (place === movedAway || stats.isDirectory()) continue
    const content = stats.isSymbolicLink()
      ? `link ${readlinkSync(path.join(folder, place))}`
      : `${stats.mode & 0o100 ? 'program' : 'file'} ${sha256(path.join(folder, place))}`
    whole.update(`${place}\0${content}\n`)
  }
  return whole.digest('hex')
}

function sha256(file: string) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Throws a PlainFailure when an archive is not the one that Electron's package, itself in the lock file, names by hash. */
export function demandPinned(archive: string, name: string, pinned: Readonly<Record<string, string>>): void {
  const wanted = pinned[name]
  if (wanted === undefined) throw new PlainFailure(`The package electron knows no hash of ${name}.`)
  if (sha256(archive) !== wanted)
    throw new PlainFailure(`${archive} is not the ${name} that the package electron names by its hash.`)
}

/**
 * Throws a PlainFailure unless the program that is to be packed is, file by file, the release whose archive the package
 * `electron` names by hash: whatever its `version` file says, wherever it was placed from.
 * @param unpackRelease puts that release into the folder it is given
 * @returns the digest of its files
 */
export async function demandKnownElectron(
  { folder, version, floor }: PlacedElectron,
  unpackRelease: (version: string, folder: string) => Promise<void> = unpackPinned,
): Promise<string> {
  if (floor)
    throw new PlainFailure(
      `This is the floor build of Electron (${version}): old, somebody else's, never to be given to a store. ` +
        'It is packed for trial only: npm run package -- --for-trial',
    )
  const scratch = temporaryFolder('release')
  try {
    await unpackRelease(version, scratch)
    const digest = folderDigest(folder)
    if (digest !== folderDigest(scratch))
      throw new PlainFailure(
        `The Electron in ${folder} is not the release ${version}: its files have the digest ${digest}. ` +
          'It is packed for trial only: npm run package -- --for-trial',
      )
    return digest
  } finally {
    removeTemporaryFolder(scratch)
  }
}

/** From the cache of Electron's own downloader, or by it; what it says of hashes is not relied on. */
async function unpackPinned(version: string, folder: string) {
  const [{ downloadArtifact }, { extract }] = await Promise.all([
    import('@electron/get'),
    import('@electron-internal/extract-zip'),
  ])
  const checksums = readJson(inProject('node_modules', 'electron', 'checksums.json'))
  const { platform, arch } = process
  const cacheRoot = process.env.electron_config_cache
  const archive = await downloadArtifact({
    version,
    artifactName: 'electron',
    platform,
    arch,
    checksums,
    ...(cacheRoot === undefined ? {} : { cacheRoot }),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new PlainFailure(`Electron ${version} could not be compared with its release: ${why}`)
  })
  demandPinned(archive, `electron-v${version}-${platform}-${arch}.zip`, checksums)
  await extract(archive, { dir: folder })
}
