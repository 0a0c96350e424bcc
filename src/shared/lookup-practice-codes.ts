import type { PracticeCode } from './practice-code'

/** The practice codes at which a lookup goes another way than usual, related records among it. */
export const lookupPracticeCodes = [
  {
    code: 'PRACTICE-SHOW-404',
    title: 'Lookup: not found',
    whatHappens: 'The lookup is answered "not found".',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-401',
    title: 'Lookup: token not accepted',
    whatHappens: 'The lookup is answered "not signed in" (401).',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-500',
    title: 'Lookup: internal error',
    whatHappens: 'The lookup is answered "Internal Error" (500).',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-SHOW-DOWN',
    title: 'Lookup: line drops',
    whatHappens: 'The connection ends without an answer to the lookup.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-SHOW-HTML',
    title: 'Lookup: a web page instead',
    whatHappens: 'A sign-in page of some network answers the lookup.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-SHOW-OTHER',
    title: 'Lookup: another receipt',
    whatHappens: 'The lookup is answered with the record of another transaction: it is not shown.',
    expectedOutcome: 'lookup fault',
    laterOutcome: null,
    leavesInterface: true,
  },
  {
    code: 'PRACTICE-NO-RELATED',
    title: 'Store and the like refused',
    whatHappens: 'The payment is shown, but its store, user and codes are refused (403).',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: false,
  },
  {
    code: 'PRACTICE-ODD-RELATED',
    title: 'Store and the like in odd shapes',
    whatHappens: 'Its store, user and codes come nested, as a list, as a text and with hundreds of members.',
    expectedOutcome: 'Refunded',
    laterOutcome: null,
    leavesInterface: true,
  },
] as const satisfies readonly PracticeCode[]
