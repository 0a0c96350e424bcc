/** What cashiers, supervisors, other systems, the line and the power do in a history. */
import type { RefundOrder } from '../../src/main/refund/refund-desk'
import type { Ledger } from '../../src/practice/ledger'
import { refundability } from '../../src/shared/refund-rules'
import type { Choices } from './choices'
import { codeFor } from './history'
import { markerOf, type Network } from './network'
import { PowerCut, settle } from './simulated-clock'
import type { Till } from './simulated-till'
import type { Witness } from './witness'

export type ActionParts = {
  readonly tills: readonly Till[]
  readonly ledger: Ledger
  readonly network: Network
  readonly witness: Witness
  readonly choices: Choices
  readonly passServiceTime: (milliseconds: number) => void
}

export type Actions = {
  readonly random: () => Promise<void>
  readonly restart: (till: Till) => Promise<void>
  readonly crashes: () => number
  /** How often a journal was damaged, and a new one begun in its place. */
  readonly damages: () => number
}

/** A call whose program is gone by the time it is answered fails, and nobody is there to hear it. */
function forget(work: Promise<unknown>): void {
  work.catch(() => undefined)
}

export function actionsOf(parts: ActionParts): Actions {
  const { tills, ledger, network, witness, choices, passServiceTime } = parts
  let crashes = 0
  let damages = 0

  function someTill(): Till {
    const till = tills[choices.pick(tills.length)]
    if (till === undefined) throw new Error('There are no tills')
    return till
  }

  function someTransaction() {
    const all = ledger.transactions()
    const found = all[choices.pick(all.length)]
    if (found === undefined) throw new Error('The ledger is empty')
    return found
  }

  function lookUp(till: Till): void {
    const foundBy = codeFor(someTransaction().facts, choices)
    const desk = till.desk()
    forget(
      till
        .payments()
        .show(foundBy)
        .then((reply) => {
          if (!reply.ok || desk !== till.desk()) return
          till.screen.set(reply.value.record.id, { record: reply.value.record, foundBy })
          desk.observe(reply.value.record)
        }),
    )
  }

  function orderFor(till: Till): RefundOrder | null {
    const shown = [...till.screen.values()][choices.pick(Math.max(1, till.screen.size))]
    if (shown === undefined) return null
    const rule = refundability(shown.record)
    if (rule.kind === 'blocked') return null
    const rest = rule.rest.hundredths
    const hundredths = rule.wholeOnly
      ? rest
      : Math.min(rest, choices.oneOf(rest, 1000, 2000, Math.ceil(rest / 2)))
    return {
      shown: shown.record,
      foundBy: shown.foundBy,
      amount: { hundredths, currency: rule.rest.currency },
      reason: choices.oneOf('Damaged item', 'Wrong item'),
      confirmed: true,
      cashier: 'Mei',
    }
  }

  function refund(till: Till, times: number, cutAfter: number | null): void {
    const order = orderFor(till)
    if (order === null) return
    if (!till.desk().isSending()) witness.refundAsked(till.name, order.shown.id)
    if (cutAfter !== null) till.clock().cutAfter(cutAfter)
    for (let time = 0; time < times; time += 1) forget(till.desk().issue(order))
  }

  /** Another system of the same merchant, which has no marker of ours. */
  function refundElsewhere(): void {
    const { facts } = someTransaction()
    ledger.refund({
      id: facts.id,
      amountHundredths: choices.oneOf(1000, 2000, 2500, facts.amount),
      reason: choices.oneOf('Provider portal', 'R-0000000000 made elsewhere'),
      deviceId: '',
    })
    network.remember()
  }

  /** A truthful supervisor: looks at the provider's portal, and only once nothing is on its way any more. */
  function decide(till: Till): void {
    const open = till
      .desk()
      .list({ from: 0, to: 0 })
      .filter((attempt) => attempt.state === 'unconfirmed' || attempt.state === 'refunded_probably')
    const attempt = open[choices.pick(Math.max(1, open.length))]
    if (attempt === undefined) return
    const { marker } = attempt.intent
    if (network.pending().some((operation) => operation.marker === marker && operation.mayStillApply()))
      return
    const refunded = ledger.entries().some((entry) => markerOf(entry.reason) === marker)
    till.desk().decide(marker, {
      to: refunded ? 'refunded' : 'not_refunded',
      supervisor: 'Jonas',
      saw: 'The provider’s portal',
      why: 'As the portal says',
    })
  }

  async function restart(till: Till): Promise<void> {
    if (till.hasCrashed()) await till.crash()
    else await till.quit()
    await till.start()
  }

  async function crash(till: Till): Promise<void> {
    crashes += 1
    await till.crash()
    await till.start()
  }

  /** The disk fails while the program is down; the supervisor begins a new journal. */
  async function damage(till: Till): Promise<void> {
    damages += 1
    await till.crash()
    till.damage(choices.pick(4))
    await till.start()
    const begun = await till.desk().beginJournal({ supervisor: 'Jonas', why: 'The disk failed' })
    if (!begun.ok) witness.violate(`${till.name}: no new journal: ${begun.fault.kind}`)
  }

  async function pass(milliseconds: number): Promise<void> {
    passServiceTime(milliseconds)
    for (const till of tills) await till.clock().pass(milliseconds)
  }

  async function onTheLine(): Promise<void> {
    for (let steps = choices.pick(4); steps >= 0; steps -= 1) {
      network.step(choices.pick(Math.max(1, network.pending().length)))
      await settle()
      witness.tick()
    }
  }

  function lookAgain(till: Till): void {
    if (choices.pick(2) === 0) till.desk().wake()
    const undecided = till.desk().list({ from: 0, to: 0 })[0]
    if (undecided !== undefined) forget(till.desk().look(undecided.intent.marker))
  }

  function setClock(till: Till): void {
    witness.clockSet(till.name)
    till.clock().jump(choices.oneOf(3_600_000, -3_600_000))
  }

  /** Weighted: mostly the line moves and cashiers work; now and then something else happens. */
  async function act(): Promise<void> {
    const kind = choices.pick(27)
    if (kind <= 9) return onTheLine()
    if (kind <= 12) return lookUp(someTill())
    if (kind <= 16) return refund(someTill(), 1, null)
    if (kind === 17) return refund(someTill(), 2, choices.pick(3) === 0 ? 1 + choices.pick(6) : null)
    if (kind === 18) return pass(choices.oneOf(2000, 15_000, 60_000))
    if (kind === 19) return pass(choices.oneOf(60_000, 600_000, 7_200_000))
    if (kind === 20) return setClock(someTill())
    if (kind === 21) return refundElsewhere()
    if (kind <= 23) return decide(someTill())
    if (kind === 24) return lookAgain(someTill())
    if (kind === 25) return choices.rarely(3) ? damage(someTill()) : undefined
    if (choices.rarely(3)) return choices.pick(2) === 0 ? crash(someTill()) : restart(someTill())
  }

  return {
    crashes: () => crashes,
    damages: () => damages,
    restart,
    async random() {
      // A power cut may come in the middle of anything a person does, too.
      await act().catch((error: unknown) => {
        if (!(error instanceof PowerCut)) throw error
      })
      await settle()
      witness.tick()
      for (const till of tills) if (till.hasCrashed()) await crash(till)
    },
  }
}
