import type { PaymentStanding } from '../../shared/payment-standing'

/** How many payments' last news are remembered. */
const most = 200

export type ToldStandings = {
  /** Tells how a payment stands, if that is another than is known there; a free one that nobody knows needs no telling. */
  readonly tell: (standing: PaymentStanding) => void
  /** Somebody has asked, and was answered this. */
  readonly know: (standing: PaymentStanding) => void
  /** The payments that are known there not to be free. */
  readonly ids: () => readonly string[]
}

/** What the window knows of payments that are locked or stale. */
export function makeToldStandings(tell: (standing: PaymentStanding) => void): ToldStandings {
  const known = new Map<string, string>()

  const isFree = ({ lock, stale }: PaymentStanding) => lock === null && stale === null
  const textOf = ({ lock, stale }: PaymentStanding) => JSON.stringify({ lock, stale })

  function know(standing: PaymentStanding): void {
    known.delete(standing.id)
    if (isFree(standing)) return
    known.set(standing.id, textOf(standing))
    const oldest = known.keys().next()
    if (known.size > most && oldest.done !== true) known.delete(oldest.value)
  }

  return {
    know,
    ids: () => [...known.keys()],
    tell(standing) {
      const before = known.get(standing.id)
      if (isFree(standing) ? before === undefined : before === textOf(standing)) return
      know(standing)
      tell(standing)
    },
  }
}
