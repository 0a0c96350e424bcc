/** Runs the practice payment service alone, for people who integrate with the interface (`npm run service`). */

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startPracticeService } from './start-practice-service'
import { type ProfileName, profiles } from './switches'

const help = `Runs the practice payment service on this computer (127.0.0.1).

  --port N         the port; any free one if left out
  --ledger FILE    where refunds are kept; in memory if left out
  --token TOKEN    the access token to ask for; a made-up one if left out
  --profile NAME   default, a or b: how it does what the interface leaves open; b leaves it now and then
  --start-over     forget the refunds in the ledger file and begin again
  --help           this text
`

/** What the practice service is told on its command line. */
type Orders = {
  port: number
  ledgerFile: string
  token: string
  profile: ProfileName
  startOver: boolean
}

function isProfile(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

/** Reads the command line of the practice service: the orders, 'help', or what is wrong with it. */
export function readOrders(words: readonly string[]): Orders | 'help' | { readonly wrong: string } {
  const { values } = parseArgs({
    args: [...words],
    options: {
      port: { type: 'string', default: '0' },
      ledger: { type: 'string', default: ':memory:' },
      token: { type: 'string' },
      profile: { type: 'string', default: 'default' },
      'start-over': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { port = '0', ledger = ':memory:', profile = 'default' } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { wrong: `--port ${port} is no port` }
  if (!isProfile(profile)) return { wrong: `--profile ${profile} is not default, a or b` }
  const token = values.token ?? `practice-${randomBytes(18).toString('base64url')}`
  if (!/^[\x21-\x7e]+$/.test(token)) return { wrong: '--token must be printable ASCII without spaces' }
  return { port: Number(port), ledgerFile: ledger, token, profile, startOver: values['start-over'] === true }
}

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

if (process.argv[1] === __filename)
  main().catch((error: unknown) => complain(error instanceof Error ? error.message : String(error)))
