import type { Socket } from 'node:net'
import type { ConnectFailure } from '../../shared/call-failures'
import { deadline } from './deadline'
import { type Connected, type NeverConnected, neverConnected } from './never-connected'
import { readProxyBytes } from './proxy-answer'
import type { ServiceAddress } from './service-address'

/**
 * Asks the proxy at the other end of a connection for a tunnel to the service. What it is told is host and port, no
 * token and nothing of a request, so `never_connected` is true of every way in which this fails; and so it is until
 * the service's own TLS handshake in the tunnel is done. Never rejects.
 * @param limit milliseconds until the proxy must have answered.
 */
export function openTunnel(
  socket: Socket,
  { host, port }: Pick<ServiceAddress, 'host' | 'port'>,
  limit: number,
): Promise<Connected | NeverConnected> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    const inTime = deadline(limit, () => giveUp('proxy', 'the proxy did not answer in time'))
    const settle = (outcome: Connected | NeverConnected) => {
      inTime()
      socket.off('data', read)
      socket.off('close', closed)
      resolve(outcome)
    }
    const giveUp = (reason: ConnectFailure, detail: string) => {
      socket.destroy()
      settle(neverConnected(reason, detail))
    }
    const closed = () => giveUp('proxy', 'the proxy closed the connection without an answer')
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const answer = readProxyBytes(received)
      if (answer.kind === 'refused') giveUp(answer.reason, answer.detail)
      if (answer.kind !== 'open') return
      // What comes from here on is for the TLS handshake.
      socket.pause()
      settle({ kind: 'connected', socket })
    }
    socket.on('data', read)
    socket.once('close', closed)
    const to = `${host.includes(':') ? `[${host}]` : host}:${port}`
    socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`)
  })
}
