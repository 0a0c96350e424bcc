/** Starts and drives a till in a process of its own (till-program.ts): what the two say to each other, and how. */
import { type ChildProcess, spawn } from 'node:child_process'
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

export type ToTill = { readonly number: number; readonly order: TillOrder }
/** `number` 0 is the greeting of a till that has opened. */
export type FromTill = { readonly number: number; readonly answer: TillAnswer }

export type TillProcess = {
  /** Whether it came up and opened its refunds; false when it ended before it could say so. */
  readonly opened: boolean
  /** Resolves with its answer, or null when the process ended first. */
  readonly tell: (order: TillOrder) => Promise<TillAnswer | null>
  /** Ends in order. Resolves when the process is gone. */
  readonly close: () => Promise<void>
  /** What it wrote to standard error. */
  readonly words: () => string
}

/**
 * @param program the bundle of till-program.ts.
 * @param wrapper a command that the program is to run under, such as strace with its arguments.
 */
export async function startTillProcess(
  program: string,
  config: TillConfig,
  wrapper: readonly string[] = [],
): Promise<TillProcess> {
  const [command = '', ...args] = [...wrapper, process.execPath, program, JSON.stringify(config)]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const gone = once(child, 'exit')
  let isGone = false
  let words = ''
  child.stderr?.on('data', (text: Buffer) => {
    words += text.toString('utf8')
  })
  const waiting = listen(child, () => {
    isGone = true
  })
  let number = 0

  function tell(order: TillOrder): Promise<TillAnswer | null> {
    number += 1
    const message: ToTill = { number, order }
    const answered = waiting.next(number)
    if (isGone || !child.connected) return Promise.resolve(null)
    child.send(message, (error) => {
      if (error !== null) waiting.giveUp(message.number)
    })
    return answered
  }

  const greeting = await waiting.next(0)
  return {
    opened: greeting !== null,
    tell,
    async close() {
      await tell({ kind: 'close' })
      if (!isGone) await gone
    },
    words: () => words,
  }
}

function listen(child: ChildProcess, ended: () => void) {
  const resolvers = new Map<number, (answer: TillAnswer | null) => void>()
  let over = false
  const settle = (number: number, answer: TillAnswer | null) => {
    resolvers.get(number)?.(answer)
    resolvers.delete(number)
  }
  child.on('message', ({ number, answer }: FromTill) => settle(number, answer))
  child.once('error', () => undefined)
  child.once('exit', () => {
    over = true
    ended()
    for (const number of [...resolvers.keys()]) settle(number, null)
  })
  return {
    next: (number: number): Promise<TillAnswer | null> =>
      over ? Promise.resolve(null) : new Promise((resolve) => resolvers.set(number, resolve)),
    giveUp: (number: number) => settle(number, null),
  }
}
