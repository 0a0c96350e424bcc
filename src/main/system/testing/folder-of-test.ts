import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder'

/** Makes a folder, which is deleted after the test's `afterEach`. */
export function folderOfTest(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
