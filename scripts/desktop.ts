import { seedOfCommit } from '../proof/run/seed-of-commit'
import { runInDesktopSession } from './session/desktop-session'
import { runScript, tool } from './setup/project.mjs'

// `node --import tsx scripts/desktop.ts [--own] TOOL WORDS…` runs a package's command where a window can be shown and a
// keyring answers: on this machine's own, or with `--own` on an empty pair that is gone afterwards, for tests.
await runScript(async (words) => {
  const own = words[0] === '--own'
  const [name = '', ...rest] = own ? words.slice(1) : words
  // What is not tried whole moves with the commit.
  process.env.TILLSIDE_E2E_TURN ??= String(seedOfCommit().turn)
  return runInDesktopSession([...tool(name), ...rest], { own })
})
