import { createServer, type Server } from 'node:http'
import { practiceHeader } from '../shared/contract/practice'
import { errorAnswer, type Outgoing, type RequestSeen, readRequest, sendAnswer } from './http'
import { openLedger } from './ledger'
import { answerRequest, type ServiceContext } from './operations'
import { makeScripts } from './scripts'
import type { Switches } from './switches'

export type PracticeServiceOptions = {
  /** 0 or left out: any free port. */
  readonly port?: number
  /** A path, or ':memory:'. */
  readonly ledgerFile: string
  readonly token: string
  readonly switches?: Partial<Switches>
  readonly now?: () => Date
  /** How fast the waits of scripts go by: 1 is real time, 0.01 a hundred times faster. */
  readonly pace?: number
}

export type PracticeService = Awaited<ReturnType<typeof startPracticeService>>

const requestsKept = 10_000
const host = '127.0.0.1'

/** Starts the payment service of interface.md on loopback. Rejects if the port or the file cannot be had. */
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
    // Connections that are open stay so.
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
    // Before anything else is known of the request: no answer goes without it.
    if (ledger.switches().practiceHeader === 'sent') response.setHeader(practiceHeader, '1')
    const { seen, tooLarge } = await readRequest(request)
    requests.push(seen)
    if (requests.length > requestsKept) requests.shift()
    if (!seen.complete) return
    sendAnswer(response, await answerSafely(context, seen, tooLarge), ledger.switches().jsonText)
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
    ledger,
    /** Every request that arrived, oldest first; the last 10,000. */
    requests: requests as readonly RequestSeen[],
    setSwitches: ledger.setSwitches,
    /** What the service does from now on at the payment with this custom id. */
    script: scripts.give,
    /** Ends every connection, forgets what was still to happen and closes the ledger. */
    stop,
  }
}

/** Makes a server listen and answers its port. Rejects if that cannot be had. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A failing accept concerns one caller: the service goes on.
  server.on('error', () => undefined)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The practice service has no port')
  return address.port
}

/** A bug or a full disk is answered with the one error that the interface shows (§7), never with a crash. */
async function answerSafely(
  context: ServiceContext,
  seen: RequestSeen,
  tooLarge: boolean,
): Promise<Outgoing> {
  const error = (status: number, message: string): Outgoing => ({
    kind: 'json',
    answer: errorAnswer({ status, message }, context.ledger.switches()),
  })
  if (tooLarge) return error(413, 'The body is larger than 64 KiB')
  try {
    return await answerRequest(context, seen)
  } catch (fault) {
    console.error('practice service:', fault)
    return error(500, 'Internal Error')
  }
}
