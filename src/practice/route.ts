import { decodePercent } from './form-body'
import type { Route } from './practice-request'

const shown = /^\/v1\/transactions\/([^/]+)$/
const refunded = /^\/v1\/transactions\/([^/]+)\/refund$/

/**
 * Finds the operation that a method and a path name (interface.md §4). Ids are percent-decoded. Anything else
 * is 404 or, with a known path, 405; an id that cannot be decoded is 400.
 */
export function findRoute(method: string, target: string): Route {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const show = shown.exec(path)
  const refund = refunded.exec(path)
  const encoded = show?.[1] ?? refund?.[1]
  if (encoded === undefined) return { kind: 'none', status: 404, message: 'No such path' }
  const allow = show === null ? 'POST' : 'GET'
  if (method !== allow) return { kind: 'none', status: 405, message: `Only ${allow} is allowed here`, allow }
  const code = decodePercent(encoded)
  if (code === null)
    return { kind: 'none', status: 400, message: 'The id in the path is not percent-encoded' }
  if (show === null) return { kind: 'refund', id: code }
  return { kind: 'show', code, search: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)) }
}
