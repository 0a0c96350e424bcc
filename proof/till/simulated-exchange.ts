/**
 * Stands in the place of `exchange` of src/main/service/exchange.ts in the histories' program (proof/run/bundle): one
 * exchange, over the world's line. All else of the way to the service is the program's own.
 */
import type { ExchangeDeps, Exchanged, ExchangeRequest } from '../../src/main/service/exchange'
import type { LineEvents, TillLine } from '../world/line'

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
  return place.line.call(request, place.events)
}
