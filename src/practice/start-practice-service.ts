import { createServer, type IncomingMessage } from 'node:http'
import { practiceHeader } from '../shared/practice'
import {
  type BodyRead,
  errorAnswer,
  type FrontDoor,
  type Outgoing,
  openFrontDoor,
  type RequestSeen,
  readBody,
  refuseMalformed,
  sendAnswer,
} from './http'
import { type Ledger, openLedger, type Refusal } from './ledger'
import { answerRequest, makePracticeTime, type PracticeTime, type ServiceContext } from './operations'
import { makeScripts, type Script, type Scripts } from './scripts'
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
  /** How fast the waits of the practice codes go by: 1 is real time, 0.01 a hundred times faster. */
  readonly pace?: number
}

export type PracticeService = {
  /** `http://127.0.0.1:PORT`, the {base_url} of interface.md. */
  readonly url: string
  readonly ledger: Ledger
  /** Every request that arrived, oldest first; the last 10,000. */
  readonly requests: readonly RequestSeen[]
  readonly setSwitches: (changes: Partial<Switches>) => void
  /** What the service does from now on at the payment with this custom id. */
  readonly script: (customId: string, script: Script) => void
  /** Ends every connection, forgets what was still to happen and closes the ledger. */
  readonly stop: () => Promise<void>
}

const requestsKept = 10_000

/** Starts the payment service of interface.md on loopback. Rejects if the port or the file cannot be had. */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const { ledgerFile: file, switches = {}, now = () => new Date(), host = '127.0.0.1' } = options
  const ledger = openLedger({ file, now, switches })
  const time = makePracticeTime(options.pace ?? 1)
  const requests: RequestSeen[] = []
  // Node's own answer to a missing Host is not in the error shape, so we give it ourselves.
  const server = createServer({ requireHostHeader: false })
  const door = await openFrontDoor(server, options.port ?? 0, host).catch((error: unknown) => {
    ledger.close()
    throw error
  })
  const scripts = makeScripts()
  const context = makeContext(ledger, scripts, options.token, door, time)
  const isSaid = () => ledger.switches().practiceHeader === 'sent'
  refuseMalformed(server, isSaid)
  server.on('request', async (request, response) => {
    // Before anything else is known of the request: no answer goes without it.
    if (isSaid()) response.setHeader(practiceHeader, '1')
    const body = await readBody(request)
    const seen = describe(request, body, now())
    requests.push(seen)
    if (requests.length > requestsKept) requests.shift()
    if (body.kind === 'cut_off') return
    const outgoing = await answerSafely(context, seen, refusalOf(request, body))
    sendAnswer(response, outgoing, ledger.switches().jsonText)
  })
  const stop = async () => {
    time.stop()
    await door.close()
    ledger.close()
  }
  const url = `http://127.0.0.1:${door.port}`
  return { url, ledger, requests, setSwitches: ledger.setSwitches, script: scripts.give, stop }
}

function makeContext(
  ledger: Ledger,
  scripts: Scripts,
  token: string,
  door: FrontDoor,
  time: PracticeTime,
): ServiceContext {
  const shows = new Map<string, number>()
  let requests = 0
  return {
    ledger,
    scripts,
    token,
    wait: time.wait,
    closeDoor: (milliseconds) => {
      door.shut()
      void time.wait(milliseconds).then(door.reopen)
    },
    countShow: (id) => {
      const count = (shows.get(id) ?? 0) + 1
      shows.set(id, count)
      return count
    },
    countRequest: () => {
      requests += 1
      return requests
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

/** What is wrong with a request whatever it asks for; null if nothing. */
function refusalOf(request: IncomingMessage, body: BodyRead): Refusal | null {
  if (body.kind === 'too_large') return { status: 413, message: 'The body is larger than 64 KiB' }
  const needsHost = request.httpVersion !== '1.0' && request.headers.host === undefined
  return needsHost ? { status: 400, message: 'The Host header is missing' } : null
}

/** A bug or a full disk is answered with the one error that the interface shows (§7), never with a crash. */
async function answerSafely(
  context: ServiceContext,
  seen: RequestSeen,
  refusal: Refusal | null,
): Promise<Outgoing> {
  const error = (why: Refusal): Outgoing => ({
    kind: 'json',
    answer: errorAnswer(why, context.ledger.switches()),
  })
  if (refusal !== null) return error(refusal)
  try {
    return await answerRequest(context, seen)
  } catch (fault) {
    console.error('practice service:', fault)
    return error({ status: 500, message: 'Internal Error' })
  }
}
