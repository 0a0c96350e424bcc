/** Saves some copies of a filled till again, as lookups do: `save-again FOLDER COUNT`. The search takes them in then. */
import { saveAgain } from '../fill-copies'
import { provisionedTill } from '../provisioned-till'

const savedAgain = 20

async function main(): Promise<void> {
  const [folder = '', words = ''] = process.argv.slice(2)
  const count = Number(words)
  const numbers = Array.from({ length: savedAgain }, (_, index) => Math.floor((count * index) / savedAgain))
  saveAgain({ ...(await provisionedTill(folder)), count }, numbers)
}

void main()
