import type { Ledger } from './ledger'

/** What an answer may draw on beside the request: the book, and time and the door as the service runs them. */
export type ServiceContext = {
  readonly ledger: Ledger
  readonly token: string
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** Resolves after so many milliseconds of practice time; never, once the service stops. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Lets nobody connect for so long; connections that are open stay so. */
  readonly closeDoor: (milliseconds: number) => void
  /** How often a transaction (by internal `id`) has been shown since the service started. */
  readonly countShow: (id: string) => number
  /** How many requests have come since the service started, this one included. */
  readonly countRequest: () => number
}

/** The `refund_reason` of the other till that some practice codes bring in: it runs Tillside too. */
export const otherTillReason = 'R-7H3N3XT000 Refunded at another till'

/** Another till refunds all that is left; nothing happens if there is nothing. */
export function otherTillRefunds(ledger: Ledger, id: string): void {
  ledger.refund({ id, amountHundredths: null, reason: otherTillReason, deviceId: 'practice-other-till' })
}
