import { installPackages } from './setup/packages.mjs'
import { runScript } from './setup/project.mjs'

// Every command of package.json begins here: `node scripts/run.mjs start --practice`. In a fresh clone there are no
// packages yet, and the oldest Node that will do reads no TypeScript. So this file and what it imports are plain
// JavaScript, and everything else is loaded once the packages are there, `tsx` among them.
await runScript(async ([name = '', ...args]) => {
  // Whoever reads the totals of the tests finds them, although nothing of the project could be tried.
  const totals = () => process.stdout.write('\n0 passed, 1 failed\n')
  if (name === 'test' || name === 'night') process.once('exit', totals)
  installPackages()
  process.off('exit', totals)
  const { register } = await import('tsx/esm/api')
  register()
  const { commands } = await import('./commands')
  const command = commands[name]
  if (command === undefined) throw new Error(`There is no command ${name}: see scripts/commands.ts`)
  return command(args)
})
