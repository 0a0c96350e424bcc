/**
 * Mistakes that somebody could make in the protocol, each as a change of the source. The harness is worth
 * something only if it catches every one of them.
 */
import { damageMutants } from './damage-mutants'

export type Mutant = {
  readonly name: string
  readonly changes: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
}

const issue = 'src/main/refund/issue-refund.ts'
const judgement = 'src/shared/refund-judgement.ts'
const states = 'src/shared/refund.ts'
const desk = 'src/main/refund/working-desk.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'the lock is dropped',
    changes: [
      {
        file: issue,
        find: "if (lock !== null) return fail({ kind: 'undecided', marker: lock.intent.marker })\n\n",
        replace: '',
      },
      { file: 'src/main/refund/journal-schema.ts', find: 'CREATE UNIQUE INDEX', replace: 'CREATE INDEX' },
    ],
  },
  {
    name: 'an undecided refund is forgotten as soon as it is unconfirmed',
    changes: [
      {
        file: states,
        find: "  'refusal_seen',\n  'unconfirmed',\n  'refunded_probably',\n])",
        replace: "  'refusal_seen',\n])",
      },
    ],
  },
  {
    name: 'a lost answer is tried again by itself',
    changes: [
      {
        file: issue,
        find: 'const reply = await send(intent, parts.payments)',
        replace:
          "let reply = await send(intent, parts.payments)\n  if (reply.answer.kind === 'no_answer') reply = await send(intent, parts.payments)",
      },
    ],
  },
  {
    name: 'a refusal is settled after one quiet look',
    changes: [
      {
        file: judgement,
        find: 'export const quietLooksNeeded = 3',
        replace: 'export const quietLooksNeeded = 1',
      },
    ],
  },
  {
    name: 'a server error counts as a refusal',
    changes: [
      {
        file: judgement,
        find: 'new Set([400, 401, 403, 404, 422])',
        replace: 'new Set([400, 401, 403, 404, 422, 500, 502, 503])',
      },
    ],
  },
  {
    name: 'a lost answer counts as not sent',
    changes: [
      {
        file: judgement,
        find: "    case 'no_answer':\n    case 'unreadable':\n      return verdict('unconfirmed')",
        replace: "    case 'no_answer':\n    case 'unreadable':\n      return verdict('not_sent')",
      },
    ],
  },
  {
    name: 'an error inside a 200 counts as a refusal',
    changes: [
      {
        file: judgement,
        find: 'answer.httpStatus === answer.status && refusals.has(answer.httpStatus)',
        replace: 'refusals.has(answer.status)',
      },
    ],
  },
  {
    name: 'the mark is ignored',
    changes: [
      {
        file: issue,
        find: "  if (isStale(parts.journal.mark(record.id), glance)) return fail({ kind: 'stale_answer' })\n",
        replace: '',
      },
      {
        file: issue,
        find: 'mark: Math.max(before.refunded ?? 0, parts.journal.mark(fresh.id)?.refunded ?? 0),',
        replace: 'mark: before.refunded ?? 0,',
      },
    ],
  },
  {
    name: 'sending is written after the POST',
    changes: [
      {
        file: issue,
        find: "  const sending = journal.append(intent.marker, { kind: 'sending', at: now() })\n  if (sending.ok) {",
        replace: '  const sending = intended\n  if (sending.ok) {',
      },
      {
        file: issue,
        find: '  const attempt = settle(written.value, reply, parts)',
        replace:
          "  const late = parts.journal.append(intent.marker, { kind: 'sending', at: parts.now() })\n  const attempt = settle(late.ok ? late.value : written.value, reply, parts)",
      },
    ],
  },
  {
    name: 'a fitting amount needs no marker',
    changes: [
      {
        file: judgement,
        find: "if (moved === intent.amount) return verdict('refunded_probably')",
        replace: "if (moved === intent.amount) return verdict('refunded')",
      },
    ],
  },
  {
    name: 'nothing seen counts as not refunded',
    changes: [
      {
        file: judgement,
        find: "return nothingElseMoved(intent, now) ? verdict('unconfirmed') : forPerson('status_changed')",
        replace: "return verdict('not_refunded')",
      },
      {
        file: states,
        find: "unconfirmed: ['unconfirmed', 'refunded', 'refunded_probably']",
        replace: "unconfirmed: ['unconfirmed', 'refunded', 'refunded_probably', 'not_refunded']",
      },
    ],
  },
  {
    name: 'another transaction’s record is believed',
    changes: [
      {
        file: judgement,
        find: 'now.id !== intent.id || now.currency !== intent.currency || now.refunded === null',
        replace: 'now.refunded === null',
      },
    ],
  },
  {
    name: 'a refund that was being sent when the power went counts as cancelled',
    changes: [
      {
        file: desk,
        find: "if (state === 'intended')",
        replace: "if (state === 'intended' || state === 'sending')",
      },
      {
        file: desk,
        find: "if (state === 'sending') unwritten",
        replace: "if (state === 'refused') unwritten",
      },
      {
        file: states,
        find: "case 'cancelled':\n      return attempt.state === 'intended'",
        replace:
          "case 'cancelled':\n      return attempt.state === 'intended' || attempt.state === 'sending'",
      },
    ],
  },
  {
    name: 'leftovers are not looked at when the program starts',
    changes: [{ file: desk, find: '  settleLeftovers(journal, unwritten, clock.now)\n', replace: '' }],
  },
  {
    name: 'the receipt on screen is believed without a fresh show',
    changes: [
      {
        file: issue,
        find: 'const fresh = await showAfresh(order, parts)\n  if (!fresh.ok) return fresh',
        replace: 'const fresh = { ok: true, value: order.shown } as const\n  void showAfresh',
      },
    ],
  },
  {
    name: 'the amount is left out',
    changes: [
      { file: issue, find: 'amount: intent.whole ? null : intent.amount,', replace: 'amount: null,' },
    ],
  },
  {
    name: 'probably becomes refunded at the next look',
    changes: [
      {
        file: judgement,
        find: "    case 'refunded_probably':\n    case 'intended':",
        replace: "    case 'refunded_probably':\n      return verdict('refunded')\n    case 'intended':",
      },
      {
        file: states,
        find: "refunded_probably: ['refunded_probably'],",
        replace: "refunded_probably: ['refunded_probably', 'refunded'],",
      },
    ],
  },
  ...damageMutants,
]
