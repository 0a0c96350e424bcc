import type { Fault } from '../../shared/fault'
import type { RelatedKind } from '../../shared/related'
import { isolatedText } from '../../shared/shown-text'
import { asSentence, errorNumber, serviceSays } from './common'
import { explainFault } from './faults'

/** The related records by the names of architecture.md, "Words and places". */
export const relatedNames: Readonly<Record<RelatedKind, string>> = {
  store: 'Store',
  user: 'User',
  fixed_code: 'Fixed code',
  emv_code: 'EMV code',
}

/** Parts of names that people write in capitals. */
const capitals: ReadonlySet<string> = new Set(['id', 'url', 'emv', 'qr'])

/** One part of a path, `first_name` as "First name"; a part that is no such name stays as it came. */
function partName(part: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(part)) return part
  const words = part.split('_').map((word) => (capitals.has(word) ? word.toUpperCase() : word))
  const name = words.join(' ')
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** A related record's own name for a line, made readable: `address.post_code` is "Address, Post code". */
export function relatedLineName(path: string): string {
  return path.split('.').map(partName).join(', ')
}

/** Why a related record is not there, with the service's words where it gave any. */
export function notAvailable(fault: Fault): string {
  switch (fault.kind) {
    case 'service_error':
    case 'token_not_accepted':
      return `${moreWords.notAvailable}. ${serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))}`
    case 'not_found':
      return `${moreWords.notAvailable}. ${serviceSays(fault.message)}`
    default:
      return `${moreWords.notAvailable}. ${asSentence(explainFault(fault).title)}`
  }
}

export const moreWords = {
  asking: 'Asking…',
  none: 'None',
  notAvailable: 'Not available',
  saved: (time: string) => `Saved ${time}`,
  cut: 'There is more than is shown here.',
  value: 'Value',
  noValue: '–',
  notKept: 'Not kept in saved receipts',
  /** The key of PIN encryption, which does not even reach this window. */
  notShown: 'Present, not shown',
  showPrivate: 'Show who paid',
  cutHere: 'cut',
  oddities: 'What isn’t as documented',
  storeCopy: 'Store copy',
  savePdf: 'Save all as PDF',
  printed: (at: string, place: string) =>
    place === '' ? `Printed ${at}` : `Printed ${at} at ${isolatedText(place)}`,
} as const
