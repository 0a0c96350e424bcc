/**
 * Saves some copies of a filled till again, as lookups do: `save-again FOLDER COUNT`. As many of the search's segments are
 * stale then as may be when somebody opens it, at most.
 */
import { mostStale } from '../../src/main/search/keep-search-ready'
import { saveAgain } from '../fill-copies'
import { provisionedTill } from '../provisioned-till'

async function main(): Promise<void> {
  const [folder = '', words = ''] = process.argv.slice(2)
  const count = Number(words)
  const numbers = Array.from({ length: mostStale - 1 }, (_, index) =>
    Math.floor((count * index) / (mostStale - 1)),
  )
  saveAgain({ ...(await provisionedTill(folder)), count }, numbers)
}

void main()
