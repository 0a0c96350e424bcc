// @ts-check
import { runScript, say } from '../scripts/setup/project.mjs'
import { callFigures } from './calls.mjs'
import { growthFigures } from './growth.mjs'
import { hostileInputFigures, hostileRecordFigures } from './hostile-inputs.mjs'
import { journalFileFigures } from './journal-file.mjs'
import { longJournalFigures } from './long-journal.mjs'
import { quick, rounds } from './plan.mjs'
import { machine, writeDocument, writeResults } from './record.mjs'
import { savedCopyFigures } from './saved-copies.mjs'
import { searchFigures } from './searching.mjs'
import { sizeFigures } from './sizes.mjs'
import { measureStarts, startFigures } from './starts.mjs'
import { screenTable } from './table.mjs'
import { fillTills, troubledService } from './tills.mjs'

/** Less than the time between two scans of the bench, so that each meets a till at rest. */
const troubleMs = 150

await runScript(async () => {
  const began = Date.now()
  const service = await troubledService({ afterMs: troubleMs })
  const { figures, starts } = await measureAll(service).finally(() => service.stop())
  process.stdout.write(`\n${screenTable(figures)}\n`)
  const made = machine()
  const results = { machine: made, quick, rounds, figures, starts }
  writeResults(quick ? 'out/bench/results.json' : 'bench/results.json', results)
  if (!quick) writeDocument(figures, made)
  say(`measured in ${Math.round((Date.now() - began) / 60_000)} minutes`)
})

/** Everything, one after the other. @param {Awaited<ReturnType<typeof troubledService>>} service */
async function measureAll(service) {
  const tills = await fillTills(service)
  const starts = await measureStarts(tills, service)
  const figures = [
    ...startFigures(starts),
    ...(await longJournalFigures(service)),
    ...(await journalFileFigures()),
    ...(await growthFigures()),
    ...(await savedCopyFigures(tills)),
    ...(await searchFigures(tills)),
    ...(await callFigures()),
    ...(await hostileInputFigures()),
    ...(await hostileRecordFigures()),
    ...(await sizeFigures(tills)),
  ]
  return { figures, starts }
}
