import { type FSWatcher, watch } from 'node:fs'
import { settingsFileName } from './settings-file'

/** Several events come for one change; they are told as one. */
const quietMilliseconds = 100

/**
 * Tells when the settings file of a profile was written, by whomever: provisioning works while the program
 * runs and ends by writing it. Answers a function that stops it. Where a folder cannot be watched nothing
 * is told, and the change is seen at the next start.
 */
export function watchSettings(folder: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let watcher: FSWatcher | null = null
  try {
    watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== settingsFileName) return
      clearTimeout(timer)
      timer = setTimeout(changed, quietMilliseconds)
    })
    watcher.on('error', () => watcher?.close())
  } catch {
    return () => undefined
  }
  return () => {
    clearTimeout(timer)
    watcher?.close()
  }
}
