import type { ServerResponse } from 'node:http'
import { unreachable } from '../shared/result'
import type { JsonAnswer } from './answer'
import type { Switches } from './switches'

/** What leaves the service: the interface's own answers, and the ways in which a practice code spoils one. */
export type Outgoing =
  | { readonly kind: 'json'; readonly answer: JsonAnswer }
  | { readonly kind: 'html'; readonly httpStatus: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'redirect'; readonly location: string }
  /** The first half of an answer, then the connection is closed. */
  | { readonly kind: 'cut_body'; readonly answer: JsonAnswer }
  /** The connection is closed without a byte. */
  | { readonly kind: 'drop' }
  /** Nothing is sent and the connection stays open. */
  | { readonly kind: 'stall' }

const page =
  '<!doctype html><title>Sign in</title><h1>Welcome to the Wi-Fi</h1><p>Please accept the terms.</p>'

/** Sends an answer, whole or spoiled. A caller who has gone away is no error. */
export function sendAnswer(
  response: ServerResponse,
  outgoing: Outgoing,
  jsonText: Switches['jsonText'],
): void {
  switch (outgoing.kind) {
    case 'json':
      sendJson(response, outgoing.answer, jsonText)
      break
    case 'html':
      response.writeHead(outgoing.httpStatus, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
      break
    case 'empty':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 0 }).end()
      break
    case 'redirect':
      response.writeHead(307, { Location: outgoing.location, 'Content-Length': 0 }).end()
      break
    case 'cut_body':
      sendHalf(response, outgoing.answer, jsonText)
      break
    case 'drop':
      response.socket?.destroy()
      break
    case 'stall':
      break
    default:
      unreachable(outgoing)
  }
}

function headersOf(answer: JsonAnswer, text: string): Record<string, string | number> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...(answer.allow === undefined ? {} : { Allow: answer.allow }),
  }
}

function writeJson(body: unknown, jsonText: Switches['jsonText']): string {
  const text = JSON.stringify(body)
  if (jsonText === 'plain') return text
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function sendJson(response: ServerResponse, answer: JsonAnswer, jsonText: Switches['jsonText']): void {
  const text = writeJson(answer.body, jsonText)
  response.writeHead(answer.httpStatus, headersOf(answer, text))
  response.end(text)
}

function sendHalf(response: ServerResponse, answer: JsonAnswer, jsonText: Switches['jsonText']): void {
  const text = writeJson(answer.body, jsonText)
  response.writeHead(answer.httpStatus, headersOf(answer, text))
  response.write(text.slice(0, Math.floor(text.length / 2)), () => response.socket?.destroySoon())
}
