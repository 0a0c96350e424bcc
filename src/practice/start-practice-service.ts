import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorAnswer } from './answer'
import { answerRequest, type ServiceDesk } from './answer-request'
import { type Ledger, openLedger } from './ledger'
import type { RequestSeen } from './practice-request'
import { type BodyRead, readBody } from './read-body'
import { sendAnswer } from './send-answer'
import type { Switches } from './switches'

export type PracticeServiceOptions = {
  /** 0 or left out: any free port. */
  readonly port?: number
  /** A path, or ':memory:'. */
  readonly ledgerFile: string
  readonly token: string
  readonly switches?: Partial<Switches>
  readonly now?: () => Date
  readonly host?: '127.0.0.1'
}

export type PracticeService = {
  /** `http://127.0.0.1:PORT`, the {base_url} of interface.md. */
  readonly url: string
  readonly ledger: Ledger
  /** Every request that arrived, oldest first; the last 10,000. */
  readonly requests: readonly RequestSeen[]
  readonly setSwitches: (changes: Partial<Switches>) => void
  /** Ends every connection, forgets what was still to happen and closes the ledger. */
  readonly stop: () => Promise<void>
}

const requestsKept = 10_000

/** Starts the payment service of interface.md on loopback. Rejects if the port or the file cannot be had. */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const now = options.now ?? (() => new Date())
  const { switches = {} } = options
  const ledger = openLedger({ file: options.ledgerFile, now, switches })
  const requests: RequestSeen[] = []
  const desk: ServiceDesk = { ledger, token: options.token }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const seen = describe(request, body, now())
      requests.push(seen)
      if (requests.length > requestsKept) requests.shift()
      if (body.kind !== 'cut_off') respond(desk, seen, body, response)
    })
  })
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    ledger,
    requests,
    setSwitches: ledger.setSwitches,
    stop: async () => {
      await close(server)
      ledger.close()
    },
  }
}

function describe(request: IncomingMessage, body: BodyRead, at: Date): RequestSeen {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: body.bytes.toString('latin1'),
    complete: body.kind !== 'cut_off',
    at: at.toISOString(),
  }
}

function respond(desk: ServiceDesk, seen: RequestSeen, body: BodyRead, response: ServerResponse): void {
  if (body.kind === 'too_large') {
    const tooLarge = { status: 413, message: 'The body is larger than 64 KiB' }
    sendAnswer(response, { kind: 'json', answer: errorAnswer(tooLarge, desk.ledger.switches()) })
  } else {
    sendAnswer(response, answerRequest(desk, seen))
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // A failing accept concerns one caller; the service goes on.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The practice service has no port')
  return address.port
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
