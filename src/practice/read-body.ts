import type { IncomingMessage } from 'node:http'

/** interface.md names no limit for a body; this one is far above any form of the two operations. */
const longestBody = 64 * 1024
/** Beyond this the caller is cut off instead of answered. */
const patience = 1024 * 1024

export type BodyRead =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too_large'; readonly bytes: Buffer }
  /** The connection ended first: there is nobody to answer. */
  | { readonly kind: 'cut_off'; readonly bytes: Buffer }

/** Reads a request's body, a GET's too, up to 64 KiB. Never rejects. */
export function readBody(request: IncomingMessage): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const bytes = () => Buffer.concat(chunks).subarray(0, longestBody)
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= longestBody + chunk.length) chunks.push(chunk)
      if (length > patience) request.destroy()
    })
    request.on('end', () => resolve({ kind: length > longestBody ? 'too_large' : 'whole', bytes: bytes() }))
    request.on('error', () => resolve({ kind: 'cut_off', bytes: bytes() }))
    request.on('close', () => resolve({ kind: 'cut_off', bytes: bytes() }))
  })
}
