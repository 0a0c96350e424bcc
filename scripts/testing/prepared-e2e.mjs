// @ts-check
import { runScript } from '../setup/project.mjs'
import { packagedRun, runPlaywright } from './run-playwright.mjs'

// The end-to-end tests marked @sandbox, in a checkout where everything is in place and nothing may be
// written: scripts/testing/ordinary-user.mjs makes it and starts this as another user. Those on the packaged
// program when it is told where that lies.
await runScript(async () => {
  const options = process.env.TILLSIDE_E2E_PACKAGED ? packagedRun : {}
  return (await runPlaywright(['--grep', '@sandbox'], options)).code
})
