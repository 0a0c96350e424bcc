/** Runs a till under strace, which makes one of its system calls fail or kills it there. Linux only. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordFolder } from '../../src/main/journal/open-record'
import { openRecordFiles } from '../../src/main/journal/record-files'
import { segmentName, segmentsIn } from '../../src/main/journal/segment'
import { nextJournalId } from './wire-refunds'

export type SystemCall = 'write' | 'fdatasync' | 'rename'

/**
 * What happens at the n-th such call on the till's own files: it fails once, it fails from then on (a full disk
 * stays full), or the program is killed there.
 */
export type Injection = {
  readonly call: SystemCall
  readonly fault: 'EIO once' | 'ENOSPC from then on' | 'KILL'
  readonly at: number
}

/** How many files a till of the proof begins in one run: one more for each time that a full disk takes none. */
const filesAhead = 60

/** The files that a till of the proof writes there: the next ones of its journals, and of the journal it makes next. */
function journalFiles(folder: string): readonly string[] {
  const journals = [
    ...segmentsIn(openRecordFiles(recordFolder(folder)).names()),
    [nextJournalId(folder), []] as const,
  ]
  return journals.flatMap(([id, numbers]) =>
    Array.from({ length: filesAhead }, (_, place) => segmentName(id, (numbers.at(-1) ?? 0) + 1 + place)),
  )
}

function expression({ fault, at }: Injection): string {
  if (fault === 'KILL') return `signal=KILL:when=${at}`
  return fault === 'EIO once' ? `error=EIO:when=${at}` : `error=ENOSPC:when=${at}+`
}

/**
 * The command that a till of this folder runs under. `rename` is how the keychain's file is replaced, and
 * nothing else in the program renames; strace does not match that call by path.
 */
export function strace(folder: string, trace: string, injection: Injection | SystemCall): readonly string[] {
  const call = typeof injection === 'string' ? injection : injection.call
  const paths = (call === 'rename' ? [] : journalFiles(folder)).flatMap((name) => [
    '-P',
    join(recordFolder(folder), name),
  ])
  const inject = typeof injection === 'string' ? [] : ['-e', `inject=${call}:${expression(injection)}`]
  return ['strace', '-f', '-o', trace, ...paths, '-e', `trace=${call}`, ...inject]
}

/** How often the call stands in a trace; with one thread it does not begin with the thread's number. */
export function callsIn(trace: string, call: SystemCall): number {
  return read(trace).match(new RegExp(`^(?:\\d+ +)?${call}\\(`, 'gm'))?.length ?? 0
}

/** Whether the trace shows that the fault really happened. */
export function fired(trace: string, { fault }: Injection): boolean {
  return read(trace).includes(fault === 'KILL' ? '+++ killed by SIGKILL +++' : '(INJECTED)')
}

function read(trace: string): string {
  return existsSync(trace) ? readFileSync(trace, 'latin1') : ''
}
