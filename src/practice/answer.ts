import type { Refusal } from './judge-refund'
import type { WireRecord } from './stored-transaction'
import type { Switches } from './switches'

/** An answer of the interface: JSON with an HTTP status. */
export type JsonAnswer = { readonly httpStatus: number; readonly body: unknown; readonly allow?: string }

/** The envelope of interface.md §2.1. */
export function successAnswer(record: WireRecord): JsonAnswer {
  return { httpStatus: 200, body: { success: true, data: record } }
}

/** The error shape of interface.md §7. */
export function errorAnswer({ status, message }: Refusal, switches: Switches): JsonAnswer {
  const httpStatus = switches.errorHttpStatus === 'same' ? status : 200
  return { httpStatus, body: { success: false, message, status } }
}
