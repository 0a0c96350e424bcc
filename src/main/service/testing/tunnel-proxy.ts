import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An HTTP proxy that opens tunnels to ports of this PC, for any host name. */
export type TunnelProxy = {
  readonly port: number
  /** The bytes of each connection before its tunnel. */
  readonly asked: readonly string[]
  /** The bytes from this PC through the tunnels. */
  readonly carried: () => Buffer
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
  const carried: Buffer[] = []
  const lines = new Set<Socket>()
  const keep = (line: Socket) => {
    lines.add(line)
    line.on('error', () => line.destroy())
    line.once('close', () => lines.delete(line))
    return line
  }
  const server = createServer((line) => {
    const index = asked.push('') - 1
    keep(line)
    const listen = (bytes: Buffer) => {
      asked[index] += bytes.toString('latin1')
      const order = asked[index] ?? ''
      if (!order.endsWith('\r\n\r\n')) return
      line.off('data', listen)
      const service = keep(connect(Number(/^CONNECT \S+:(\d+) /.exec(order)?.[1]), '127.0.0.1'))
      service.once('connect', async () => {
        line.on('data', (part: Buffer) => carried.push(part))
        line.pipe(service)
        service.pipe(line)
        for (let at = 0; at < answer.length; at += atOnce) {
          line.write(answer.slice(at, at + atOnce))
          if (atOnce < answer.length) await new Promise((resolve) => setTimeout(resolve, 2))
        }
      })
      service.once('close', () => line.destroy())
      line.once('close', () => service.destroy())
    }
    line.on('data', listen)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    carried: () => Buffer.concat(carried),
    async close() {
      const ended = once(server, 'close')
      server.close()
      for (const line of lines) line.destroy()
      await ended
    },
  }
}
