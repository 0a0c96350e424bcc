import type { BridgeApi } from '../shared/contract/contract'

declare global {
  interface Window {
    /** Put there by the preload; the page's only way out. */
    readonly tillside: BridgeApi
  }
}
