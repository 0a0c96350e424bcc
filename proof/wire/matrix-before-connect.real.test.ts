/** Issue "Prove", the matrix: what goes wrong before a byte of the refund can be sent. */
import { beforeAll, expect, it } from 'vitest'
import { openBlackHole } from '../../src/main/service/testing/black-hole'
import { makeCertificate, makeRoot } from '../../src/main/service/testing/certificates'
import { type Door, passOn } from './cutting-proxy'
import { expected, type Outcome, outcomeOf, type Scene } from './scene'
import { sceneOfTest } from './scene-of-test'
import { attemptsOf } from './wire-refunds'

/** What comes of a refund where something happens to the way in the moment in which its fresh show passes. */
async function refundWhen(scene: Scene, happens: () => void): Promise<Outcome> {
  scene.proxy.setPlans({
    async show(call) {
      const answer = await call.deliver(call.request)
      happens()
      call.write(answer)
      call.breakOff('end')
    },
  })
  return outcomeOf(scene, await scene.till.refund(scene.shown))
}

const notSent = expected({ first: 'not_sent', nextTry: 'free', posts: 0, later: 'not_sent' })
const stillNoWay = expected({ first: 'not_connected', nextTry: 'free', posts: 0, later: null })
const refunded = {
  first: 'refunded',
  nextTry: 'free',
  delivered: 1,
  entries: [12050],
  later: 'refunded',
} as const

/** Why each refund's connection never came up, as the journal has it; *record* where it did. */
function reasonsOf({ till }: Scene): readonly string[] {
  const markers = attemptsOf(till.refunds).map(({ intent }) => intent.marker)
  const events = markers.reverse().flatMap((marker) => till.refunds.open(marker)?.events ?? [])
  return events.flatMap((event) => {
    if (event.kind !== 'answered') return []
    return 'reason' in event.answer ? [event.answer.reason] : [event.answer.kind]
  })
}

const short = { connect: 400, firstByte: 10_000, whole: 20_000 }
const byName = { addressOf: (port: number) => `http://localhost:${port}`, deadlines: short }

it('name lookup fails', async () => {
  let known = true
  const scene = await sceneOfTest({
    ...byName,
    resolveName: async () => {
      if (known) return [{ address: '127.0.0.1', family: 4 }]
      throw new Error('getaddrinfo ENOTFOUND localhost')
    },
  })
  const outcome = await refundWhen(scene, () => {
    known = false
  })
  const fresh = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect([outcome, fresh, reasonsOf(scene)]).toEqual([notSent, stillNoWay, ['name_lookup']])
})

it('refused', async () => {
  const scene = await sceneOfTest()
  const outcome = await refundWhen(scene, scene.proxy.shut)
  const fresh = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect([outcome, fresh, reasonsOf(scene)]).toEqual([notSent, stillNoWay, ['refused']])
})

it('black hole', async () => {
  let address = '127.0.0.1'
  const scene = await sceneOfTest({ ...byName, resolveName: async () => [{ address, family: 4 }] })
  const hole = await openBlackHole('127.0.0.2', scene.proxy.port)
  const outcome = await refundWhen(scene, () => {
    address = '127.0.0.2'
  })
  await hole.close()
  expect([outcome, reasonsOf(scene)]).toEqual([notSent, ['timeout']])
})

const host = 'pay.test'
let ca: Awaited<ReturnType<typeof makeRoot>>
beforeAll(async () => {
  ca = await makeRoot()
})

it.each<readonly [what: string, door: () => Promise<Door>, reason: string]>([
  ['bad certificate', async () => makeCertificate({ host, ca: await makeRoot() }), 'certificate'],
  ['expired certificate', () => makeCertificate({ host, ca, expired: true }), 'certificate'],
  ['self-signed certificate', () => makeCertificate({ host }), 'certificate'],
  ['wrong-host certificate', () => makeCertificate({ host: 'other.test', ca }), 'certificate'],
  ['reset in handshake', async () => 'reset', 'handshake'],
  ['no answer in handshake', async () => 'silent', 'timeout'],
])('%s, and once it is good again the refund goes through', async (_what, makeDoor, reason) => {
  const [good, door] = [await makeCertificate({ host, ca }), await makeDoor()]
  const scene = await sceneOfTest({
    addressOf: (port) => `https://${host}:${port}`,
    resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    trustedRoots: () => [ca.cert],
    deadlines: short,
    door: good,
  })
  const outcome = await refundWhen(scene, () => scene.proxy.setDoor(door))
  scene.proxy.setDoor(good)
  scene.proxy.setPlans({ show: passOn })
  const again = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect([outcome, again, reasonsOf(scene)]).toEqual([notSent, expected(refunded), [reason, 'record']])
})
