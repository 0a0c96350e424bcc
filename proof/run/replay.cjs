// @ts-check
/**
 * Runs kept histories, with mistakes made, all in one process: `node replay.cjs PROGRAM`, a list of them on its input, one
 * outcome a line on its output. The program is loaded anew for each, because a mistake may lie in a constant.
 */
const { readFileSync } = require('node:fs')
const { dirname } = require('node:path')

const [program = ''] = process.argv.slice(2)
process.setMaxListeners(0)

/** @param {readonly number[]} mutants */
function programWith(mutants) {
  process.env.PROVE_MUTANTS = mutants.join(',')
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(dirname(program))) delete require.cache[file]
  }
  return require(program)
}

async function main() {
  /** @type {readonly import('./run-histories').Replayed[]} */
  const kept = JSON.parse(readFileSync(0, 'utf8'))
  for (const { mutants = [], history } of kept) {
    const outcome = await programWith(mutants).runKept(history)
    process.stdout.write(`${JSON.stringify(outcome)}\n`)
  }
}

void main()
