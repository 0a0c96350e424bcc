import { unreachable } from '../../shared/result'
import type { UpdateProblem, UpdateState } from '../../shared/update-state'

export const updateWords = {
  newer: (version: string) => `There’s a new version: ${version}`,
  agree: 'Install it now',
  agreed: 'Installs as soon as it can.',
} as const

type Newer = Extract<UpdateState, { kind: 'newer' }>

/** What happens next to a new version. */
export function updateNextWords({ next, hour }: Pick<Newer, 'next' | 'hour'>): string {
  switch (next) {
    case 'turn':
      return 'It comes to this till later: it goes to some tills first.'
    case 'package_manager':
      return 'Your system’s package manager installs it.'
    case 'administrator':
      return 'IT support installs it.'
    case 'download':
      return 'It’s being downloaded.'
    case 'hour':
      return hour < 6 ? `Installs tonight at ${clockTime(hour)}.` : `Installs at ${clockTime(hour)}.`
    case 'refund':
      return 'Installs when no refund is on its way any more.'
    case 'person':
      return 'Installs when nobody is at work here.'
    case 'installing':
      return 'It’s being installed. Tillside closes and comes back.'
    default:
      return unreachable(next)
  }
}

function clockTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** Why there are no updates, or none was found; null where there is nothing to say. */
export function updateStandingWords(update: UpdateState): string | null {
  if (update.kind === 'newer') return null
  if (update.kind === 'none') {
    return update.askedAt === null ? null : 'This is the newest version.'
  }
  switch (update.why) {
    case 'not_set':
    case 'practice':
      return null
    case 'no_key':
      return 'Updates are off: this build has no key of its own for them.'
    case 'address':
      return 'Updates are off: the address that the policy names can’t be used.'
    default:
      return unreachable(update.why)
  }
}

/** What went wrong, for whoever looks after the PC. */
export function updateProblemWords(problem: UpdateProblem): string {
  switch (problem) {
    case 'unreachable':
      return 'The server for updates can’t be reached.'
    case 'not_there':
      return 'The server for updates has nothing at that address.'
    case 'too_slow':
      return 'The server for updates was too slow.'
    case 'cut_short':
      return 'The server for updates stopped in the middle.'
    case 'no_file':
      return 'The server for updates has none for this system.'
    case 'older':
      return 'The server for updates offers an older version. It wasn’t taken.'
    case 'wrong_signature':
      return 'What the server for updates offers isn’t signed by Tillside. It wasn’t taken.'
    case 'not_json':
    case 'malformed':
    case 'too_long':
      return 'What the server for updates says can’t be read. It wasn’t taken.'
    case 'wrong_length':
    case 'wrong_hash':
      return 'The new version wasn’t downloaded as it was signed. It was deleted.'
    case 'no_room':
      return 'There’s no room for the new version on this PC.'
    case 'not_installed':
      return 'The new version couldn’t be installed.'
    default:
      return unreachable(problem)
  }
}
