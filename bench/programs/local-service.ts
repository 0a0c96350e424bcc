/** The practice service with receipts of the bench: `local-service COUNT`. Prints one JSON line; ends with its input. */
import { startPracticeService } from '../../src/practice/start-practice-service'

async function main(): Promise<void> {
  const count = Number(process.argv[2])
  const token = 'bench-token-000000'
  const service = await startPracticeService({
    ledgerFile: ':memory:',
    token,
    switches: { practiceHeader: 'absent' },
  })
  const codes = Array.from({ length: count }, (_, index) => `BENCH${100_000 + index}`)
  for (const custom_id of codes) service.ledger.addTransaction({ custom_id, amount: 5000 })
  process.stdout.write(`${JSON.stringify({ url: service.url, token, codes })}\n`)
  process.stdin.resume().once('end', () => void service.stop())
}

void main()
