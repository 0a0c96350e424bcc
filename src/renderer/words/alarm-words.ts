import type { Alarm } from '../../shared/alarms'
import type { LineNotice } from '../../shared/contract'
import { writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { plural } from './locale'

type NoticeFacts = Pick<LineNotice, 'what' | 'lines' | 'lost' | 'refunded'>

/** What a supervisor must hear of, in words for whoever reads it first. */
export function alarmWords(alarm: Alarm): string {
  switch (alarm) {
    case 'more_than_ours':
      return 'More was refunded than this refund. Tell a supervisor now.'
    case 'moved_after_refusal':
      return 'The service refused this refund, but money was refunded since. Tell a supervisor now.'
    case 'moved_after_decision':
      return 'A supervisor decided “not refunded”, but money was refunded since. Tell a supervisor now.'
    case 'refunded_after_all':
      return 'Tillside had counted this as not refunded, but the refund is there. Tell a supervisor.'
    case 'never_reached':
      return 'This was decided as refunded, but the service never showed the money. Tell a supervisor.'
    case 'could_not_be_watched':
      return 'The service couldn’t be asked about this for 30 days. Tell a supervisor to check the provider’s portal.'
    case 'unexplained_rise':
      return 'More was refunded on this payment than this till knows of. Tell a supervisor.'
    case 'risen_by_another_till':
      return 'Another till refunded on this payment too. Tell a supervisor.'
    case 'records_contradict':
      return 'Two records of this refund say different things. Tell a supervisor to check the provider’s portal.'
    default:
      return unreachable(alarm)
  }
}

/** The same for what stands by no refund of this record. */
export function noticeTitle({ what }: Pick<LineNotice, 'what'>): string {
  switch (what) {
    case 'locked_unread':
      return 'A payment is locked: an earlier refund of it can’t be read any more.'
    case 'lowering_returned':
      return 'A payment is locked: the service shows a refunded amount again that a supervisor had accepted as gone.'
    case 'could_not_be_read':
      return 'An earlier refund record may be incomplete.'
    default:
      return alarmWords(what)
  }
}

/** What is known of it beside its title; '' where the title says all. */
export function noticeAbout({ what, lines, lost, refunded }: NoticeFacts): string {
  if (refunded !== null) return `Refunded again: ${writeHundredths(refunded)}.`
  if (what !== 'could_not_be_read') return ''
  if (lost.length > 0) return `Refunds that can’t be read: ${lost.join(', ')}.`
  return lines === 0
    ? 'Nobody knows how many lines are missing.'
    : plural(lines, { one: (n) => `${n} line is missing.`, other: (n) => `${n} lines are missing.` })
}

export const acknowledgeWords = {
  open: 'I have seen this',
  title: 'Record that you’ve seen this alarm',
  intro: 'The alarm is then no longer listed first. Nothing is sent, and a locked payment stays locked.',
  note: 'What you found',
  noteHelp: 'For example: “Portal 10:40, two refunds, both known”',
  submit: 'Save',
  by: (name: string) => `${isolatedText(name)} has seen this.`,
} as const
