/** What a paper is called, in a message and in a file name. */
import { isolatedText } from '../../shared/shown-text'

export const paperWords = {
  receipt: (transactionId: string) => `receipt ${transactionId}`,
  storeCopy: (transactionId: string) => `store copy ${transactionId}`,
  slip: (marker: string) => `refund slip ${marker}`,
  practiceCodes: 'practice codes',
  testSlip: 'test slip',
  /** @param title what happened, without a full stop */
  titleOf: (title: string, paper: string) => `${title}: ${isolatedText(paper)}`,
} as const
