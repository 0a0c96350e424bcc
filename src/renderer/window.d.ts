import type { BridgeApi } from '../shared/contract/contract'

declare global {
  interface Window {
    /** Exposed by the preload. */
    readonly tillside: BridgeApi
  }
}
