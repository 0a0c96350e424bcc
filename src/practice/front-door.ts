import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The port the service listens on. */
export type FrontDoor = {
  readonly port: number
  /** Nobody can connect any more; connections that are open stay so. */
  readonly shut: () => void
  /** Listens on the same port again. */
  readonly reopen: () => void
  /** Shuts for good and ends every connection. */
  readonly close: () => Promise<void>
}

/** Makes a server listen. Rejects if the port cannot be had. */
export async function openFrontDoor(server: Server, port: number, host: string): Promise<FrontDoor> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A failing accept concerns one caller, a failing reopen the next one: the service goes on.
  server.on('error', () => undefined)
  const own = portOf(server)
  return {
    port: own,
    shut: () => void server.close(),
    reopen: () => {
      if (!server.listening) server.listen(own, host)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The practice service has no port')
  return address.port
}
