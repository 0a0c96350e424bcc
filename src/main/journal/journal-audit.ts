/**
 * Goes through a whole journal in small steps: the chain line by line, then payment by payment whether rows are what
 * their lines add up to, then every high-water value (refund-protocol.md 13). A step never takes more than one line
 * or one payment's rows, so it can give way at any time; damage is thrown or answered, never repaired.
 */
import type Database from 'libsql'
import { z } from 'zod'
import type { AuditRound } from './audit-progress'
import { compareRows, emptyFold, foldLine, type PaymentFold } from './fold-payment'
import { makeIndexEntries } from './index-entries'
import { blob, columnsOf } from './journal-columns'
import { chainHash, chainKey, type JournalLine } from './journal-line'
import type { JournalReads, StoredAttempt } from './journal-reads'
import { makeRowReaders } from './journal-rows'
import type { Standing } from './journal-types'

/** What a whole reading is told of as it goes: from it the standing is made where there is no checkpoint. */
export type AuditListener = {
  readonly line: (line: JournalLine) => void
  readonly attempts: (rows: readonly StoredAttempt[]) => void
}

/** The round one step further on, `whole` at its end, or what is wrong. */
export type AuditStep =
  | { readonly at: 'round'; readonly round: AuditRound }
  | { readonly at: 'whole' }
  | { readonly at: 'damage'; readonly detail: string }

export type JournalAudit = { readonly step: (round: AuditRound) => AuditStep }

type Group = { readonly payment: Buffer; seq: number; lines: number; readonly fold: PaymentFold }

const paymentRow = z.object({ payment: blob })

const damage = (detail: string): AuditStep => ({ at: 'damage', detail })
const onward = (round: AuditRound): AuditStep => ({ at: 'round', round })

/** @param standing what is open according to memory; null while there is none yet. */
export function makeJournalAudit(
  database: Database.Database,
  key: Buffer,
  reads: JournalReads,
  standing: () => Standing | null,
  listener: AuditListener | null,
): JournalAudit {
  const hashKey = chainKey(key)
  const entries = makeIndexEntries(database, key)
  const open = makeRowReaders(key)
  const nextPayment = database.prepare(
    `SELECT CAST(payment AS BLOB) AS payment FROM events INDEXED BY events_of_payment
     WHERE payment > ? ORDER BY events.payment LIMIT 1`,
  )
  const nextHighWater = database.prepare(
    `SELECT ${columnsOf.values} FROM high_water WHERE payment > ? ORDER BY high_water.payment LIMIT 1`,
  )
  let group: Group | null = null

  function chainStep(round: AuditRound): AuditStep {
    const { chain, target } = round
    if (chain.seq >= target.seq) return onward({ ...round, phase: 'payments', after: '' })
    const stored = reads.textAfter(chain.seq)
    if (stored?.seq !== chain.seq + 1) return damage(`Line ${chain.seq + 1} is missing`)
    if (chainHash(hashKey, chain.hash, stored.text) !== stored.hash) {
      return damage(`The chain breaks at line ${stored.seq}`)
    }
    if (!entries.ofLine(stored)) return damage(`Line ${stored.seq} is not in every index`)
    return onward({ ...round, chain: { seq: stored.seq, hash: stored.hash } })
  }

  function paymentStep(round: AuditRound): AuditStep {
    group ??= beginGroup(round.after)
    if (group === null) return allMet(round)
    const stored = reads.lineOf(group.payment, group.seq)
    if (stored === null) return endGroup(round, group)
    const wrong = foldLine(key, group.fold, stored)
    if (wrong !== null) return damage(wrong)
    if (!('event' in stored.line)) listener?.line(stored.line)
    group.seq = stored.seq
    if (stored.seq <= round.target.seq) group.lines += 1
    return onward(round)
  }

  function beginGroup(after: string): Group | null {
    const found = nextPayment.get([Buffer.from(after, 'hex')])
    if (found === undefined) return null
    return { payment: paymentRow.parse(found).payment, seq: 0, lines: 0, fold: emptyFold() }
  }

  function endGroup(round: AuditRound, { payment, fold, lines }: Group): AuditStep {
    group = null
    const rows = reads.rowsOf(payment)
    const wrong = compareRows(key, fold, { rows, highWater: reads.highWater(payment) }, standing())
    if (wrong !== null) return damage(wrong)
    const lost = rows.find((row) => !entries.ofAttempt(row))
    if (lost !== undefined) return damage(`${lost.attempt.intent.marker} is not in every index`)
    listener?.attempts(rows)
    return onward({
      ...round,
      after: payment.toString('hex'),
      lines: round.lines + lines,
      rows: round.rows + rows.filter(({ number }) => number <= round.target.number).length,
    })
  }

  /** Rows have numbers without gaps: as many as the highest number were met, so no row is without lines. */
  function allMet(round: AuditRound): AuditStep {
    if (round.lines !== round.target.seq) return damage('Lines are not in the index of their payments')
    if (round.rows !== round.target.number) return damage('There are rows without lines')
    return onward({ ...round, phase: 'high_water', after: '' })
  }

  function valueStep(round: AuditRound): AuditStep {
    const found = nextHighWater.get([Buffer.from(round.after, 'hex')])
    if (found === undefined) return { at: 'whole' }
    open.highWater(found)
    return onward({ ...round, after: paymentRow.parse(found).payment.toString('hex') })
  }

  const steps = { chain: chainStep, payments: paymentStep, high_water: valueStep }
  return { step: (round) => steps[round.phase](round) }
}
