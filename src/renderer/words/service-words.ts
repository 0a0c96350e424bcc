import { isolatedText } from '../../shared/shown-text'

/** Whether a new address is the same payment service (refund-protocol.md 14). */
export const serviceWords = {
  unknown: 'the service before',
  question: (address: string, before: string) =>
    `Is ${isolatedText(address)} the same payment service as ${isolatedText(before)}?`,
  questionMany: (address: string) => `Which payment service is ${isolatedText(address)}?`,
  why: 'A refund is in doubt or still watched. If it is the same service, that refund stays locked there.',
  next: 'A supervisor answers here. Refunds are available again with the answer.',
  answer: 'Answer',
  title: 'Which payment service is this?',
  intro: 'Ask the provider if you aren’t sure. Nothing is sent; this only records what you say.',
  choices: 'The payment service',
  same: 'The same service',
  sameAs: (address: string) => `The same as ${isolatedText(address)}`,
  another: 'Another service',
  reason: 'Reason',
  reasonHelp: 'For example: “The provider wrote that the address changes on 21 November.”',
  submit: 'Save',
  names: 'Addresses of this service',
  takeBack: 'It is another service after all',
  takeBackTitle: 'Take back that it is the same service?',
  takeBackIntro: (address: string) =>
    `From then on ${isolatedText(address)} counts as a service of its own. What is locked stays locked.`,
} as const
