import { runScript, say } from '../scripts/setup/project.mjs'
import { confirmFigures } from './confirm'
import type { Figure } from './figures'
import { callFigures, hostileInputFigures, recordFigures } from './in-node'
import { longJournalFigures } from './long-journal'
import { growthFigures } from './memory'
import { quick, wantedParts } from './plan'
import { machine, writeDocument } from './record'
import { savedCopyFigures } from './saved-copies'
import { searchFigures } from './searching'
import { startFigures } from './starts'
import { tableOf } from './table'
import { fillTills, type Service, type Tills, troubledService } from './tills'

/** Less than the time between two scans of the bench, so that each meets a till at rest. */
const troubleMs = 150

type Part = (service: Service, tills: () => Promise<Tills>) => Promise<readonly Figure[]>

/** What is measured, one after the other. Tills with saved copies are filled when the first of them is asked for. */
const parts: Readonly<Record<string, Part>> = {
  starts: async (service, tills) => startFigures(service, await tills()),
  years: longJournalFigures,
  record: recordFigures,
  confirm: confirmFigures,
  memory: growthFigures,
  copies: async (_service, tills) => savedCopyFigures(await tills()),
  search: async (_service, tills) => searchFigures(await tills()),
  calls: callFigures,
  inputs: hostileInputFigures,
}

await runScript(async () => {
  const began = Date.now()
  const wanted = wantedParts(Object.keys(parts))
  const service = await troubledService(troubleMs)
  let filled: Promise<Tills> | null = null
  const tills = () => {
    filled ??= fillTills(service)
    return filled
  }
  const figures: Figure[] = []
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

function secondsSince(began: number): number {
  return Math.round((Date.now() - began) / 1000)
}
