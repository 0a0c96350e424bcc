/** A store's server for updates on this PC, which answers each path as a test wants. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { readServiceAddress } from '../../payments/service-address'
import { openConnection } from '../../payments/socket'
import type { Certificate } from '../../payments/testing/certificates'
import type { Connect } from '../fetch-file'

export type Reply = Buffer | string | ((response: ServerResponse) => void)

export type UpdateServer = {
  /** With a slash at its end. */
  readonly address: URL
  /** What is answered, by path below the address; 404 for the rest. */
  readonly replies: Map<string, Reply>
  /** What was asked for, in order. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

export async function startUpdateServer(certificate?: Certificate): Promise<UpdateServer> {
  const replies = new Map<string, Reply>()
  const asked: string[] = []
  const answer = (url: string, response: ServerResponse) => {
    asked.push(url)
    const reply = replies.get(url.replace('/updates/', ''))
    if (typeof reply === 'function') reply(response)
    else response.writeHead(reply === undefined ? 404 : 200).end(reply)
  }
  const server =
    certificate === undefined
      ? createServer((request, response) => answer(request.url ?? '', response))
      : createSecureServer(certificate, (request, response) => answer(request.url ?? '', response))
  const port = await listen(server)
  const scheme = certificate === undefined ? 'http' : 'https'
  return {
    address: new URL(`${scheme}://localhost:${port}/updates/`),
    replies,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function listen(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  return new Promise((settle) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      settle(typeof at === 'object' && at !== null ? at.port : 0)
    })
  })
}

/** The way of the payments' own sockets, as the program hands it in. */
export function connectTrusting(...roots: readonly string[]): Connect {
  return (address, how) => {
    const place = readServiceAddress(address.origin)
    return place.ok
      ? openConnection(place.value, { ...how, trustedRoots: () => roots })
      : Promise.resolve({ kind: 'never_connected', detail: place.fault.why })
  }
}
