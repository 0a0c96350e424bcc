import { succeed } from '../../shared/result'
import type { Log } from '../log/log'
import type { Handlers } from './answer-call'

type Deps = {
  readonly log: Pick<Log, 'error'>
  readonly reloadPage: () => void
}

/** What the window says of itself: that it could not draw something, and that it wants to begin anew. */
export function windowHandlers({ log, reloadPage }: Deps) {
  return {
    'window:report-error': ({ place, message }) =>
      succeed({ reference: log.error(`The window could not show ${place}: ${message}`) }),
    'window:reload': () => {
      // Not before the answer to this call is on its way.
      setImmediate(reloadPage)
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
