/** Starts and drives a till in a process of its own (till-program.ts): what the two say to each other, and how. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Attempt } from '../../src/shared/attempt/attempt'
import type { Fault, RefundsOff } from '../../src/shared/fault'

/** How a till is started. It begins by opening its refunds, and says so. */
export type TillConfig = {
  readonly folder: string
  readonly address: string
  readonly token: string
  readonly deviceId: string
}

export type TillOrder =
  /** Looks the code up, and refunds what it finds. */
  | { readonly kind: 'refund'; readonly transactionId: string }
  | { readonly kind: 'look'; readonly marker: string }
  /** A supervisor begins a new journal in the place of a damaged one. */
  | { readonly kind: 'begin_journal' }
  | { readonly kind: 'report' }
  | { readonly kind: 'close' }

export type TillReport = {
  readonly refundsOff: RefundsOff | null
  readonly attempts: readonly Attempt[]
  /** The whole journal, as `verify-journal` reads it; '' when there is none. */
  readonly exported: string
}

export type TillAnswer =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'done' }
  | { readonly kind: 'report'; readonly report: TillReport }

export type TillProcess = Awaited<ReturnType<typeof startTillProcess>>

/**
 * Starts one. It is told one thing at a time, so that the next it says is its answer; it greets when it has opened.
 * @param program the bundle of till-program.ts.
 * @param wrapper a command that the program is to run under, such as strace with its arguments.
 */
export async function startTillProcess(program: string, config: TillConfig, wrapper: readonly string[] = []) {
  const [command = '', ...args] = [...wrapper, process.execPath, program, JSON.stringify(config)]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const gone = once(child, 'exit').then(() => null)
  let words = ''
  child.stderr?.on('data', (text: Buffer) => {
    words += text.toString('utf8')
  })

  function heard(): Promise<TillAnswer | null> {
    return Promise.race([gone, once(child, 'message').then(([answer]): TillAnswer => answer)])
  }

  /** Resolves with its answer, or null when the process ended first. */
  function tell(order: TillOrder): Promise<TillAnswer | null> {
    const answer = heard()
    // One that is gone has no line any more; its end is the answer.
    if (child.connected) child.send(order, () => undefined)
    return answer
  }

  const opened = (await heard()) !== null
  return {
    /** Whether it came up and opened its refunds; false when it ended before it could say so. */
    opened,
    tell,
    /** Ends in order. Resolves when the process is gone. */
    async close() {
      await tell({ kind: 'close' })
      await gone
    },
    /** What it wrote to standard error. */
    words: () => words,
  }
}
