/** One till: a journal on a real file, a keychain, a clock, and the program that runs, dies and runs again. */

import { createHash } from 'node:crypto'
import type { PaymentService } from '../../src/main/payments/payment-service'
import { makeJournalKeys } from '../../src/main/refund/journal-keys'
import { openRefundDesk } from '../../src/main/refund/open-refund-desk'
import type { RefundDesk } from '../../src/main/refund/refund-desk'
import type { Keychain } from '../../src/main/vault/keychain'
import type { Attempt } from '../../src/shared/attempt'
import { succeed } from '../../src/shared/result'
import type { CodeKind } from '../../src/shared/scan-code'
import type { Transaction } from '../../src/shared/transaction'
import { damageJournal } from './damage'
import type { Network } from './network'
import { makeSimulatedClock, type SimulatedClock, settle } from './simulated-clock'
import type { Witness } from './witness'

export type Shown = {
  readonly record: Transaction
  readonly foundBy: { readonly kind: CodeKind; readonly code: string }
}

export type Till = {
  readonly name: string
  readonly folder: string
  readonly desk: () => RefundDesk
  readonly clock: () => SimulatedClock
  readonly payments: () => PaymentService
  /** What stands on this till's screen, by internal id. */
  readonly screen: Map<string, Shown>
  /** Ends the program as a power cut would; what is on the disk stays, what is in memory goes. */
  readonly crash: () => Promise<void>
  /** Ends the program in order. */
  readonly quit: () => Promise<void>
  readonly start: () => Promise<void>
  /** Damages the journal of a program that has ended; `cut` is how many of its last lines may go. */
  readonly damage: (cut: number) => void
  readonly hasCrashed: () => boolean
}

/** Entries that live as long as the history; a dead program's late writes do not reach them. */
function makeKeychain(entries: Map<string, string>, isAlive: () => boolean): Keychain {
  return {
    read: async (name) => succeed(entries.get(name) ?? null),
    async write(name, secret) {
      if (isAlive()) entries.set(name, secret)
      return succeed(null)
    },
    async remove(name) {
      if (isAlive()) entries.delete(name)
      return succeed(null)
    },
  }
}

type Running = {
  readonly desk: RefundDesk
  readonly clock: SimulatedClock
  readonly payments: PaymentService
  readonly program: { alive: boolean; cut: boolean }
}

export type TillParts = {
  readonly name: string
  readonly folder: string
  readonly network: Network
  readonly witness: Witness
  readonly startTime: number
  readonly changed: (attempt: Attempt) => void
}

export async function makeTill(parts: TillParts): Promise<Till> {
  const { name, folder, network, witness } = parts
  const entries = new Map<string, string>()
  const screen = new Map<string, Shown>()
  let wall = parts.startTime
  let drawn = 0
  let running = await run()

  /** Every history draws the same markers again. */
  function bytesNumber(count: number): Uint8Array {
    drawn += 1
    return new Uint8Array(createHash('sha256').update(`${name} ${drawn}`).digest().subarray(0, count))
  }

  async function run(): Promise<Running> {
    const program = { alive: true, cut: false }
    const clock = makeSimulatedClock(wall, () => {
      program.cut = true
    })
    const payments: PaymentService = {
      async show(request) {
        const reply = await network.show(program, request)
        if (reply.ok) witness.answered(name, reply.value.record)
        return reply
      },
      async refund(request) {
        witness.refundSent(name, request, running.desk)
        const reply = await network.refund(program, request)
        if (reply.record !== null) witness.answered(name, reply.record)
        return reply
      },
    }
    const desk = await openRefundDesk({
      folder,
      keys: makeJournalKeys(
        makeKeychain(entries, () => program.alive),
        'journal',
      ),
      payments,
      clock,
      randomBytes: (count) => bytesNumber(count),
      deviceId: () => `device ${name}`,
      serviceAddress: () => 'https://pay.example',
      attemptChanged: (attempt) => {
        if (program.alive) parts.changed(attempt)
      },
      deskChanged: () => undefined,
      log: (line) => process.env.PROVE_LOG && console.log(line),
    })
    return { desk, clock, payments, program }
  }

  async function end(): Promise<void> {
    const { clock, desk, program } = running
    wall = clockTime(clock, wall)
    clock.stop()
    network.abandon(program)
    await settle()
    await desk.close()
  }

  return {
    name,
    folder,
    screen,
    desk: () => running.desk,
    clock: () => running.clock,
    payments: () => running.payments,
    hasCrashed: () => running.program.cut,
    async crash() {
      running.program.alive = false
      await end()
      screen.clear()
    },
    async quit() {
      await end()
      running.program.alive = false
      screen.clear()
    },
    async start() {
      running = await run()
    },
    damage: (cut) => damageJournal(folder, Buffer.from(entries.get('journal key') ?? '', 'base64'), cut),
  }
}

function clockTime(clock: SimulatedClock, before: number): number {
  clock.cutAfter(Number.POSITIVE_INFINITY)
  return Math.max(before, clock.now())
}
