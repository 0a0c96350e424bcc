/** Reads the requests that a till writes, as a service does (interface.md §4). */

export type ShowAsk = {
  readonly kind: 'show'
  readonly code: string
  readonly query: 'transaction_id' | 'custom_id' | null
}
export type RefundAsk = {
  readonly kind: 'refund'
  readonly id: string
  /** Hundredths; null when no amount was sent. */
  readonly amount: number | null
  readonly reason: string
}

/** Null for anything that is neither of the two operations. */
export function readRequest(method: string, path: string, body: string): ShowAsk | RefundAsk | null {
  const form = new URLSearchParams(body)
  const place = /^\/v1\/transactions\/([^/?]+)(\/refund)?(?:\?.*)?$/.exec(path)
  const code = place?.[1]
  if (code === undefined) return null
  if (method === 'GET' && place?.[2] === undefined) {
    const query = form.get('query')
    return {
      kind: 'show',
      code: decodeURIComponent(code),
      query: query === 'transaction_id' || query === 'custom_id' ? query : null,
    }
  }
  if (method !== 'POST' || place?.[2] === undefined) return null
  const amount = form.get('amount')
  return {
    kind: 'refund',
    id: decodeURIComponent(code),
    amount: amount === null ? null : Math.round(Number(amount) * 100),
    reason: form.get('refund_reason') ?? '',
  }
}

/** The marker that a reason begins with; '' when it begins with none. */
export function markerAtStart(reason: string): string {
  return /^R-[0-9A-Z]{10}(?= |$)/.exec(reason)?.[0] ?? ''
}
