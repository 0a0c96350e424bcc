import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../journal/testing/journal-place'

/** A fresh folder that goes with the running test, after its `afterEach`. */
export function folderOfTest(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
