import { createHash } from 'node:crypto'
import { succeed } from '../../../shared/result'
import type { ListReader } from '../list-thread'
import { readCodeList } from '../read-code-list'

/** Reads lists as the thread does, without one. */
export function makeListReader(): ListReader {
  let closed = false
  return {
    async read(name, bytes) {
      const read = await readCodeList(name, bytes)
      if (closed) return null
      if (!read.ok) return read
      const { match, codes } = read.value
      const digest = createHash('sha256').update(bytes).digest('hex')
      return succeed({ digest, codes: codes.map((code) => ({ code, match })) })
    },
    close() {
      closed = true
    },
  }
}
