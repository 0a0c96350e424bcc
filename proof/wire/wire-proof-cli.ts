/**
 * Runs one part of the proof on the wire and prints its counts as one JSON line. Its argument is the part, as
 * JSON (run-wire-proof.ts); exit code 1 when a promise was not kept, 2 when the part could not be run.
 */
import { holds, runWireProof, type WirePart } from './run-wire-proof'

async function main(): Promise<void> {
  // Written by proof/run/prove-wire.mjs.
  const part = JSON.parse(process.argv[2] ?? '') as WirePart
  const counts = await runWireProof(part, (done) => process.stderr.write(`${done}\n`))
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  process.exitCode = holds(counts) ? 0 : 1
}

main().catch((error: unknown) => {
  const failed = error instanceof Error ? error.message : String(error)
  // What other lanes have started would keep the process alive; their tills end with it.
  process.stdout.write(`${JSON.stringify({ failed })}\n`, () => process.exit(2))
})
