// @ts-check
import { packedProgram } from './packaging/packed-program.mjs'
import { PlainFailure, runScript } from './setup/project.mjs'

// Prints the absolute path of the packaged program, and nothing else.
await runScript(async () => {
  const packed = packedProgram()
  if (packed === null)
    throw new PlainFailure('The packaged program is not made yet: npm run package makes it.')
  process.stdout.write(`${packed.program}\n`)
})
