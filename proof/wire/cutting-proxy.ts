/**
 * A small TCP proxy between the real client and the real practice service that a test can tell what to do to
 * each call: cut it, hold it, answer it itself, deliver it twice. It knows just enough HTTP to find the end of
 * a message, and counts every refund that arrives.
 */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** How a connection is broken off: `reset` is a TCP RST, `end` an orderly FIN. */
export type Break = 'reset' | 'end'

/** One call at the proxy: what came, and what can be done with it. */
export type Call = {
  /** The whole request as it arrived. */
  readonly request: Buffer
  /** Brings bytes to the service on a connection of its own; resolves with its whole answer. */
  readonly deliver: (bytes: Buffer) => Promise<Buffer>
  /** Brings so many bytes of the request to the service, and breaks that connection. */
  readonly deliverPart: (length: number, how: Break) => Promise<void>
  readonly write: (bytes: Buffer | string) => void
  readonly breakOff: (how: Break) => void
  /** Resolves when the client's connection is over, by whomever. */
  readonly over: Promise<void>
}

/** What happens to a call. What it leaves open stays open until the client or `close` ends it. */
export type Plan = (call: Call) => Promise<void> | void

type Plans = { readonly show: Plan; readonly refund: Plan }
export type CuttingProxy = Awaited<ReturnType<typeof openCuttingProxy>>

export const passOn: Plan = async (call) => {
  const answer = await call.deliver(call.request)
  call.write(answer)
  call.breakOff('end')
}

/** @param upstream the practice service's port on loopback. */
export async function openCuttingProxy(upstream: number) {
  const refunds: string[] = []
  const lines = new Set<Socket>()
  let plans: Plans = { show: passOn, refund: passOn }

  function keep(line: Socket): Socket {
    lines.add(line)
    line.on('error', () => {})
    line.once('close', () => lines.delete(line))
    return line
  }

  function receive(line: Socket): void {
    keep(line)
    let request: Buffer = Buffer.alloc(0)
    let begun = false
    // The client never closes its half alone: once it is done, so is the line.
    line.once('end', () => line.destroy())
    line.on('data', (bytes: Buffer) => {
      request = Buffer.concat([request, bytes])
      if (begun || !isWhole(request)) return
      begun = true
      const isRefund = request.subarray(0, 5).toString() === 'POST '
      if (isRefund) refunds.push(readMarker(request))
      const plan = isRefund ? plans.refund : plans.show
      void plan(makeCall(request, line, upstream, keep))
    })
  }

  let server = await open(0, receive)
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Marker of every refund request that arrived whole here, in order. */
    refunds: refunds as readonly string[],
    /** What happens to shows and to refunds from now on. */
    setPlans(next: Partial<Plans>) {
      plans = { ...plans, ...next }
    },
    /** Nobody can connect any more, in the same moment; connections that are up stay so. */
    shut() {
      server.close()
    },
    async reopen() {
      server = await open(port, receive)
    },
    async close() {
      if (server.listening) server.close()
      const over = [...lines].map((line) => once(line, 'close'))
      for (const line of lines) line.destroy()
      await Promise.all(over)
    },
  }
}

async function open(port: number, receive: (line: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, receive)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function makeCall(request: Buffer, line: Socket, upstream: number, keep: (line: Socket) => Socket): Call {
  const over = new Promise<void>((resolve) => line.once('close', () => resolve()))
  const connectUpstream = () => keep(connect({ port: upstream, host: '127.0.0.1', noDelay: true }))
  return {
    request,
    over,
    write: (bytes) => line.write(bytes),
    breakOff: (how) => (how === 'reset' ? line.resetAndDestroy() : line.end()),
    deliver: (bytes) => deliverWhole(connectUpstream(), bytes),
    async deliverPart(length, how) {
      const service = connectUpstream()
      await once(service, 'connect')
      const closed = once(service, 'close')
      service.resume()
      await new Promise<void>((written) => service.write(request.subarray(0, length), () => written()))
      if (how === 'reset') service.resetAndDestroy()
      else service.end()
      await closed
    },
  }
}

/** Resolves with all that the service says until it hangs up, as it does behind its answer: the client asks for no more. */
function deliverWhole(service: Socket, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    service.on('data', (part: Buffer) => parts.push(part))
    service.once('close', () => resolve(Buffer.concat(parts)))
    service.write(bytes)
  })
}

function bodyStart(message: Buffer): number {
  const end = message.indexOf('\r\n\r\n')
  return end < 0 ? -1 : end + 4
}

/** Whether a request is there whole, by its Content-Length. */
function isWhole(request: Buffer): boolean {
  const start = bodyStart(request)
  if (start < 0) return false
  const head = request.subarray(0, start).toString('latin1')
  return request.length >= start + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
}

/** The marker that begins a refund's `refund_reason`; '' when there is none. */
function readMarker(request: Buffer): string {
  const start = bodyStart(request)
  if (start < 0) return ''
  const fields = new URLSearchParams(request.subarray(start).toString('utf8'))
  return (fields.get('refund_reason') ?? '').slice(0, 12)
}
