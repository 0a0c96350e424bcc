/**
 * A till's clocks: the wall can be set, the monotonic one stands while the PC sleeps unless its system counts that, and both
 * live in the world's time.
 */
import type { Clock } from '../../src/main/system/clock'
import type { Agenda } from '../world/agenda'
import type { ProgramLife } from './program-life'

/** What of the clock belongs to the PC and outlives its programs. */
export type PcClock = ReturnType<typeof makePcClock>

export function makePcClock(agenda: Agenda, epoch: number) {
  let offset = 0
  let [back, forward] = [0, 0]
  // Also when it was set back since: a program may have been started in between.
  let wasSet = false
  let [slept, counted] = [0, 0]
  let since: number | null = null
  let counts = false
  const lain = () => (since === null ? 0 : agenda.now() - since)
  let waiting: (() => void)[] = []
  return {
    /** Milliseconds since 1970, as the PC believes. */
    wall: (): number => epoch + agenda.now() + offset,
    set(by: number): void {
      offset += by
      back = Math.min(back, offset)
      forward = Math.max(forward, offset)
      wasSet = true
    },
    /** Whether it was ever set, or the PC ever slept. */
    isOutOfTime: (): boolean => wasSet || slept + counted > 0,
    /** From the furthest back to the furthest forward that its wall clock ever stood of the world's time. */
    wallSpan: (): number => forward - back,
    /** How long the PC has slept since it was built, as far as its clock stood meanwhile, and altogether. */
    slept: (): number => slept + (counts ? 0 : lain()),
    sleptAtAll: (): number => slept + counted + lain(),
    isAsleep: (): boolean => since !== null,
    /** @param isCounted whether the monotonic clock goes on: that of Windows and macOS does. */
    sleep(isCounted: boolean): void {
      counts = isCounted
      since ??= agenda.now()
    },
    wake(): void {
      if (since === null) return
      if (counts) counted += lain()
      else slept += lain()
      since = null
      const due = waiting
      waiting = []
      for (const callBack of due) callBack()
    },
    whenAwake(callBack: () => void): void {
      waiting.push(callBack)
    },
  }
}

/** The clock of one running program. Its timers end with it; those that fall into sleep fire later by as much. */
export function makeProgramClock(agenda: Agenda, pc: PcClock, life: ProgramLife): Clock {
  const started = agenda.now()
  const sleptBefore = pc.slept()
  const monotonic = () => agenda.now() - started - (pc.slept() - sleptBefore)
  const callOffs = new Set<() => void>()
  life.whenEnded(() => {
    for (const callOff of callOffs) callOff()
    callOffs.clear()
  })

  function after(milliseconds: number, callBack: () => void): () => void {
    if (!life.isAlive()) return () => undefined
    const due = monotonic() + Math.max(milliseconds, 0)
    let off = false
    let callOff: () => void = () => undefined
    const entry = () => {
      off = true
      callOff()
    }
    /** A PC that slept meanwhile has waited for less than it seems. */
    function plan(): void {
      if (off) return
      if (pc.isAsleep()) {
        pc.whenAwake(plan)
        return
      }
      const left = due - monotonic()
      if (left > 0) {
        callOff = agenda.at(agenda.now() + left, plan)
        return
      }
      callOffs.delete(entry)
      off = true
      callBack()
    }
    callOffs.add(entry)
    callOff = agenda.at(agenda.now() + Math.max(milliseconds, 0), plan)
    return () => {
      callOffs.delete(entry)
      entry()
    }
  }

  return {
    now() {
      life.touch()
      return pc.wall()
    },
    monotonic,
    after,
  }
}
