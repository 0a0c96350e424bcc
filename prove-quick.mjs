import { register } from 'tsx/esm/api'

register()
const { runProofStages } = await import('/tmp/wt/tests/proof/run/proof-stages.mjs')
const { summarize } = await import('/tmp/wt/tests/scripts/testing/stages.ts')
process.exitCode = summarize(await runProofStages({ only: process.argv[2] }))
