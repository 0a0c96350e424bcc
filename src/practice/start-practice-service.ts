import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { practiceHeader } from '../shared/contract/practice'
import { type RequestSeen, readRequest, sendAnswer } from './http'
import { openLedger } from './ledger'
import { answerRequest, type ServiceContext } from './operations'
import { makeScripts } from './scripts'
import type { Switches } from './switches'
import { practiceStores } from './transaction'

export type PracticeServiceOptions = {
  /** 0 or left out: any free port. */
  readonly port?: number
  /** A path, or ':memory:'. */
  readonly ledgerFile: string
  readonly token: string
  readonly switches?: Partial<Switches>
  readonly now?: () => Date
  /** Scales the waits of scripts: 1 is real time, 0.01 a hundred times faster. */
  readonly pace?: number
}

export type PracticeService = Awaited<ReturnType<typeof startPracticeService>>

const maxRequests = 10_000
const host = '127.0.0.1'

/** Starts the payment service of interface.md on loopback. Rejects if the port is taken or the file is no ledger. */
export async function startPracticeService(options: PracticeServiceOptions) {
  const { ledgerFile: file, pace = 1, token } = options
  const ledger = openLedger({ ...options, file })
  const server = createServer()
  const port = await listen(server, options.port ?? 0).catch((error: unknown) => {
    ledger.close()
    throw error
  })
  const timers = new Set<NodeJS.Timeout>()
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => void timers.add(setTimeout(resolve, milliseconds * pace)))
  const scripts = makeScripts()
  const counts = new Map<string, number>()
  const requests: RequestSeen[] = []
  const context: ServiceContext = {
    ledger,
    scripts,
    token,
    wait,
    closeDoor: (milliseconds) => {
      server.close()
      void wait(milliseconds).then(() => {
        if (!server.listening) server.listen(port, host)
      })
    },
    count: (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return counts.get(name) ?? 0
    },
  }
  // What is no HTTP gets no answer: a whole request may have come before the bad bytes, and "400" would deny it.
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('request', async (request, response) => {
    // Set before the request is read, so that each answer has it.
    if (ledger.switches().practiceHeader === 'sent') response.setHeader(practiceHeader, '1')
    const seen = await readRequest(request)
    requests.push(seen)
    if (requests.length > maxRequests) requests.shift()
    if (!seen.complete) return
    sendAnswer(response, await answerRequest(context, seen), ledger.switches().jsonText)
  })
  const close = async () => {
    timers.forEach(clearTimeout)
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    ledger.close()
  }
  let closing: Promise<void> | null = null
  const stop = () => {
    closing ??= close()
    return closing
  }
  return {
    /** The {base_url} of interface.md. */
    url: `http://${host}:${port}`,
    /** The store that most of its payments are of. */
    storeId: practiceStores.harbour,
    ledger,
    /** The last 10,000 requests that arrived, oldest first. */
    requests: requests as readonly RequestSeen[],
    setSwitches: ledger.setSwitches,
    /** Sets what the service does from now on at the payment with this custom id. */
    script: scripts.give,
    /** Ends every connection, cancels what scripts wait for and closes the ledger. */
    stop,
  }
}

/** Makes a server listen and returns its port. Rejects if that cannot be had. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  // A failing accept concerns one caller: the service goes on.
  server.on('error', () => undefined)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The practice service has no port')
  return address.port
}
