/**
 * Cuts the refund's request and the service's answer at every byte, on real sockets, with a reset and with an
 * orderly end, and checks after each cut what the journal and the ledger say.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { Attempt } from '../../src/shared/attempt/attempt'
import { inLanes, tally } from './counts'
import type { Break, Plan } from './cutting-proxy'
import { openScene, type Scene } from './scene'

/** `of` is how many bytes that side has. */
type CutPoint = {
  readonly side: 'request' | 'answer'
  readonly at: number
  readonly of: number
  readonly how: Break
}

type Lengths = Readonly<Record<CutPoint['side'], number>>

/** A journal's checks cost more the longer it is, so every so many points get a fresh one. */
const pointsPerScene = 100

/** How many tills run at once. */
const lanes = 6

/** Cuts at every `step`th byte of the request as it is sent and of the answer, from the byte `first` on, both ways of breaking. */
export async function runCutPoints({ step, first }: { readonly step: number; readonly first: number }) {
  const lengths = await measure()
  const all = pointsOf(lengths, step, first)
  const batches = Array.from({ length: Math.ceil(all.length / pointsPerScene) }, (_, index) =>
    all.slice(index * pointsPerScene, (index + 1) * pointsPerScene),
  )
  const reports = await inLanes(batches, lanes, async () => ({ run: runBatch }))
  const markers = reports.flatMap((report) => report.markers)
  // An attempt counts as what the checks say of it after the cut.
  const finals = reports.flatMap((report) => report.finals)
  return {
    lengths,
    points: finals.length,
    posts: markers.length,
    postsBeyondOne: markers.length - new Set(markers).size,
    violations: reports.flatMap((report) => report.violations),
    undecidedWithoutState: finals.filter((state) => state === 'sending' || state === 'none').length,
    states: tally(finals),
  }
}

function pointsOf(lengths: Lengths, step: number, first: number): readonly CutPoint[] {
  const sides = ['request', 'answer'] as const
  return sides.flatMap((side) =>
    (['reset', 'end'] as const).flatMap((how) =>
      Array.from({ length: lengths[side] + 1 }, (_, at) => ({ side, at, of: lengths[side], how })).filter(
        // The first, the last and the one before it always take part.
        ({ at, of }) => at === 0 || at % step === first || at >= of - 1,
      ),
    ),
  )
}

/** How long request and answer are, from one refund that nobody disturbs. */
async function measure(): Promise<Lengths> {
  const scene = await openScene()
  let lengths: Lengths = { request: 0, answer: 0 }
  scene.proxy.setPlans({
    async refund(call) {
      const answer = await call.deliver(call.request)
      lengths = { request: call.request.length, answer: answer.length }
      call.write(answer)
      call.breakOff('end')
    },
  })
  await refundFresh(scene)
  await scene.close()
  return lengths
}

/** A refund of a transaction of its own; every one has a request of the same length. */
async function refundFresh(scene: Scene): Promise<Attempt> {
  const { facts } = scene.service.ledger.addTransaction({
    id: randomUUID(),
    amount: 12050,
    transaction_id: String(randomInt(4e11, 5e11)),
  })
  const shown = await scene.lookUp(facts.transaction_id)
  const issued = await scene.refund(shown)
  if (!issued.ok) throw new Error(`Nothing was sent: ${JSON.stringify(issued.fault)}`)
  return issued.value
}

async function runBatch(points: readonly CutPoint[]) {
  const scene = await openScene()
  const violations: string[] = []
  const finals: string[] = []
  for (const point of points) {
    const { found, final } = await runPoint(scene, point)
    violations.push(
      ...found.map((words) => `${point.side} cut at byte ${point.at} by ${point.how}: ${words}`),
    )
    finals.push(final)
  }
  await scene.close()
  return { markers: scene.proxy.refunds, violations, finals }
}

/** Answers what is wrong after the cut, and where the attempt stands after one look at a service that is well again. */
async function runPoint(scene: Scene, point: CutPoint) {
  const odd: string[] = []
  scene.proxy.setPlans({ refund: cutting(point, (words) => odd.push(words)) })
  const { intent, state: first } = await refundFresh(scene)
  await scene.refunds.check(intent.marker)
  const final = scene.refunds.open(intent.marker)?.attempt.state ?? 'none'
  const entries = scene.service.ledger.entries(intent.id).length
  return { found: [...odd, ...judge(point, first, final, entries)], final }
}

function cutting(point: CutPoint, odd: (words: string) => void): Plan {
  if (point.side === 'request') {
    return async (call) => {
      if (call.request.length !== point.of) odd(`the request has ${call.request.length} bytes`)
      await call.deliverPart(point.at, point.how)
      call.breakOff(point.how)
    }
  }
  return async (call) => {
    const answer = await call.deliver(call.request)
    if (answer.length !== point.of) odd(`the answer has ${answer.length} bytes`)
    if (point.at > 0) call.write(answer.subarray(0, point.at))
    call.breakOff(point.how)
  }
}

/**
 * What must be so after the cut, and after one look at a service that is well again.
 * @param first the state after the cut, `looked` after the look
 */
function judge(point: CutPoint, first: string, looked: string, entries: number): readonly string[] {
  const say = (words: string) => `${words} (${first}, then ${looked}, ${entries} entries)`
  const found: string[] = []
  if (entries > 1) found.push(say('refunded twice'))
  if (first === 'not_sent') found.push(say('a connection that was up counts as never sent'))
  if (first === 'refunded' && entries !== 1) found.push(say('refunded by rule without an entry'))
  if (point.at === point.of) return found
  if (first !== 'unconfirmed') found.push(say('half a call was taken for an answer'))
  const [expectedEntries, expectedState] = point.side === 'request' ? [0, 'unconfirmed'] : [1, 'refunded']
  if (entries !== expectedEntries) found.push(say(`expected ${expectedEntries} entries`))
  if (looked !== expectedState) found.push(say(`expected ${expectedState} after a look`))
  return found
}
