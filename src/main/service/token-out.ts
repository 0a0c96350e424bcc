import type { Result } from '../../shared/result'
import { shorten } from '../system/log'
import type { NeverConnected } from './connection'
import type { Exchanged, NoAnswer, NotBegun } from './exchange'
import { readForeignJson, type WireFault } from './read-json'
import { publicJson, withoutPrivateFields } from './snapshot'

/** A complete answer, read as JSON where it is some. */
export type ForeignAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** Seconds of the `Age` header; above 0 the answer came out of some cache. */
  readonly age: number
  /** Just as it came: what is told of it goes through `clean`. */
  readonly json: Result<unknown, WireFault>
  /** Takes the access token out of a text. */
  readonly clean: (text: string) => string
  /** The body for people: without token and private fields, 16 KiB at most. */
  readonly text: () => string
}

export type Received = NeverConnected | NotBegun | NoAnswer | ForeignAnswer

/** Of a body that is no JSON, in characters: far more than is kept of it. */
const maxLookedAt = 64 * 1024

/**
 * Reads what an exchange brought, with the access token taken out of its texts for people: services repeat requests in
 * their errors (architecture.md, promise 3).
 */
export function receive(outcome: Exchanged, token: string): Received {
  const clean = makeTokenRemover(token)
  if (outcome.kind !== 'answered') return { ...outcome, detail: clean(outcome.detail) }
  const { body, ...answer } = outcome
  const json = readForeignJson(body)
  const told = () =>
    json.ok ? publicJson(json.value, clean) : withoutPrivateFields(body.slice(0, maxLookedAt))
  return { ...answer, json, clean, text: () => shorten(`HTTP ${answer.httpStatus}\n${clean(told())}`) }
}

/** A shorter token would be found by chance in any text. */
const minToken = 8

/** Returns a function that takes the whole token out of a text: as it is, and as URLs, JSON and Base64 write it. */
function makeTokenRemover(token: string): (text: string) => string {
  const inJson = JSON.stringify(token).slice(1, -1)
  const inBase64 = [token, `Bearer ${token}`].flatMap((text) => {
    const bytes = Buffer.from(text)
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  })
  const forms = [token, encodeURIComponent(token), inJson, inJson.replaceAll('/', '\\/'), ...inBase64]
  return (text) => {
    let cleaned = text
    for (const form of token.length < minToken ? [] : forms) {
      cleaned = cleaned.replaceAll(form, '(access token)')
    }
    return cleaned.replace(/\bBearer [^\s"'<>]{16,}/g, 'Bearer (access token)')
  }
}
