import type { Channel } from '../../shared/contract'
import type { Handlers } from './answer-call'

/** The handlers of some channels; compose.ts puts the parts together into all of them. */
export type PartOfHandlers<C extends Channel> = Pick<Handlers, C>
