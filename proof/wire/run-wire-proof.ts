/**
 * The proof on real sockets, real processes and real system calls, as three parts that answer plain counts.
 * `tillProgram` is the bundle of till-program.ts (proof/run/prove-wire.mjs makes it).
 */
import { type CutPointCounts, runCutPoints } from './cut-points'
import { type HttpHistoryCounts, runHttpHistories } from './http-histories'
import { runSyscallFaults, type SyscallFaultCounts } from './syscall-faults'

export type WirePart =
  | { readonly part: 'cut-points'; readonly step: number; readonly first: number }
  | {
      readonly part: 'histories'
      readonly count: number
      readonly seed: number
      /** The numbers of the only actions to do, to repeat a failure that was shrunk. */
      readonly actions?: readonly number[]
      readonly tillProgram: string
    }
  | { readonly part: 'syscalls'; readonly step: number; readonly first: number; readonly tillProgram: string }

export type WireCounts = CutPointCounts | HttpHistoryCounts | SyscallFaultCounts

/** Runs one part. Every kind of count has `posts`, `postsBeyondOne`, `violations`, `undecidedWithoutState`. */
export async function runWireProof(part: WirePart, told: (done: number) => void): Promise<WireCounts> {
  let done = 0
  const one = () => {
    done += 1
    told(done)
  }
  if (part.part === 'cut-points') return runCutPoints(part)
  if (part.part === 'histories') return runHttpHistories({ ...part, told: one })
  return runSyscallFaults({ ...part, told: one })
}

/** Whether the counts hold every promise. */
export function holds(counts: WireCounts): boolean {
  const { violations, postsBeyondOne, undecidedWithoutState } = counts
  return violations.length === 0 && postsBeyondOne === 0 && undecidedWithoutState === 0
}
