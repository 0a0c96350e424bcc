// @ts-check
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PlainFailure, projectFolder } from '../../scripts/setup/project.mjs'
import { needOnLinux } from '../../scripts/setup/system-libraries'
import { bundle } from './bundle.mjs'
import { judgeCounts } from './judge-counts.mjs'

/**
 * One part of the proof and its options, as proof/wire/run-wire-proof.ts reads them.
 * @typedef {{ part: 'cut-points' | 'syscalls', step?: number, first?: number, tillProgram?: string }} WirePart
 */

/**
 * Cuts request and answer of a refund on real sockets.
 * @param {{ step?: number, first?: number }} [options] every so many bytes, beginning at which; 1 and 0 are every byte
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveCutPoints({ step = 1, first = 0 } = {}) {
  const counts = await runPart({ part: 'cut-points', step, first })
  return judgeCounts(counts, {
    what: `${counts.points} cut points (${counts.requestBytes} + ${counts.answerBytes} bytes)`,
    ran: counts.points > 0,
  })
}

/**
 * Lets every system call that writes the journal fail, or the till die there. Linux only: strace does it.
 * @param {{ step?: number, first?: number }} [options] every so many calls, beginning at which; 1 and 1 are every call
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveSyscallFaults({ step = 1, first = 1 } = {}) {
  if (process.platform !== 'linux') {
    throw new PlainFailure('Faults at system calls can be tried on Linux only: strace makes them.')
  }
  needOnLinux('tracing')
  const tillProgram = await bundleTill()
  const counts = await runPart({ part: 'syscalls', step, first, tillProgram })
  const byCall = Object.entries(counts.byCall).map(([call, count]) => `${call}: ${count}`)
  return judgeCounts(counts, {
    what: `${counts.faults} faults at system calls, ${counts.deaths} deaths (${byCall.join(', ')})`,
    ran: counts.deaths > 0 && Object.values(counts.byCall).every((count) => count > 0),
  })
}

async function bundleTill() {
  const outDir = join('out', 'prove', 'wire-till')
  await bundle({ entry: 'proof/wire/till-program.ts', outDir })
  return join(projectFolder, outDir, 'till-program.cjs')
}

/**
 * Runs one part in a process of its own and answers its counts. A part that cannot be run throws with the
 * reason: a proof that was not made must not pass.
 * @param {WirePart} part
 * @returns {Promise<Record<string, any>>}
 */
async function runPart(part) {
  const outDir = join('out', 'prove', 'wire-proof')
  await bundle({ entry: 'proof/wire/wire-proof-cli.ts', outDir })
  const program = join(projectFolder, outDir, 'wire-proof-cli.cjs')
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(part)], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!/^\d+$/.test(line)) errors += `${line}\n`
    else if (process.stdout.isTTY) process.stdout.write(`\r${line} `)
  })
  await new Promise((resolve) => child.once('close', resolve))
  if (process.stdout.isTTY) process.stdout.write('\n')
  const counts = readCounts(output)
  if (counts === null) throw new PlainFailure(`The part ended without counts: ${errors.slice(-2000)}`)
  if (typeof counts.failed === 'string') throw new PlainFailure(counts.failed)
  return counts
}

/**
 * @param {string} output
 * @returns {Record<string, any> | null}
 */
function readCounts(output) {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}
