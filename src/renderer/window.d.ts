import type { DeskApi } from '../shared/bridge-api'

declare global {
  interface Window {
    /** Put there by the preload; the page's only way out. */
    readonly tillside: DeskApi
  }
}
