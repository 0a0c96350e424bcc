/**
 * Stands in the place of `exchange` of src/main/service/exchange.ts in the histories' program (proof/run/bundle): one
 * exchange, over the world's line. All else of the way to the service is the program's own.
 */
import type { ExchangeDeps, Exchanged, ExchangeRequest } from '../../src/main/service/exchange'
import { unreachable } from '../../src/shared/base/result'
import type { Ending, LineEvents, TillLine } from '../world/line'

type Resolver = NonNullable<ExchangeDeps['resolveName']>
const lines = new WeakMap<Resolver, { readonly line: TillLine; readonly events: LineEvents }>()

/** A name resolver that nobody asks: it leads the exchanges of one program to its line. */
export function resolverFor(line: TillLine, events: LineEvents): Resolver {
  const resolver: Resolver = async () => []
  lines.set(resolver, { line, events })
  return resolver
}

export async function exchange(request: ExchangeRequest, deps: ExchangeDeps): Promise<Exchanged> {
  const place = deps.resolveName === undefined ? undefined : lines.get(deps.resolveName)
  if (place === undefined) throw new Error('A program without a line')
  const call = {
    method: request.method,
    path: request.path,
    body: request.body,
    token: request.token,
    host: request.place.host,
    mayBegin: () => request.mayBegin?.() ?? true,
  }
  return exchanged(await place.line.call(call, place.events))
}

function exchanged(ending: Ending): Exchanged {
  const detail = 'simulated'
  switch (ending.kind) {
    case 'never_connected':
      return { kind: 'never_connected', reason: ending.reason, detail }
    case 'not_begun':
      return { kind: 'not_begun', reason: 'too_late', detail }
    case 'lost':
      return { kind: 'no_answer', reason: ending.by, detail }
    case 'answered': {
      const { answer, dated } = ending
      const { httpStatus, age, body } = answer
      return { kind: 'answered', httpStatus, age, body, ...(dated === undefined ? {} : { dated }) }
    }
    default:
      return unreachable(ending)
  }
}
