import type { Output } from '../../shared/contract'
import { countOf } from './count-words'

export const recoveryWords = {
  title: 'Recovery kit',
  meaning:
    'One file with the keys of this till’s refund record, sealed with a passphrase. If the keychain or the PC is lost, the record can be read again with it. It holds no access token and no PIN.',
  keep: 'Keep it and the passphrase apart from this PC. Save a new one after every new refund record.',
  passphrase: 'Passphrase',
  passphraseHelp: '12 characters at least. Without it nobody can open the kit, not even us.',
  again: 'Passphrase again',
  differs: 'The two aren’t the same.',
  save: 'Save recovery kit…',
  openMeaning: 'If you have a recovery kit of this till, open it before you start a new record.',
  open: 'Open recovery kit…',
  openPassphrase: 'Passphrase of the kit',
} as const

/** What an opened kit brought. */
export function kitOpened({ journals, missing }: Output<'recovery:open'>): string {
  const read = countOf(journals, 'refund record', 'refund records')
  const known =
    missing === 0 ? '' : ` ${countOf(missing, 'entry', 'entries')} that the kit knows of aren’t on this disk.`
  return `${read} can be read again.${known} Start a new record now: it takes over all of it.`
}
