// @ts-check
import { runScript } from '../setup/project.mjs'
import { runPlaywright } from './run-playwright.mjs'

// The end-to-end tests marked @sandbox, in a checkout where everything is in place and nothing may be
// written: scripts/testing/ordinary-user.mjs makes it and starts this as another user.
await runScript(async () => (await runPlaywright(['--grep', '@sandbox'])).code)
