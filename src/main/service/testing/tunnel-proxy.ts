import { connect } from 'node:net'
import { startRawService } from './raw-service'

/** An HTTP proxy that opens tunnels to ports of this PC, for any host name. */
export type TunnelProxy = {
  readonly port: number
  /** The bytes of each connection before its tunnel. */
  readonly asked: readonly string[]
  /** The bytes from this PC through the tunnels. */
  readonly carried: () => string
  readonly close: () => Promise<void>
}

/**
 * @param answer sent once connected
 * @param atOnce bytes sent in one piece
 */
export async function startTunnelProxy(
  answer = 'HTTP/1.1 200 Connection established\r\n\r\n',
  atOnce = answer.length,
): Promise<TunnelProxy> {
  const asked: string[] = []
  const { port, received, close } = await startRawService({
    onRequest(line, request) {
      asked.push(request)
      const service = connect(Number(/^CONNECT \S+:(\d+) /.exec(request)?.[1]), '127.0.0.1')
      service.on('error', () => service.destroy())
      service.once('close', () => line.destroy())
      line.once('close', () => service.destroy())
      service.once('connect', async () => {
        line.pipe(service)
        service.pipe(line)
        for (let at = 0; at < answer.length; at += atOnce) {
          line.write(answer.slice(at, at + atOnce))
          if (atOnce < answer.length) await new Promise((resolve) => setTimeout(resolve, 2))
        }
      })
    },
  })
  const carried = () => received.map((bytes) => bytes.slice(bytes.indexOf('\r\n\r\n') + 4)).join('')
  return { port, asked, carried, close }
}
