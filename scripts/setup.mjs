import { installPackages, needNode } from './setup/packages.mjs'
import { runScript } from './setup/project.mjs'

// `node scripts/setup.mjs [window] [tests]` brings what a fresh clone lacks, and is quick when nothing is missing: the
// packages alone, also what opens the window, also what the end-to-end tests need. Neither packages nor, on the oldest
// Node that will do, TypeScript are there at first: this file and what it imports at once are plain JavaScript.
await runScript(async (words) => {
  needNode()
  installPackages()
  if (words.length === 0) return
  const { register } = await import('tsx/esm/api')
  register()
  const { setUp } = await import('./setup/place-electron')
  await setUp({ forTests: words.includes('tests') })
})
