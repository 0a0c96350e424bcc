import type { StoreApi } from 'zustand/vanilla'
import type { BridgeApi } from '../../shared/operations'
import { followRequestedLookups } from '../counter/requested-lookups'
import { fetchFailedScreen } from '../drawing/failed-screen'
import { installFileDrop } from '../prefetch/file-drop'
import { followTitle } from '../shell/follow-title'
import type { AppStore } from '../store/store-types'

/**
 * Fetches what the counter will need next, once the page stands: the first script stays small, and neither a
 * refund nor its outcome nor its slip ever waits for a file. What only has to be there soon begins here.
 */
export function loadAhead(store: StoreApi<AppStore>, api: BridgeApi): void {
  followTitle(store, document)
  installFileDrop(window, store, api)
  followRequestedLookups(store, api)
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
  void import('../shell/notice-box')
  void import('../words/announcement-words')
  void import('../ui/draw-barcode')
  void import('../print/paper-host')
  void import('../print/paper-actions')
}
