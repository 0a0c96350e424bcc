import type { BridgeApi } from '../shared/operations'

declare global {
  interface Window {
    /** Put there by the preload; the page's only way out. */
    readonly tillside: BridgeApi
  }
}
