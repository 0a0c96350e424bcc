import { inProject } from '../setup/project.mjs'
import type { Findings } from '../testing/stages'
import { compare, explainedIn, readExplanations } from './explained'
import type { Finding } from './finding'
import { findUnjudgedLicences } from './licences'
import { lintLock } from './lint-lock'
import { lintSources } from './lint-sources'
import { findLooseEnds, lockFolders, readLock } from './locks'
import { findUnnoticed } from './planted'
import { scanBuild } from './scan-build'
import { securityTools } from './tools'

/**
 * Looks for known kinds of mistakes: in the lock files and what they bring, in the sources, in the build in out/. Each
 * finding must be explained where docs explain those that stay, and nothing else may be explained there.
 */
export async function checkSecurity(): Promise<Findings> {
  const load = securityTools()
  const locks = lockFolders.map(readLock)
  const checks: readonly (readonly Finding[])[] = [
    locks.flatMap(findLooseEnds),
    locks.flatMap(findUnjudgedLicences),
    locks.flatMap((lock) => lintLock(load, lock)),
    await lintSources(load),
    await scanBuild(load, inProject('out')),
    await findUnnoticed(load),
  ]
  const findings = checks.flat()
  const { unexplained, outdated } = compare(findings, readExplanations())
  const failures = [
    ...unexplained.map(({ rule, where, what }) => `${rule}, ${where}: ${what}`),
    ...outdated.map(
      ({ rule, where }) => `${rule}, ${where}: explained in ${explainedIn.file}, and not there`,
    ),
  ]
  const notes = [...failures, `${findings.length - unexplained.length} findings are explained`]
  return { passed: checks.length - (failures.length > 0 ? 1 : 0), failed: failures.length, notes, failures }
}
