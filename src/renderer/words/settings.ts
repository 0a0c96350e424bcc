import type { AppState, CopyCount } from '../../shared/contract'
import { unreachable } from '../../shared/result'
import type { SetUpStep } from '../../shared/set-up'
import { isolatedText } from '../../shared/shown-text'
import { shellWords } from './app'
import { countOf, countWords, writeMoment } from './locale'

export const settingsWords = {
  title: 'Settings',
  sections: 'Sections',
  forEverybody: 'For everybody',
  forSupervisor: 'This till’s settings',
  lock: {
    locked: 'This till’s settings need a supervisor',
    unlock: 'Unlock',
    unlocked: 'Unlocked for a supervisor',
    lock: 'Lock now',
  },
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  setByPolicy: 'Set by this PC’s administrator',
  till: {
    title: 'This till',
    storeName: 'Store name',
    storeNameHelp: 'Printed on slips, for example “Harbour Road, till 3”.',
    storeId: 'Store ID of this till’s payments',
    storeIdHelp:
      'You’ll find it under More on a receipt of this store. Receipts from other stores are then marked.',
    storeIdOnScreen: 'Take it from the receipt on the counter',
    cashier: 'Cashier',
    cashierHelp: 'Recorded with every refund.',
  },
  look: { title: 'Display and sound', theme: 'Appearance', textSize: 'Text size' },
  printing: { title: 'Printing', paper: 'Paper' },
  themes: {
    system: 'Match system',
    light: 'Light',
    dark: 'Dark',
    contrast: 'High contrast',
    contrast_dark: 'High contrast, dark',
  },
  percent: (size: number) => `${size} %`,
  papers: { '80mm': '80 mm roll', a4: 'A4' },
  service: {
    title: 'Payment service',
    address: 'Address',
    addressHelp: 'Starts with https://',
    token: 'Access token',
    tokenHelp: 'Stored in this PC’s keychain. It can’t be shown again.',
    connect: 'Save address and token',
    anyway: 'Save anyway',
    asking: 'Asking the payment service…',
    connected: 'The payment service is connected',
    forget: 'Remove access token',
    forgetTitle: 'Remove the access token?',
    forgetMeaning:
      'Lookups and refunds stop until a new token is entered. Saved receipts are deleted; the refund record is kept.',
    practice: 'Practice has its own payment service inside Tillside. No real money.',
    now: 'Connected to',
  },
  related: {
    title: 'Related records',
    help: 'Extra details that are loaded under More.',
    group: 'Asked for under More',
  },
  pin: {
    title: 'Supervisor PIN',
    set: 'A PIN is set. Supervisors use it for refunds Tillside can’t confirm itself.',
    notSet: 'No PIN is set. Refunds without an answer stay locked until one is.',
    current: 'Current PIN',
    next: 'New PIN',
    again: 'Repeat new PIN',
    differs: 'The PINs don’t match.',
    saveNew: 'Set PIN',
    change: 'Change PIN',
    saved: 'Supervisor PIN saved',
    tokenInUse: 'Access token in use now',
    tokenHelp: 'The payment service is asked whether it accepts it. The PIN stays as it is.',
    reopen: 'Let the PIN be tried again',
  },
  scanner: {
    title: 'Scanner',
    help: 'Your scanner must end each code with Enter.',
    test: 'Test the scanner',
    scanNow: 'Scan any code now. It won’t be looked up.',
    arrived: 'What arrived',
    keys: 'Keys',
    pace: 'Speed',
    paceValue: (pace: number, widest: number) =>
      `${Math.round(pace)} ms a key, at most ${Math.round(widest)} ms`,
    ending: 'Ending key',
    verdict: 'Result',
    nothing: 'Nothing yet.',
  },
  practice: {
    title: 'Practice',
    help: 'Try everything with a built-in test service. No real money, separate records.',
    enter: 'Start practice',
    leave: 'Leave practice',
    enterMeaning: 'Tillside starts again in practice. Your settings stay.',
    leaveMeaning: 'Tillside starts again with real payments.',
    codes: 'Practice codes',
  },
  about: {
    title: 'About',
    version: 'Tillside',
    electron: 'Electron',
    chrome: 'Chromium',
    node: 'Node',
    platform: 'System',
    profile: 'Profile folder',
    device: 'Device ID',
    saveDiagnostics: 'Save diagnostics…',
    diagnosticsMeaning:
      'For support: versions, settings, the state of this till and its log. No codes, names, amounts or tokens.',
  },
} as const

/** Where the access token is, for a person. */
export function tokenWords(token: AppState['token']): string {
  switch (token) {
    case 'keychain':
      return 'The access token is in this PC’s keychain.'
    case 'session_only':
      return 'The access token is kept for this session only. Refunds are off.'
    case 'none':
      return 'There is no access token.'
    default:
      return unreachable(token)
  }
}

export function endingWords(ending: 'Enter' | 'Tab' | 'none'): string {
  return ending === 'none' ? 'None' : ending
}

/** What the scan listener takes a run of keys for. */
export type RunVerdict = 'scan' | 'no_ending' | 'ending_late' | 'too_short' | 'by_hand'

/** What the scanner test says about a run, and what to do about it. */
export function verdictWords(verdict: RunVerdict): { readonly good: boolean; readonly words: string } {
  switch (verdict) {
    case 'scan':
      return { good: true, words: 'Recognised as a scan.' }
    case 'no_ending':
      return { good: false, words: 'The scanner sent no Enter or Tab. Set it to end with Enter.' }
    case 'ending_late':
      return { good: false, words: 'Enter came too late. Set the scanner to a faster speed.' }
    case 'too_short':
      return { good: false, words: 'Too few keys for a scan.' }
    case 'by_hand':
      return { good: false, words: 'Looks like typing. Set the scanner to a faster speed.' }
    default:
      return unreachable(verdict)
  }
}

const names: Readonly<Record<SetUpStep, string>> = {
  connect: 'Connect',
  name: 'Till name',
  pin: 'Supervisor PIN',
  test_print: 'Test print',
}

/** The first start, step by step, and what of it was left for later. */
export const setUpWords = {
  title: shellWords.setUp,
  steps: 'Steps',
  step: (step: SetUpStep) => names[step],
  done: 'Done',
  later: 'Later',
  laterHelp: 'You can finish this later in Settings.',
  next: 'Next',
  finish: 'Finish',
  nameTitle: 'What is this till called?',
  nameMeaning: 'Shown at the top and on slips.',
  save: 'Save',
  pinTitle: 'Choose a supervisor PIN',
  pinMeaning:
    'A supervisor types it to change this till’s settings, and to settle refunds that Tillside can’t confirm itself. Six digits or letters at least.',
  testTitle: 'Does the printer work?',
  left: 'Finish setting up',
  leftMeaning: 'Still to do:',
} as const

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

export const soundWords = {
  title: 'Sound',
  off: 'Off',
  quiet: 'Quiet',
  medium: 'Medium',
  loud: 'Loud',
} as const

const receipts = (count: number) => countOf(count, 'receipt', 'receipts')
const days = (count: number) => countOf(count, 'day', 'days')

type Limits = { readonly least: number; readonly most: number }

/** The saved copies, how long they are kept, and how they are forgotten. */
export const copiesWords = {
  title: 'Saved receipts',
  help: 'Receipts you look up can be shown again without a network. They’re kept encrypted on this PC.',
  saved: 'Saved now',
  deleting: 'Being deleted',
  notOpen: 'Saved receipts can’t be opened right now.',
  days: 'Keep for (days)',
  count: 'Keep at most (receipts)',
  daysWrong: ({ least, most }: Limits) => `A whole number of days, ${least} to ${most}.`,
  countWrong: ({ least, most }: Limits) =>
    `A whole number of receipts, ${countWords(least)} to ${countWords(most)}.`,
  save: 'Save these limits',
  deleteTitle: (count: number) => `Delete ${receipts(count)}?`,
  deleteNow: (count: number) => `Delete ${receipts(count)}`,
  deleteWhich: (keepDays: number, keepCopies: number) =>
    `They are older than ${days(keepDays)}, or the oldest of more than ${receipts(keepCopies)}.`,
  deleteMeaning:
    'Until they are looked up again, these receipts can’t be shown without a network. The refund record stays.',
  forget: 'Delete all saved receipts',
  forgetTitle: 'Delete all saved receipts?',
  forgetMeaning:
    'Until they are looked up again, receipts can’t be shown without a network. The refund record stays.',
} as const

/** How many there are, and since when. */
export function savedWords({ saved, oldest }: CopyCount): string {
  if (saved === 0 || oldest === null) return 'None'
  return `${receipts(saved)}, the oldest from ${writeMoment(new Date(oldest), { day: 'numeric', month: 'short', year: 'numeric' })}`
}

/** What is left to delete. */
export function deletingWords({ outside }: CopyCount): string {
  return receipts(outside)
}

export const welcomeWords = {
  title: 'Welcome to Tillside',
  intro: 'Scan a receipt, see the payment, refund it safely.',
  practiceTitle: 'Practice',
  practiceMeaning:
    'A payment service inside Tillside, with receipts to scan. Nothing to set up, no real money.',
  practice: 'Practice',
  sheet: 'Practice codes to print',
  connectTitle: 'Connect a payment service',
  connectMeaning: 'You need its address and an access token.',
  connect: 'Connect',
  noKeychain: {
    title: 'This PC’s keychain isn’t working',
    meaning: 'The token can be kept for this session only, and refunds stay off. Practice works.',
    next: 'Ask IT support to repair the keychain.',
  },
  sheetTitle: 'Practice codes',
  sheetPin: (pin: string) => `Supervisor’s PIN in practice: ${pin}`,
  sheetIntro: 'Scan these in practice. Add -2, -3 and so on to a practice code to use it again.',
  receipts: 'Receipts',
  faults: 'Codes that simulate problems',
  outcome: 'Result',
  later: 'later',
  lookupFault: 'No receipt',
  print: 'Print',
  savePdf: 'Save as PDF',
} as const
