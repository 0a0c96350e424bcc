import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder'

/** Makes a folder, which is deleted after the test's `afterEach`. */
export function folderOfTest(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes such a folder before each test. Returns a function for its path, or for that of something in it. */
export function folderOfEachTest(): (...names: readonly string[]) => string {
  let folder = ''
  beforeEach(() => {
    folder = folderOfTest()
  })
  return (...names) => join(folder, ...names)
}
