/** The heading the cashier reads; `lookup fault` comes before anything is sent. */
export type PracticeOutcome =
  | 'Refunded'
  | 'Not refunded'
  | 'Not sent'
  | 'Unconfirmed'
  | 'Probably refunded'
  /** The fresh show before the refund says so: nothing is sent. */
  | 'Already refunded elsewhere'
  /** The lookup itself fails: there is no receipt. */
  | 'lookup fault'

export type PracticeCode = {
  /** The custom id to scan or type. */
  readonly code: string
  readonly title: string
  readonly whatHappens: string
  /** What a full refund comes to first, under the service's usual switches. */
  readonly expectedOutcome: PracticeOutcome
  /** What later shows make of it by themselves; null when it stays. */
  readonly laterOutcome: PracticeOutcome | null
  /**
   * Whether the service does here what interface.md does not have: no answer, an answer of another form, a record
   * that is not this payment's as it stands, a refund that was not asked for.
   */
  readonly leavesInterface: boolean
}
