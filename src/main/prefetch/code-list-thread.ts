/**
 * Reads one list of codes in a thread of its own (node:worker_threads), whatever somebody wrote into it, and ends. Its
 * bundle is an entry of its own in electron.vite.config.ts.
 */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { ListOrder, ListReply } from './list-thread'
import { readCodeList } from './read-code-list'

async function readIt({ name, bytes }: ListOrder): Promise<ListReply> {
  const read = await readCodeList(name, bytes)
  if (!read.ok) return read
  const { match, codes } = read.value
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { ok: true, value: { match, digest, codes: codes.join('\n') } }
}

async function serve(): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('This is a thread of the main process')
  // Started by list-thread.ts alone, with just this.
  port.postMessage(await readIt(workerData as ListOrder))
}

void serve()
