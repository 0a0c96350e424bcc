/** Fills a provisioned till with saved copies: `fill-till FOLDER COUNT`. Prints one JSON line of some of their codes. */
import { retentionLimits } from '../../src/main/settings/settings'
import { benchRecord, fillCopies } from '../fill-copies'
import { provisionedTill } from '../provisioned-till'

const mostCodes = 1000

async function main(): Promise<void> {
  const [folder = '', words = ''] = process.argv.slice(2)
  const count = Number(words)
  const { settings, ...till } = await provisionedTill(folder)
  // Otherwise the usual retention deletes most of 200,000 while it is measured.
  const { days, count: copies } = retentionLimits
  await settings.change({ keepDays: days.max, keepCopies: copies.max })
  await fillCopies({ ...till, count })
  // Spread over all of them, so that no page of the file is asked for twice in a row.
  const step = Math.max(1, Math.floor(count / mostCodes))
  const codes = Array.from({ length: Math.min(count, mostCodes) }, (_, index) => {
    const { transactionId, customId } = benchRecord((index * step * 7919) % count, 0)
    return index % 2 === 0 ? transactionId : customId
  })
  process.stdout.write(`${JSON.stringify({ codes })}\n`)
}

void main()
