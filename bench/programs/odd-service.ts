/** A payment service with a usual record and the worst ones. Prints one JSON line; ends with its input. */
import { hostileRecords } from '../../e2e/fixtures/hostile-records'
import { startScriptedService } from '../../e2e/fixtures/scripted-service'

async function main(): Promise<void> {
  const records = Object.entries({ usual: {}, ...hostileRecords })
  const codes = Object.fromEntries(records.map(([name], index) => [name, `71000000000${index}`]))
  const service = await startScriptedService()
  for (const [name, record] of records) service.put(codes[name] ?? '', record)
  process.stdout.write(`${JSON.stringify({ url: service.url, token: 'bench-token-000000', codes })}\n`)
  process.stdin.resume().once('end', () => void service.close())
}

void main()
