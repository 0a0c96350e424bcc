import { join } from 'node:path'
import { projectFolder } from '../../scripts/setup/project.mjs'
import { needOnLinux } from '../../scripts/setup/system-libraries'
import type { Findings } from '../../scripts/testing/stages'
import { bundle } from './bundle'
import { judgeCounts } from './claims'

/** Every so many bytes or system calls, beginning at which. */
type Part = { readonly step: number; readonly first: number }

/** Cuts request and answer of a refund on real sockets. */
export async function proveCutPoints(part: Part): Promise<Findings> {
  // The program is loaded by this stage alone. A file that scripts/test.ts itself imports cannot do this.
  const { runCutPoints } = await import('../wire/cut-points')
  const counts = await runCutPoints(part)
  const { points, lengths } = counts
  const bytes = `${lengths.request} + ${lengths.answer} bytes`
  return judgeCounts(counts, `${points} cut points (${bytes})`, points > 0)
}

/** Lets every system call that writes the journal fail, or the till die there. Linux only: strace does it. */
export async function proveSyscallFaults(part: Part): Promise<Findings> {
  needOnLinux('tracing')
  const outDir = join('out', 'prove', 'wire-till')
  await bundle({ entry: 'proof/wire/till-program.ts', outDir })
  const { runSyscallFaults } = await import('../wire/syscall-faults')
  let done = 0
  const counts = await runSyscallFaults({
    ...part,
    tillProgram: join(projectFolder, outDir, 'till-program.cjs'),
    told() {
      done += 1
      if (process.stdout.isTTY) process.stdout.write(`\r${done} `)
    },
  })
  const { faults, deaths, byCall } = counts
  const said = Object.entries(byCall).map(([call, count]) => `${call}: ${count}`)
  return judgeCounts(
    counts,
    `${faults} faults at system calls, ${deaths} deaths (${said.join(', ')})`,
    deaths > 0 && Object.values(byCall).every((count) => count > 0),
  )
}
