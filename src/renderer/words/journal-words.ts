import type { Output } from '../../shared/contract'

export const journalWords = {
  title: 'Record of refunds',
  begin: 'Begin a new record',
  beginTitle: 'Begin a new record of refunds?',
  portalFirst: 'First look in the provider’s portal: which refunds does it list for today?',
  meaning:
    'What can still be read is taken over, and what is undecided in it stays locked. What can not be read, this till can not check any more: a refund that stood only there could be sent a second time.',
  untouched: 'The old file is kept as it is. Nothing is sent.',
  why: 'Why, and what the portal lists',
  whyHelp: 'For example: “Disk replaced. Portal, 10:40: three refunds today, all known.”',
  supervisor: 'Supervisor’s name',
  pin: 'PIN',
} as const

/** That a new record has begun, and what of the old one stands in it. */
export function begunWords({ attempts, undecided, whole }: Output<'journal:begin'>): string {
  const taken = `A new record of refunds has begun with ${attempts} of the old refunds, ${undecided} of them undecided.`
  return whole
    ? taken
    : `${taken} The rest could not be read: look in the provider’s portal before you refund an older payment.`
}
