/** Fills a provisioned till with saved copies: `fill-till FOLDER COUNT`. Prints one JSON line of some of their codes. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ownerOf } from '../../src/main/lookup/known-owner'
import { openProfile } from '../../src/main/profile'
import { benchRecord, fillCopies } from '../fill-copies'

const mostCodes = 1000

async function main(): Promise<void> {
  const [folder = '', words = ''] = process.argv.slice(2)
  const count = Number(words)
  const { vault } = openProfile('service', folder, console.error)
  const key = await vault.dataKey('saved copies', { createIfMissing: true })
  const owner = await vault.withCredentials(async (credentials) => ownerOf(credentials))
  if (!key.ok || key.value === null || !owner.ok) throw new Error('The till is not provisioned')
  fillCopies({ folder, key: key.value, owner: owner.value, count })
  // Spread over all of them, so that no page of the file is asked for twice in a row.
  const step = Math.max(1, Math.floor(count / mostCodes))
  const codes = Array.from({ length: Math.min(count, mostCodes) }, (_, index) => {
    const { transactionId, customId } = benchRecord((index * step * 7919) % count, 0)
    return index % 2 === 0 ? transactionId : customId
  })
  const bytes = statSync(join(folder, 'cache.db')).size
  process.stdout.write(`${JSON.stringify({ codes, bytes })}\n`)
}

void main()
