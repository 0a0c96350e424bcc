/** The real program under strace, which kills it at one of its writes to the journal. Linux only. */
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { callsIn, fired, type Injection, type SystemCall, straceFirstThread } from '../../proof/wire/tracer'
import type { Opened } from '../fixtures/till'
import type { Line } from './line-to-service'

export type TracedProgram = Opened & {
  /** How often the call has happened so far. */
  readonly calls: () => number
  /** Whether it was killed by the injection. */
  readonly wasKilled: () => boolean
  /** Resolves when the program is gone. */
  readonly gone: Promise<unknown>
  /** Removes the traces. Call it when the program is gone. */
  readonly forget: () => void
}

/** Opens the program so that the n-th such call on the profile's journal kills it, or only counts the calls. */
export async function openTraced(
  line: Line,
  profile: string,
  injection: Injection | SystemCall,
): Promise<TracedProgram> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-traced-'))
  const trace = path.join(folder, 'trace')
  const wrapper = path.join(folder, 'tillside')
  // The package's own answer: the path of the program in use.
  const command = [...straceFirstThread(profile, trace, injection), String(require('electron'))]
  writeFileSync(wrapper, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`)
  chmodSync(wrapper, 0o700)
  const opened = await line.open(wrapper)
  return {
    ...opened,
    gone: once(opened.app.process(), 'exit'),
    calls: () => callsIn(trace, typeof injection === 'string' ? injection : injection.call),
    wasKilled: () => typeof injection !== 'string' && fired(trace, injection),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
