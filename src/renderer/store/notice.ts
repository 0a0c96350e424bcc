import type { Fault } from '../../shared/fault'

/** One short message over the page: what failed, or that something was done. Never about a refund's outcome. */
export type Notice =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'scan_refused' }
  /** Ctrl+Enter came right after another key, as a scanner may send it. */
  | { readonly kind: 'confirm_hasty' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'saved'; readonly path: string }
  | { readonly kind: 'printed' }
  | { readonly kind: 'settings_saved' }
  | { readonly kind: 'token_saved' }
  | { readonly kind: 'token_forgotten' }
  | { readonly kind: 'copies_forgotten' }
  | { readonly kind: 'list_taken'; readonly name: string; readonly codes: number }
  /** What was dropped on the window is nothing to read codes from. */
  | { readonly kind: 'not_a_list'; readonly why: 'folder' | 'several' | 'picture' }
  | { readonly kind: 'pin_set' }
  | { readonly kind: 'decided' }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'released' }
  | { readonly kind: 'lower_accepted' }
  | { readonly kind: 'service_settled' }
