import type { FaultOf } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { CodeMatch } from '../../shared/scan-code'

/** What the list's thread is started with. */
export type ListOrder = { readonly name: string; readonly bytes: Uint8Array }

/** What it answers, once. The codes are one text, a code a line: a hundred thousand texts would hold the receiver up. */
export type ListReply = Result<
  { readonly match: CodeMatch; readonly digest: string; readonly codes: string },
  FaultOf<'list_not_taken'>
>
