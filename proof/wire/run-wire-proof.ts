/**
 * The proof on real sockets, real processes and real system calls, as two parts that answer plain counts.
 * `tillProgram` is the bundle of till-program.ts (proof/run/prove-wire.mjs makes it).
 */
import { type CutPointCounts, runCutPoints } from './cut-points'
import { runSyscallFaults, type SyscallFaultCounts } from './syscall-faults'

export type WirePart =
  | { readonly part: 'cut-points'; readonly step: number; readonly first: number }
  | { readonly part: 'syscalls'; readonly step: number; readonly first: number; readonly tillProgram: string }

export type WireCounts = CutPointCounts | SyscallFaultCounts

/** Runs one part. Every kind of count has `posts`, `postsBeyondOne`, `violations`, `undecidedWithoutState`. */
export async function runWireProof(part: WirePart, told: (done: number) => void): Promise<WireCounts> {
  if (part.part === 'cut-points') return runCutPoints(part)
  let done = 0
  return runSyscallFaults({ ...part, told: () => told(++done) })
}

/** Whether the counts hold every promise. */
export function holds(counts: WireCounts): boolean {
  const { violations, postsBeyondOne, undecidedWithoutState } = counts
  return violations.length === 0 && postsBeyondOne === 0 && undecidedWithoutState === 0
}
