/** Runs the practice payment service alone, for people who integrate with the interface (`npm run service`). */
import { help, type Orders, readOrders } from './command-line'
import { profiles } from './profiles'
import { startPracticeService } from './start-practice-service'

async function run(orders: Orders): Promise<void> {
  const { port, ledgerFile, token } = orders
  const service = await startPracticeService({
    port,
    ledgerFile,
    token,
    switches: profiles[orders.profile],
  })
  if (orders.startOver) service.ledger.startOver()
  console.log(`Practice payment service: ${service.url}`)
  console.log(`Access token: ${token}`)
  const stop = () => void service.stop()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function complain(words: string): void {
  console.error(words)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const orders = readOrders(process.argv.slice(2))
  if (orders === 'help') console.log(help)
  else if ('wrong' in orders) complain(`${orders.wrong}\n\n${help}`)
  else await run(orders)
}

main().catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)))
