/** Issue "Prove", the matrix: other tills, other programs, many clicks, and a clock that somebody sets. */
import { expect, it } from 'vitest'
import { type Plan, passOn } from './cutting-proxy'
import { errorBody } from './http-text'
import { expected, foundApplied, type Outcome, outcomeOf, type Scene, type SceneDeps } from './scene'
import { sceneOfTest } from './scene-of-test'
import { answersStatus, breaks } from './spoiled-answers'
import type { WireTill } from './wire-till'

/** Another till, a Tillside too, refunds so much at the service; null is the rest. */
function elsewhere(scene: Scene, hundredths: number | null): void {
  const { id } = scene.shown
  const reason = 'R-0THERT1110 Late'
  scene.service.ledger.refund({ id, amountHundredths: hundredths, reason, deviceId: 'wire-till-2' })
}

const part = 2000
const whole = 12050

it('another till with the same part refund before the fresh show: stopped, nothing is sent', async () => {
  const scene = await sceneOfTest()
  elsewhere(scene, part)
  expect(await outcomeOf(scene, await scene.till.refund(scene.shown, part))).toEqual(
    expected({ first: 'transaction_changed', nextTry: 'free', posts: 0, entries: [part], later: null }),
  )
})

/** Between the fresh show and the refund's arrival another till is quicker; then the plan. */
function afterOther(scene: Scene, hundredths: number | null, then: Plan): Plan {
  return (call) => {
    elsewhere(scene, hundredths)
    return then(call)
  }
}

/** The plan first, and then another till. */
function beforeOther(scene: Scene, hundredths: number | null, first: Plan): Plan {
  return async (call) => {
    await first(call)
    elsewhere(scene, hundredths)
  }
}

type Row = {
  readonly plan: (scene: Scene) => Plan
  readonly switches?: SceneDeps['switches']
  readonly outcome: Outcome
}

const matrix: Readonly<Record<string, Row>> = {
  'another till with the same part refund before ours: refunded, with an alarm': {
    plan: (scene) => afterOther(scene, part, passOn),
    outcome: expected({
      first: 'refunded',
      nextTry: 'free',
      delivered: 1,
      entries: [part, part],
      later: 'refunded',
      alarm: 'more_than_ours',
    }),
  },
  'another till with the same part refund before ours, which is lost: probably, a person decides': {
    plan: (scene) => afterOther(scene, part, breaks('before', 'reset')),
    outcome: expected({ entries: [part], later: 'refunded_probably' }),
  },
  'the same, and the remark shows the other till’s marker: a person decides': {
    plan: (scene) => afterOther(scene, part, breaks('before', 'reset')),
    switches: { partRefundDetails: 'present' },
    outcome: expected({ entries: [part], forPerson: 'another_marker' }),
  },
  'another till with the same part refund after ours, whose answer is lost: a person decides': {
    plan: (scene) => beforeOther(scene, part, breaks('after', 'reset')),
    outcome: expected({ delivered: 1, entries: [part, part], forPerson: 'more_without_marker' }),
  },
  'another till refunds the rest after ours, whose answer is lost: a person decides': {
    plan: (scene) => beforeOther(scene, null, breaks('after', 'reset')),
    outcome: expected({ delivered: 1, entries: [part, whole - part], forPerson: 'another_marker' }),
  },
  'another till refunds the rest before ours: refused, and locked with an alarm': {
    plan: (scene) => afterOther(scene, null, passOn),
    outcome: expected({
      first: 'refusal_seen',
      delivered: 1,
      entries: [whole],
      alarm: 'moved_after_refusal',
      forPerson: 'another_marker',
    }),
  },
}

for (const [name, { plan, switches, outcome }] of Object.entries(matrix)) {
  it(name, async () => {
    const scene = await sceneOfTest(switches === undefined ? {} : { switches })
    scene.proxy.setPlans({ refund: plan(scene) })
    expect(await outcomeOf(scene, await scene.till.refund(scene.shown, part))).toEqual(outcome)
  })
}

const hour = 60 * 60_000
const jumps = { 'an hour forward': hour, 'an hour back': -hour }

for (const [name, jump] of Object.entries(jumps)) {
  it(`wall clock jumps ${name} while the refund is being sent`, async () => {
    const scene = await sceneOfTest()
    scene.proxy.setPlans({
      async refund(call) {
        scene.till.clock.jumpWall(jump)
        await breaks('after', 'reset')(call)
      },
    })
    expect(await outcomeOf(scene, await scene.till.refund(scene.shown))).toEqual(foundApplied())
  })

  it(`wall clock jumps ${name} between two checks`, async () => {
    const scene = await sceneOfTest()
    scene.proxy.setPlans({ refund: breaks('before', 'reset') })
    const issued = await scene.till.refund(scene.shown)
    await scene.till.passToNextCheck()
    scene.till.clock.jumpWall(jump)
    const outcome = await outcomeOf(scene, issued, 3)
    // Looks go on: the next is due within the slow pace, whatever the wall says.
    expect([outcome, (scene.till.clock.waiting()[0] ?? Infinity) <= hour]).toEqual([expected({}), true])
  })

  it(`wall clock jumps ${name} between a refusal and its quiet checks`, async () => {
    const scene = await sceneOfTest()
    scene.service.setSwitches({ invalidStatus: '422' })
    scene.proxy.setPlans({ refund: answersStatus('before', 422, errorBody(422)) })
    const issued = await scene.till.refund(scene.shown)
    scene.till.clock.jumpWall(jump)
    expect(await outcomeOf(scene, issued, 3)).toEqual(expected({ first: 'refusal_seen', later: 'refused' }))
  })
}

it('two instances on one journal: the one that opened last goes on, and the first sends nothing', async () => {
  const scene = await sceneOfTest()
  const second = await scene.addTill({ place: scene.till.place })
  scene.proxy.setPlans({ refund: breaks('before', 'reset') })
  const refused = await scene.till.refund(scene.shown)
  const issued = await second.refund(scene.shown)
  const again = await scene.till.refund(scene.shown)
  expect([
    [refused, again].map((each) => !each.ok && each.fault.kind),
    issued.ok && issued.value.state,
    scene.proxy.refunds.length,
  ]).toEqual([['journal_unwritable', 'journal_unwritable'], 'unconfirmed', 1])
})

it('two instances on one journal at the same moment: one sends', async () => {
  const scene = await sceneOfTest()
  const second = await scene.addTill({ place: scene.till.place })
  const both = await Promise.all([scene.till.refund(scene.shown), second.refund(scene.shown)])
  const result = [both.filter(({ ok }) => ok).length, scene.proxy.refunds.length, entriesOf(scene)]
  expect(result).toEqual([1, 1, [whole]])
})

it('an instance that opens while another is sending: one POST, and neither of the two sends more', async () => {
  const scene = await sceneOfTest()
  const others: WireTill[] = []
  scene.proxy.setPlans({
    async refund(call) {
      others.push(await scene.addTill({ place: scene.till.place }))
      await passOn(call)
    },
  })
  const first = await scene.till.refund(scene.shown)
  const more = await Promise.all([scene.till, ...others].map((till) => till.refund(scene.shown)))
  const result = [first.ok, more.map(({ ok }) => ok), scene.proxy.refunds.length, entriesOf(scene)]
  expect(result).toEqual([true, [false, false], 1, [whole]])
})

it('a hundred clicks: one POST', async () => {
  const scene = await sceneOfTest()
  const clicks = await Promise.all(Array.from({ length: 100 }, () => scene.till.refund(scene.shown, part)))
  const kinds = new Set(clicks.map((click) => (click.ok ? click.value.state : click.fault.kind)))
  expect([
    clicks.filter(({ ok }) => ok).length,
    [...kinds],
    scene.proxy.refunds.length,
    entriesOf(scene),
  ]).toEqual([1, ['refunded', 'refund_in_progress'], 1, [part]])
})

it('two windows at once, on two receipts of one transaction: one POST', async () => {
  const scene = await sceneOfTest()
  const other = await scene.till.lookUp(scene.shown.transactionId)
  const both = await Promise.all([scene.till.refund(scene.shown, part), scene.till.refund(other, part)])
  const kinds = both.map((window) => (window.ok ? window.value.state : window.fault.kind))
  const result = [kinds, scene.proxy.refunds.length, entriesOf(scene)]
  expect(result).toEqual([['refunded', 'refund_in_progress'], 1, [part]])
})

function entriesOf({ service, shown }: Scene): readonly number[] {
  return service.ledger.entries(shown.id).map((entry) => entry.amountHundredths)
}
