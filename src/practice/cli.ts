/** Runs the practice payment service alone, for people who integrate with the interface (`npm run service`). */

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startPracticeService } from './start-practice-service'
import { type ProfileName, profiles } from './switches'

const profileNames: readonly ProfileName[] = ['default', 'a', 'b']

const help = `Runs the practice payment service on this computer (127.0.0.1).

  --port N         the port; any free one if left out
  --ledger FILE    where refunds are kept; in memory if left out
  --token TOKEN    the access token to ask for; a made-up one if left out
  --profile NAME   default, a or b: how it does what the interface leaves open; b leaves it now and then
  --start-over     forget the refunds in the ledger file and begin again
  --help           this text
`

/** Reads the command line of the practice service: the orders, 'help', or what is wrong with it. */
export function readOrders(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      port: { type: 'string', default: '0' },
      ledger: { type: 'string', default: ':memory:' },
      token: { type: 'string', default: `practice-${randomBytes(18).toString('base64url')}` },
      profile: { type: 'string', default: 'default' },
      'start-over': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { port, ledger: ledgerFile, token, 'start-over': startOver } = values
  if (values.help) return 'help'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { wrong: `--port ${port} is no port` }
  const profile = profileNames.find((name) => name === values.profile)
  if (profile === undefined) return { wrong: `--profile ${values.profile} is not default, a or b` }
  if (!/^[\x21-\x7e]+$/.test(token)) return { wrong: '--token must be printable ASCII without spaces' }
  return { port: Number(port), ledgerFile, token, profile, startOver }
}

async function main(): Promise<void> {
  const orders = readOrders(process.argv.slice(2))
  if (orders === 'help') {
    console.log(help)
    return
  }
  if ('wrong' in orders) throw new Error(`${orders.wrong}\n\n${help}`)
  const service = await startPracticeService({ ...orders, switches: profiles[orders.profile] })
  if (orders.startOver) service.ledger.startOver()
  console.log(`Practice payment service: ${service.url}\nAccess token: ${orders.token}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop())
}

if (process.argv[1] === __filename)
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
