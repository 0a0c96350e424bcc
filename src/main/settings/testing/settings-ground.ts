import { succeed } from '../../../shared/base/result'
import { type SealedSettings, type SealedStore, usualSealed } from '../../people/sealed-settings'

/** Sealed settings that lie in memory. */
export function memorySealed(): SealedStore {
  let settings: SealedSettings = usualSealed
  return {
    read: () => settings,
    async keep(change) {
      settings = { ...settings, ...change }
      return succeed(null)
    },
  }
}

/** What settings of a test need beside their folder: nobody else who writes. */
export function settingsGround(folder: string) {
  return { folder, warn: (_message: string) => {}, sealed: memorySealed() }
}
