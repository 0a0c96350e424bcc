/** What the till does about a new version now. Pure: whoever asks looks around first. */

/** How things stand at this moment. */
export type UpdateMoment = {
  /** A version with a good signature is newer than the one that runs. */
  readonly isNewer: boolean
  /** Whether this till is among the hundredths that take it now. */
  readonly isOurTurn: boolean
  /** Whether the program can put itself in its new version's place here; else the system's own means do. */
  readonly installs: boolean
  /** Whether its file lies here, as it was signed. */
  readonly isHere: boolean
  /** The hour of the day that the store chose, 0 to 23, and the one that it is. */
  readonly chosenHour: number
  readonly hour: number
  /** A refund is on its way. */
  readonly isSending: boolean
  /** A refund is undecided, and so young that the next answers are likely to decide it. */
  readonly isUndecidedYoung: boolean
  /** Somebody uses this PC. */
  readonly isAtWork: boolean
  /** That somebody said that it may be done. */
  readonly isAgreed: boolean
}

/** `wait` says for what; everything else is what is to be done. */
export type UpdateStep =
  | { readonly kind: 'nothing' }
  /** Says that there is one; the system's own means install it. */
  | { readonly kind: 'tell' }
  | { readonly kind: 'download' }
  | { readonly kind: 'wait'; readonly for: 'turn' | 'hour' | 'refund' | 'person' }
  | { readonly kind: 'install' }

export function decideUpdate(moment: UpdateMoment): UpdateStep {
  if (!moment.isNewer) return { kind: 'nothing' }
  if (!moment.isOurTurn) return { kind: 'wait', for: 'turn' }
  if (!moment.installs) return { kind: 'tell' }
  if (!moment.isHere) return { kind: 'download' }
  if (moment.hour !== moment.chosenHour) return { kind: 'wait', for: 'hour' }
  if (moment.isSending || moment.isUndecidedYoung) return { kind: 'wait', for: 'refund' }
  if (moment.isAtWork && !moment.isAgreed) return { kind: 'wait', for: 'person' }
  return { kind: 'install' }
}
