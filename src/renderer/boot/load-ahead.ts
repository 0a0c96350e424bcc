import { fetchFailedScreen } from '../drawing/failed-screen'

/**
 * Fetches what the counter will need next, once the page stands: the first script stays small, and neither a
 * refund nor its outcome ever waits for a file.
 */
export function loadAhead(): void {
  requestIdleCallback(() => {
    void fetchFailedScreen()
    void import('../receipt/receipt')
    void import('../receipt/receipt-panel')
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
