/** Issue "Prove", the matrix: what goes wrong before a byte of the refund can be sent. */
import { beforeAll, expect, it } from 'vitest'
import { openBlackHole } from '../../src/main/service/testing/black-hole'
import { attemptsOf } from './attempts-of'
import { type Certificates, makeCertificates } from './certificates'
import type { Door } from './cutting-proxy'
import { passOn } from './cutting-proxy'
import { expected, outcomeOf, type Scene } from './scene'
import { sceneOfTest } from './scene-of-test'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates('pay.test')
})

/** The fresh show passes, and in that moment something happens to the way. */
function afterFreshShow(scene: Scene, happens: () => void): void {
  scene.proxy.setPlans({
    async show(call) {
      const answer = await call.deliver(call.request)
      happens()
      call.write(answer)
      call.breakOff('end')
    },
  })
}

const notSent = expected({ first: 'not_sent', nextTry: 'free', posts: 0, later: 'not_sent' })
const nothingWritten = expected({ nextTry: 'free', posts: 0, later: null })
/** Why the refund's connection never came up, as the journal has it. */
function reasonsOf({ till }: Scene): readonly string[] {
  const answers = attemptsOf(till.refunds).flatMap(({ intent }) => {
    const events = till.refunds.open(intent.marker)?.events ?? []
    return events.flatMap((event) => (event.kind === 'answered' ? [event.answer] : []))
  })
  return answers
    .map((answer) =>
      answer.kind === 'never_connected' || answer.kind === 'not_begun' ? answer.reason : answer.kind,
    )
    .reverse()
}

const short = { connect: 400, firstByte: 10_000, whole: 20_000 }

it('name lookup fails', async () => {
  let known = true
  const scene = await sceneOfTest({
    addressOf: (port) => `http://localhost:${port}`,
    resolveName: async () => {
      if (known) return [{ address: '127.0.0.1', family: 4 }]
      throw new Error('getaddrinfo ENOTFOUND localhost')
    },
  })
  afterFreshShow(scene, () => {
    known = false
  })
  const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown))
  const fresh = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect([outcome, fresh, reasonsOf(scene)]).toEqual([
    notSent,
    { ...nothingWritten, first: 'not_connected' },
    ['name_lookup'],
  ])
})

it('refused', async () => {
  const scene = await sceneOfTest()
  afterFreshShow(scene, scene.proxy.shut)
  const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown))
  const fresh = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect([outcome, fresh, reasonsOf(scene)]).toEqual([
    notSent,
    { ...nothingWritten, first: 'not_connected' },
    ['refused'],
  ])
})

it('black hole', async () => {
  let address = '127.0.0.1'
  const scene = await sceneOfTest({
    addressOf: (port) => `http://localhost:${port}`,
    resolveName: async () => [{ address, family: 4 }],
    deadlines: short,
  })
  const hole = await openBlackHole('127.0.0.2', scene.proxy.port)
  afterFreshShow(scene, () => {
    address = '127.0.0.2'
  })
  const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown))
  await hole.close()
  expect([outcome, reasonsOf(scene)]).toEqual([notSent, ['timeout']])
})

/** The fresh show meets a good certificate, the refund what is given. */
async function refundAt(door: () => Door): Promise<Scene> {
  const scene = await openSecure()
  afterFreshShow(scene, () => scene.proxy.setDoor(door()))
  return scene
}

async function openSecure(): Promise<Scene> {
  const scene = await sceneOfTest({
    addressOf: (port) => `https://pay.test:${port}`,
    resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    trustedRoots: () => [certificates.root],
    deadlines: short,
    door: certificates.good,
  })
  return scene
}

it('a good certificate, to compare with', async () => {
  const scene = await openSecure()
  const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown))
  expect(outcome).toEqual(
    expected({ first: 'refunded', nextTry: 'free', delivered: 1, entries: [12050], later: 'refunded' }),
  )
})

const doors: Readonly<Record<string, readonly [door: () => Door, reason: string]>> = {
  'bad certificate': [() => certificates.unknownRoot, 'certificate'],
  'expired certificate': [() => certificates.expired, 'certificate'],
  'self-signed certificate': [() => certificates.selfSigned, 'certificate'],
  'wrong-host certificate': [() => certificates.wrongHost, 'certificate'],
  'reset in handshake': [() => 'reset', 'handshake'],
  'no answer in handshake': [() => 'silent', 'timeout'],
}

for (const [name, [door, reason]] of Object.entries(doors)) {
  it(name, async () => {
    const scene = await refundAt(door)
    const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown))
    scene.proxy.setDoor(certificates.good)
    scene.proxy.setPlans({ show: passOn })
    const again = await outcomeOf(scene, await scene.till.refund(scene.shown))
    expect([outcome, again, reasonsOf(scene)]).toEqual([
      notSent,
      expected({ first: 'refunded', nextTry: 'free', delivered: 1, entries: [12050], later: 'refunded' }),
      [reason, 'record'],
    ])
  })
}
