/** The file of a new version on this PC: fetched whole, or not at all, and looked at again whenever it matters. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail, type Result, succeed } from '../../shared/result'
import { type Connect, type FetchFault, type FetchLimits, fetchFile } from './fetch-file'
import type { Update } from './signed-update'

/** The file is not the one that was signed: another length or other bytes. */
export type DownloadFault = FetchFault | 'wrong_length' | 'wrong_hash' | 'no_room'

const limits = { connect: 15_000, pause: 60_000, whole: 3_600_000 } as const

export type DownloadOrder = {
  readonly update: Update
  /** Below this address, with a slash at its end. */
  readonly address: URL
  /** Of updates alone: whatever else lies in it is removed. */
  readonly folder: string
  readonly connect: Connect
  readonly limits?: FetchLimits
  readonly calledOff?: AbortSignal | undefined
}

/**
 * Answers the path of the file, whose length and hash are the signed ones. One that lies there already is not fetched
 * again. A file has its own name only once it is whole.
 */
export async function downloadUpdate(order: DownloadOrder): Promise<Result<string, DownloadFault>> {
  const { update, folder } = order
  const file = path.join(folder, update.file)
  try {
    await makeRoom(folder, update.file)
    if (await isAsSigned(file, update)) return succeed(file)
    await rm(file, { recursive: true, force: true })
    const draft = `${file}.part`
    const fetched = await fetchTo(draft, order)
    if (!fetched.ok) {
      await rm(draft, { force: true })
      return fetched
    }
    await rename(draft, file)
    return succeed(file)
  } catch {
    await rm(`${file}.part`, { force: true }).catch(() => undefined)
    return fail('no_room')
  }
}

/** Whether the file is the one that was signed, byte for byte; false for one that cannot be read. */
export async function isAsSigned(file: string, update: Pick<Update, 'size' | 'sha512'>): Promise<boolean> {
  const hash = createHash('sha512')
  let bytes = 0
  try {
    for await (const piece of createReadStream(file)) {
      bytes += piece.length
      if (bytes > update.size) return false
      hash.update(piece)
    }
  } catch {
    return false
  }
  return bytes === update.size && hash.digest('base64') === update.sha512
}

/** There is one update at a time. */
async function makeRoom(folder: string, keep: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  for (const name of await readdir(folder)) {
    if (name !== keep) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

async function fetchTo(draft: string, order: DownloadOrder): Promise<Result<null, DownloadFault>> {
  const handle = await open(draft, 'wx', 0o600)
  try {
    return await fetchInto(handle, order)
  } finally {
    await handle.close()
  }
}

async function fetchInto(handle: FileHandle, order: DownloadOrder): Promise<Result<null, DownloadFault>> {
  const { update } = order
  const hash = createHash('sha512')
  const fetched = await fetchFile({
    address: new URL(update.file, order.address),
    mostBytes: update.size,
    limits: order.limits ?? limits,
    connect: order.connect,
    calledOff: order.calledOff,
    async take(piece) {
      hash.update(piece)
      await handle.writeFile(piece)
    },
  })
  if (!fetched.ok) return fetched
  if (fetched.value !== update.size) return fail('wrong_length')
  if (hash.digest('base64') !== update.sha512) return fail('wrong_hash')
  await handle.sync()
  return succeed(null)
}
