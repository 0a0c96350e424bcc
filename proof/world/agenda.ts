import { isPowerCut } from '../till/program-life'

/** The world's own time, which nobody can set: what is to happen, and when. Milliseconds since the history began. */
export type Agenda = ReturnType<typeof makeAgenda>

/** How long anything is waited for, in steps of a second. */
const longestWait = 400

/** More than this at one stretch is a program that never comes to rest. */
const mostEvents = 100_000

type Event = { readonly moment: number; readonly callBack: () => void }

/** Lets everything that waits for nothing but promises run to its end. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** One till's power that goes then ends nobody else's time. */
function happen({ callBack }: Event): void {
  try {
    callBack()
  } catch (error) {
    if (!isPowerCut(error)) throw error
  }
}

export function makeAgenda() {
  let time = 0
  // In order; of two at one moment the one that was entered first comes first.
  const events: Event[] = []

  function enter(event: Event): void {
    let place = events.length
    while (place > 0 && (events[place - 1]?.moment ?? 0) > event.moment) place -= 1
    events.splice(place, 0, event)
  }

  /** Lets time pass: what falls due happens in order, and what it began comes to rest before the next. */
  async function pass(milliseconds: number): Promise<void> {
    const end = time + milliseconds
    await settle()
    for (let count = 0; ; count += 1) {
      const next = events[0]
      if (next === undefined || next.moment > end) break
      if (count > mostEvents) throw new Error('The program never comes to rest')
      events.shift()
      time = Math.max(time, next.moment)
      happen(next)
      await settle()
    }
    time = end
  }

  /**
   * Lets time pass until the work is done, and answers what it came to; null when `isOver` says that nobody waits any
   * more. Rejects as the work does, and when it is not done within minutes.
   */
  async function until<T>(work: Promise<T>, isOver: () => boolean = () => false): Promise<T | null> {
    let done = false
    const noted = work.then(
      () => undefined,
      () => undefined,
    )
    void noted.then(() => {
      done = true
    })
    await pass(0)
    for (let seconds = 0; !done && !isOver(); seconds += 1) {
      if (seconds > longestWait) throw new Error('It was never answered')
      await pass(1000)
    }
    return done ? work : null
  }

  return {
    now: (): number => time,
    /** Calls back at that moment, or at once when it has gone by; answers a function that calls it off. */
    at(moment: number, callBack: () => void): () => void {
      const event = { moment: Math.max(moment, time), callBack }
      enter(event)
      return () => {
        const place = events.indexOf(event)
        if (place !== -1) events.splice(place, 1)
      }
    },
    pass,
    /** Lets everything happen that is due now. */
    rest: () => pass(0),
    until,
  }
}
