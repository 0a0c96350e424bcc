import { type IncomingHttpHeaders, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type PracticeServiceOptions, startPracticeService } from '../start-practice-service'

export const testToken = 'practice-test-token'

/** A practice service of its own for one test, stopped when that is over. Its clock stands still. */
export async function serve(options: Partial<PracticeServiceOptions> = {}) {
  const service = await startPracticeService({
    ledgerFile: ':memory:',
    token: testToken,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    pace: 0.01,
    ...options,
  })
  onTestFinished(() => service.stop())
  return service
}

export type Call = {
  readonly method?: string
  readonly path: string
  /** Form fields, or a body as it is. */
  readonly body?: Readonly<Record<string, string>> | string
  /** Replace or, when undefined, leave out the two required headers and any other. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The answer's body as its text, also when it is JSON. */
  readonly raw?: boolean
}

export type Reply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Parsed when it is JSON, else its text. */
  readonly body: unknown
}

/** One exchange on one fresh connection. Answers the error's code when no complete answer comes. */
export function call(
  url: string,
  { method = 'GET', path, body = '', ...more }: Call,
): Promise<Reply | string> {
  const text = typeof body === 'string' ? body : new URLSearchParams(body).toString()
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${testToken}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': `${Buffer.byteLength(text)}`,
    ...more.headers,
  }
  const headers = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return new Promise((resolve) => {
    const outgoing = request(url + path, { method, agent: false, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      response.on('end', () => {
        const received = Buffer.concat(chunks).toString('utf8')
        const isJson =
          more.raw !== true && response.headers['content-type'] === 'application/json' && received !== ''
        const { statusCode = 0, headers: answered } = response
        resolve({ status: statusCode, headers: answered, body: isJson ? JSON.parse(received) : received })
      })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    outgoing.end(text)
  })
}

/** What came of a call, small enough to compare whole: the status and the body. */
export async function outcome(url: string, order: Call): Promise<unknown> {
  const reply = await call(url, order)
  return typeof reply === 'string' ? reply : { status: reply.status, body: reply.body }
}

const withRecord = z.object({ data: z.record(z.string(), z.unknown()) })

/** The record that a call was answered with. Throws when it was answered with anything else. */
export async function recordOf(url: string, order: Call): Promise<Record<string, unknown>> {
  const reply = await call(url, order)
  const envelope = withRecord.safeParse(typeof reply === 'string' ? null : reply.body)
  if (envelope.success) return envelope.data.data
  throw new Error(`No record: ${JSON.stringify(reply)}`)
}

/** What an error of §7 is answered with. */
export const refused = (message: string, status = 422) => ({
  status,
  body: { success: false, message, status },
})

/** The record of a custom id. @param search the URL's */
export const recordByCustomId = (url: string, code: string, search = '') =>
  recordOf(url, { path: showPath(code) + search, body: { query: 'custom_id' } })

export function showPath(code: string): string {
  return `/v1/transactions/${encodeURIComponent(code)}`
}

export function refundPath(id: string): string {
  return `${showPath(id)}/refund`
}
