import type { AppState } from '../../shared/contract'
import { unreachable } from '../../shared/result'

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
