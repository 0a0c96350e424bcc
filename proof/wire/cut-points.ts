/**
 * Cuts the refund's request and the service's answer at every byte, on real sockets, with a reset and with an
 * orderly end, and checks after each cut what the journal and the ledger say.
 */
import { randomUUID } from 'node:crypto'
import type { Attempt } from '../../src/shared/attempt/attempt'
import type { WireCounts } from '../run/claims'
import { inLanes, sum, tally } from './counts'
import type { Break, Plan } from './cutting-proxy'
import { openScene, type Scene } from './scene'

type CutPoint = { readonly side: 'request' | 'answer'; readonly at: number; readonly how: Break }

/** An attempt counts as what the checks say of it after the cut. */
type CutPointCounts = WireCounts & {
  readonly requestBytes: number
  readonly answerBytes: number
  readonly points: number
}

type Lengths = { readonly request: number; readonly answer: number }
type PointReport = { readonly violations: readonly string[]; readonly final: Attempt | null }

/** A journal's checks cost more the longer it is, so every so many points get a fresh one. */
const pointsPerScene = 100

/** How many tills run at once. */
const lanes = 6

/** Cuts at every `step`th byte of the request as it is sent and of the answer, from the byte `first` on, both ways of breaking. */
export async function runCutPoints(options: {
  readonly step: number
  readonly first: number
}): Promise<CutPointCounts> {
  const { step, first } = options
  const lengths = await measure()
  const all = pointsOf(lengths, step, first)
  const batches = Array.from({ length: Math.ceil(all.length / pointsPerScene) }, (_, index) =>
    all.slice(index * pointsPerScene, (index + 1) * pointsPerScene),
  )
  const reports = await inLanes(batches, lanes, async () => ({ run: (batch) => runBatch(batch, lengths) }))
  const finals = reports.flatMap((report) => report.finals)
  const stuck = finals.filter((state) => state === 'sending' || state === 'none')
  return {
    requestBytes: lengths.request,
    answerBytes: lengths.answer,
    points: finals.length,
    posts: sum(reports.map((report) => report.posts)),
    postsBeyondOne: sum(reports.map((report) => report.postsBeyondOne)),
    violations: reports.flatMap((report) => report.violations),
    undecidedWithoutState: stuck.length,
    states: tally(finals),
  }
}

function pointsOf(lengths: Lengths, step: number, first: number): readonly CutPoint[] {
  const sides = ['request', 'answer'] as const
  return sides.flatMap((side) =>
    (['reset', 'end'] as const).flatMap((how) =>
      Array.from({ length: lengths[side] + 1 }, (_, at) => ({ side, at, how })).filter(
        // The first, the last and the one before it always take part.
        ({ at }) => at === 0 || at % step === first || at >= lengths[side] - 1,
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
    transaction_id: randomDigits(),
  })
  const shown = await scene.lookUp(facts.transaction_id)
  const issued = await scene.refund(shown)
  if (!issued.ok) throw new Error(`Nothing was sent: ${JSON.stringify(issued.fault)}`)
  return issued.value
}

function randomDigits(): string {
  return `4${BigInt(`0x${randomUUID().replaceAll('-', '')}`)
    .toString()
    .padStart(11, '0')
    .slice(-11)}`
}

type BatchReport = {
  readonly posts: number
  readonly postsBeyondOne: number
  readonly violations: readonly string[]
  readonly finals: readonly string[]
}

async function runBatch(points: readonly CutPoint[], lengths: Lengths): Promise<BatchReport> {
  const scene = await openScene()
  const reports: PointReport[] = []
  for (const point of points) reports.push(await runPoint(scene, point, lengths))
  const markers = scene.proxy.refunds
  await scene.close()
  return {
    posts: markers.length,
    postsBeyondOne: markers.length - new Set(markers).size,
    violations: reports.flatMap((report) => report.violations),
    finals: reports.map(({ final }) => final?.state ?? 'none'),
  }
}

async function runPoint(scene: Scene, point: CutPoint, lengths: Lengths): Promise<PointReport> {
  const name = `${point.side} cut at byte ${point.at} by ${point.how}`
  const odd: string[] = []
  scene.proxy.setPlans({ refund: cutting(point, lengths, (words) => odd.push(`${name}: ${words}`)) })
  const first = await refundFresh(scene)
  const { marker, id } = first.intent
  await scene.refunds.check(marker)
  const looked = scene.refunds.open(marker)?.attempt ?? null
  const entries = scene.service.ledger.entries(id).length
  const facts = { first: first.state, looked: looked?.state ?? 'none', entries }
  return { violations: [...odd, ...judge(name, point, lengths, facts)], final: looked }
}

function cutting(point: CutPoint, lengths: Lengths, odd: (words: string) => void): Plan {
  if (point.side === 'request') {
    return async (call) => {
      if (call.request.length !== lengths.request) odd(`the request has ${call.request.length} bytes`)
      await call.deliverPart(point.at, point.how)
      call.breakOff(point.how)
    }
  }
  return async (call) => {
    const answer = await call.deliver(call.request)
    if (answer.length !== lengths.answer) odd(`the answer has ${answer.length} bytes`)
    if (point.at > 0) call.write(answer.subarray(0, point.at))
    call.breakOff(point.how)
  }
}

type Facts = { readonly first: string; readonly looked: string; readonly entries: number }

/** What must be so after the cut, and after one look at a service that is well again. */
function judge(name: string, point: CutPoint, lengths: Lengths, facts: Facts): readonly string[] {
  const { first, looked, entries } = facts
  const say = (words: string) => `${name}: ${words} (${first}, then ${looked}, ${entries} entries)`
  const found: string[] = []
  if (entries > 1) found.push(say('refunded twice'))
  if (first === 'not_sent') found.push(say('a connection that was up counts as never sent'))
  if (first === 'refunded' && entries !== 1) found.push(say('refunded by rule without an entry'))
  const whole = point.at === lengths[point.side]
  if (whole) return found
  if (first !== 'unconfirmed') found.push(say('half a call was taken for an answer'))
  const expectedEntries = point.side === 'request' ? 0 : 1
  if (entries !== expectedEntries) found.push(say(`expected ${expectedEntries} entries`))
  const expectedState = point.side === 'request' ? 'unconfirmed' : 'refunded'
  if (looked !== expectedState) found.push(say(`expected ${expectedState} after a look`))
  return found
}
