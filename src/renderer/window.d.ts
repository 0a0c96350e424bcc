import type { BridgeApi } from '../shared/bridge-api'

declare global {
  interface Window {
    /** Put there by the preload; the page's only way out. */
    readonly tillside: BridgeApi
  }
}
