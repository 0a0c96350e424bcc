import type { Clock } from '../scheduling/clock'

/** The page, as far as it can be asked whether it answers. */
export type WatchedPage = {
  /** Resolves once the page's own thread has run something; never while it hangs. */
  readonly answers: () => Promise<unknown>
  /** Whether there is a page that could answer: loaded, and not crashed. */
  readonly isThere: () => boolean
  /** Ends the page's process; what recovers a crashed page opens it again. */
  readonly end: () => void
}

/** In milliseconds: how often the page is asked, and how long it may take. */
const every = 10_000

/**
 * Ends a page that hangs: one that does not answer twice in a row, ten seconds each. Chromium itself notices only when
 * somebody presses a key. A refund goes on in the main process, and the page that is opened again shows where it stands.
 * @returns what ends the watch
 */
export function watchPage(
  page: WatchedPage,
  clock: Pick<Clock, 'after' | 'monotonic'>,
  warn: (message: string) => void,
): () => void {
  let missed = 0
  let asked: Question | null = null
  let callOff: () => void = () => undefined

  /** What became of the last question. After a sleep both were away: one of before it says nothing. */
  function wasMissed(): boolean {
    if (asked === null || asked.answered || !page.isThere()) return false
    return clock.monotonic() - asked.at < 3 * every
  }

  function look(): void {
    missed = wasMissed() ? missed + 1 : 0
    if (missed === 2) {
      missed = 0
      warn('The page did not answer for 20 seconds and is opened again.')
      asked = null
      page.end()
    } else {
      asked = page.isThere() ? askNow(page, clock.monotonic()) : null
    }
    callOff = clock.after(every, look)
  }

  callOff = clock.after(every, look)
  return () => callOff()
}

type Question = { answered: boolean; readonly at: number }

function askNow(page: WatchedPage, at: number): Question {
  const question: Question = { answered: false, at }
  const answered = () => {
    question.answered = true
  }
  // A page that went away while it was asked is looked after elsewhere.
  page.answers().then(answered, answered)
  return question
}
