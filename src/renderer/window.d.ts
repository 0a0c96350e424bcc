import type { BridgeApi } from '../shared/contract'

declare global {
  interface Window {
    /** Put there by the preload; the page's only way out. */
    readonly tillside: BridgeApi
  }
}
