// @ts-check
import { runScript, say } from '../scripts/setup/project.mjs'
import { confirmFigures } from './confirm.mjs'
import { callFigures, hostileInputFigures, recordFigures } from './in-node.mjs'
import { growthFigures, hostileRecordFigures } from './in-window.mjs'
import { longJournalFigures } from './long-journal.mjs'
import { quick, wantedParts } from './plan.mjs'
import { machine, writeDocument } from './record.mjs'
import { savedCopyFigures } from './saved-copies.mjs'
import { searchFigures } from './searching.mjs'
import { startFigures } from './starts.mjs'
import { tableOf } from './table.mjs'
import { fillTills, troubledService } from './tills.mjs'

/** Less than the time between two scans of the bench, so that each meets a till at rest. */
const troubleMs = 150

/** @typedef {import('./tills.mjs').Tills} Tills */

/**
 * What is measured, one after the other. Tills with saved copies are filled when the first of them is asked for.
 * @type {Readonly<Record<string, (service: Awaited<ReturnType<typeof troubledService>>, tills: () => Promise<Tills>) =>
 *   Promise<import('./figures.mjs').Figure[]>>>}
 */
const parts = {
  starts: async (service, tills) => startFigures(service, await tills()),
  years: longJournalFigures,
  record: recordFigures,
  confirm: confirmFigures,
  memory: growthFigures,
  copies: async (_service, tills) => savedCopyFigures(await tills()),
  search: async (_service, tills) => searchFigures(await tills()),
  calls: callFigures,
  inputs: hostileInputFigures,
  records: hostileRecordFigures,
}

await runScript(async () => {
  const began = Date.now()
  const wanted = wantedParts(Object.keys(parts))
  const service = await troubledService({ afterMs: troubleMs })
  /** @type {Promise<Tills> | null} */
  let filled = null
  const tills = () => {
    filled ??= fillTills(service)
    return filled
  }
  const figures = []
  try {
    for (const name of wanted) {
      const partBegan = Date.now()
      const measured = (await parts[name]?.(service, tills)) ?? []
      process.stdout.write(`\n${tableOf(measured)}\n(${name}: ${secondsSince(partBegan)} s)\n`)
      figures.push(...measured)
    }
  } finally {
    service.stop()
  }
  if (!quick && wanted.length === Object.keys(parts).length) writeDocument(figures, machine())
  say(`measured in ${secondsSince(began)} s`)
})

/** @param {number} began */
function secondsSince(began) {
  return Math.round((Date.now() - began) / 1000)
}
