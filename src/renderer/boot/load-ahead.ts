import type { StoreApi } from 'zustand/vanilla'
import { fetchFailedScreen } from '../drawing/failed-screen'
import type { AppStore } from '../store/store-types'

/**
 * Fetches what the counter will need next, once the page stands: the first script stays small, and neither a
 * refund nor its outcome ever waits for a file.
 */
export function loadAhead(store: StoreApi<AppStore>): void {
  requestIdleCallback(() => {
    void import('../shell/follow-title').then(({ followTitle }) => followTitle(store, document))
    void fetchFailedScreen()
    void import('../receipt/receipt')
    void import('../receipt/receipt-panel')
    void import('../counter/idle-panel')
    void import('../counter/missed')
    void import('../refund/refund-form')
    void import('../outcome/sending-panel')
    void import('../outcome/outcome-panel')
    void import('../outcome/outcome-slip')
    void import('../outcome/stopped-panel')
    void import('../outcome/broken-panel')
    void import('../receipt/more-fields')
    void import('../shell/notice-text')
    void import('../words/announcement-words')
    void import('../ui/draw-barcode')
    void import('../print/paper-sheet')
  })
}
