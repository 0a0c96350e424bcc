import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { waitAfterWrongTries } from './proofs'
import { aCashier, added, pin, tillWithManager } from './testing/staffed-till'

const second = 1000
const hour = 3600 * second
const wrong = (waitSeconds: number) => fail({ kind: 'pin_wrong', waitSeconds })
const throttled = (waitSeconds: number) => fail({ kind: 'pin_throttled', waitSeconds })
const stopped = fail({ kind: 'pin_stopped' })

describe('waiting', () => {
  it('grows from 30 s after three wrong tries to 15 minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000].map((tries) => waitAfterWrongTries(tries) / second)).toEqual([
      0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900,
    ])
  })

  it('lets nobody in before the wait is over, not even with the right PIN', async () => {
    const { check, pass, right } = await tillWithManager()
    const seen = [await check('a'), await check('b'), await check('c'), await check(pin)]
    pass(29_500)
    seen.push(await check(pin))
    pass(500)
    seen.push(await check('d'), await check(pin))
    pass(60 * second)
    seen.push(await check(pin), await check('e'))
    const first = [wrong(0), wrong(0), wrong(30), throttled(30), throttled(1)]
    expect(seen).toEqual([...first, wrong(60), throttled(60), right, wrong(0)])
  })

  it('counts simultaneous tries one after the other', async () => {
    const { check } = await tillWithManager()
    const tries = Array.from({ length: 5 }, (_, index) => check(`guess ${index}`))
    expect(await Promise.all(tries)).toEqual([wrong(0), wrong(0), wrong(30), throttled(30), throttled(30)])
  })

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('is neither shortened nor lengthened by setting the clock %s within a run', async (_way, jump) => {
    const { check, clocks, pass, right } = await tillWithManager()
    for (const guess of ['a', 'b', 'c']) await check(guess)
    clocks.wall += jump
    const during = await check(pin)
    pass(30 * second)
    expect([during, await check(pin)]).toEqual([throttled(30), right])
  })

  it('is each person’s own: guesses at one keep nobody else out', async () => {
    const { people, check, right } = await tillWithManager()
    const ann = await added(people, aCashier)
    for (const guess of ['a', 'b', 'c']) await people.prove({ with: 'pin', person: ann.id, pin: guess })
    expect([await people.prove({ with: 'pin', person: ann.id, pin: '4829' }), await check(pin)]).toEqual([
      throttled(30),
      right,
    ])
  })

  it('is also the till’s when several people are guessed at, and survives a restart', async () => {
    const { people, check, pass, restart, right } = await tillWithManager()
    for (const name of ['Ann', 'Ben', 'Cho', 'Dee', 'Eve']) {
      const { id } = await added(people, { ...aCashier, name })
      await people.prove({ with: 'pin', person: id, pin: 'x' })
      await people.prove({ with: 'pin', person: id, pin: 'y' })
    }
    const kept = await check(pin)
    const again = restart(hour)
    const after = await check(pin, again)
    pass(30 * second)
    expect([kept, after, await check(pin, again)]).toEqual([throttled(30), throttled(30), right])
  })
})

describe('restarting', () => {
  it('keeps the count and the wait', async () => {
    const { check, pass, restart, right } = await tillWithManager()
    for (const guess of ['a', 'b', 'c']) await check(guess)
    pass(30 * second)
    await check('d')
    const again = restart(10 * second)
    const early = await check(pin, again)
    pass(49 * second)
    const almost = await check(pin, again)
    pass(second)
    expect([early, almost, await check(pin, again)]).toEqual([throttled(50), throttled(1), right])
  })

  it.each([
    ['forward', 24 * hour],
    ['back', -24 * hour],
  ])('makes the first wait at least, and the whole at most, with the clock set %s', async (_way, off) => {
    const { check, pass, restart, right } = await tillWithManager()
    for (const guess of ['a', 'b', 'c']) await check(guess)
    const again = restart(off)
    const early = await check(pin, again)
    pass(30 * second)
    expect([early, await check(pin, again)]).toEqual([throttled(30), right])
  })

  it('has counted a try during which the program was ended before the PIN was checked', async () => {
    const { keychain, check, restart } = await tillWithManager()
    const cutShort = []
    for (const guess of ['a', 'b', 'c']) {
      cutShort.push(check(guess, restart()))
      // Checking a PIN takes far longer than a turn of the event loop.
      await new Promise(setImmediate)
    }
    const kept = new Map(keychain.secrets)
    expect(await check(pin, restart())).toEqual(throttled(30))
    await Promise.all(cutShort)
    expect(kept).toEqual(keychain.secrets)
  })
})

describe('after ten wrong PINs in a row', () => {
  async function stoppedTill() {
    const made = await tillWithManager()
    const ann = await added(made.people, aCashier)
    for (let tries = 0; tries < 10; tries += 1) {
      await made.people.prove({ with: 'pin', person: ann.id, pin: `wrong ${tries}` })
      made.pass(hour)
    }
    const try4829 = (people = made.people) => people.prove({ with: 'pin', person: ann.id, pin: '4829' })
    return { ...made, ann, try4829 }
  }

  it('that person’s PIN is no longer checked, after any time or restart; the others’ are', async () => {
    const { try4829, pass, restart, check, right, told, ann } = await stoppedTill()
    const first = await try4829()
    pass(1000 * hour)
    const outcome = [first, await try4829(), await check(pin), await try4829(restart(9000 * hour))]
    expect(outcome).toEqual([stopped, stopped, right, stopped])
    expect(told).toMatchObject([{ what: 'stopped', tries: 10, person: { id: ann.id, name: 'Ann' } }])
  })

  it('a new PIN set by a manager ends that', async () => {
    const { people, ann } = await stoppedTill()
    await people.save({ ...ann, pin: '9173' })
    expect(await people.prove({ with: 'pin', person: ann.id, pin: '9173' })).toEqual(succeed(ann))
  })

  it('a till on which every manager is stopped says so', async () => {
    const { people, check, pass } = await tillWithManager()
    for (let tries = 0; tries < 10; tries += 1) {
      await check(`wrong ${tries}`)
      pass(hour)
    }
    expect([await check(pin), await people.view()]).toMatchObject([stopped, { value: { state: 'stopped' } }])
  })

  it('the right one before that restarts the count, and its person is told of them all', async () => {
    const { check, pass, told, clocks, manager } = await tillWithManager()
    const since = clocks.wall
    for (let tries = 0; tries < 9; tries += 1) {
      await check(`wrong ${tries}`)
      pass(hour)
    }
    await check(pin)
    await check(pin)
    const { id, name } = manager
    expect(told).toEqual([
      { what: 'right_after_wrong', tries: 9, since, last: since + 8 * hour, person: { id, name } },
    ])
  })
})
