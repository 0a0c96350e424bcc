/**
 * Asks a store's server for a file, over Node's own client on a connection that is handed in: trust, proxy and name are
 * settled there. Follows nothing anywhere else, tries nothing twice.
 */
import { type ClientRequest, type IncomingMessage, request as requestOver } from 'node:http'
import type { Socket } from 'node:net'
import { fail, type Result, succeed } from '../../shared/result'

/** Opens a fresh connection to the address's host and port, with TLS for https; never rejects. */
export type Connect = (
  address: URL,
  how: { readonly limit: number; readonly signal: AbortSignal },
) => Promise<
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'never_connected'; readonly detail: string }
>

/** Milliseconds: to the connection, between two pieces of the answer, and for all of it. */
export type FetchLimits = { readonly connect: number; readonly pause: number; readonly whole: number }

export type FetchFault =
  | 'unreachable'
  /** The answer was not "here it is": a status other than 200, and every redirect. */
  | 'not_there'
  | 'too_long'
  | 'too_slow'
  | 'cut_short'
  | 'malformed'

export type FetchOrder = {
  readonly address: URL
  /** The answer may have so many bytes, and not one more. */
  readonly mostBytes: number
  readonly limits: FetchLimits
  readonly connect: Connect
  /** Takes the pieces one after the other; what it throws goes on to the caller. */
  readonly take: (piece: Buffer) => void | Promise<void>
  /** Aborted when nobody wants the file any more. */
  readonly calledOff?: AbortSignal | undefined
}

/** Answers how many bytes came, once all have been taken. */
export async function fetchFile(order: FetchOrder): Promise<Result<number, FetchFault>> {
  const stop = new AbortController()
  let slow = false
  const giveUp = () => {
    slow = true
    stop.abort()
  }
  const callOff = () => stop.abort()
  order.calledOff?.addEventListener('abort', callOff, { once: true })
  const whole = setTimeout(giveUp, order.limits.whole)
  const { connect: limit } = order.limits
  const line = await order.connect(order.address, { limit, signal: stop.signal })
  try {
    if (line.kind === 'never_connected') return fail(slow ? 'too_slow' : 'unreachable')
    const destroy = () => line.socket.destroy()
    stop.signal.addEventListener('abort', destroy, { once: true })
    if (stop.signal.aborted) destroy()
    const answer = await readAnswer(line.socket, order, giveUp)
    return !answer.ok && slow ? fail('too_slow') : answer
  } finally {
    clearTimeout(whole)
    order.calledOff?.removeEventListener('abort', callOff)
    if (line.kind === 'connected') line.socket.destroy()
  }
}

async function readAnswer(
  socket: Socket,
  order: FetchOrder,
  giveUp: () => void,
): Promise<Result<number, FetchFault>> {
  const { pause } = order.limits
  let waiting = setTimeout(giveUp, pause)
  try {
    const answer = await answerOn(socket, order.address)
    if (answer === null) return fail('cut_short')
    const refused = refusalOf(answer, order.mostBytes)
    if (refused !== null) return fail(refused)
    let bytes = 0
    for await (const piece of piecesOf(answer)) {
      clearTimeout(waiting)
      if (piece === null) return fail('cut_short')
      bytes += piece.length
      if (bytes > order.mostBytes) return fail('too_long')
      await order.take(piece)
      waiting = setTimeout(giveUp, pause)
    }
    return succeed(bytes)
  } finally {
    clearTimeout(waiting)
  }
}

/** Null when none came. */
function answerOn(socket: Socket, address: URL): Promise<IncomingMessage | null> {
  return new Promise((settle) => {
    const outgoing = startRequest(socket, address)
    outgoing.once('response', settle)
    outgoing.once('upgrade', () => settle(null))
    outgoing.on('error', () => settle(null))
    outgoing.once('close', () => settle(null))
    outgoing.end()
  })
}

function startRequest(socket: Socket, address: URL): ClientRequest {
  return requestOver({
    method: 'GET',
    path: address.pathname,
    headers: {
      Host: address.host,
      'Accept-Encoding': 'identity',
      'Cache-Control': 'no-cache',
      Connection: 'close',
    },
    createConnection: () => socket,
  })
}

function refusalOf({ statusCode, headers }: IncomingMessage, mostBytes: number): FetchFault | null {
  if (statusCode !== 200) return 'not_there'
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') return 'malformed'
  return Number(headers['content-length'] ?? 0) > mostBytes ? 'too_long' : null
}

/** The last is null where the answer ended before its end; only the answer itself can fail here. */
async function* piecesOf(answer: IncomingMessage): AsyncGenerator<Buffer | null> {
  const pieces = answer[Symbol.asyncIterator]()
  while (true) {
    const next = await pieces.next().catch(() => null)
    if (next === null) yield null
    if (next === null || next.done === true) break
    yield next.value
  }
  if (!answer.complete) yield null
}
