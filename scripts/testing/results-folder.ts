import { mkdirSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { may } from '../setup/folders'
import { inProject, projectFolder, say } from '../setup/project.mjs'

let chosen: string | undefined

/**
 * Where reports and what tests leave behind go: the checkout's own folder, the one named by
 * TILLSIDE_RESULTS, or a new one where the checkout is somebody else's.
 */
export function resultsFolder() {
  chosen ??= chooseFolder()
  return chosen
}

function chooseFolder() {
  const own = process.env.TILLSIDE_RESULTS ?? inProject('test-results')
  try {
    mkdirSync(own, { recursive: true })
  } catch {
    // The next line finds out whether it can be used all the same.
  }
  if (may('write', own)) return own
  const other = mkdtempSync(path.join(os.tmpdir(), 'tillside-results-'))
  say(`${projectFolder} is another user's: results go to ${other}`)
  return other
}
