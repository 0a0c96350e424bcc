import type { AppState } from '../../shared/contract'
import { unreachable } from '../../shared/result'

export const settingsWords = {
  title: 'Settings',
  save: 'Save',
  till: {
    title: 'This till',
    storeName: 'Store name',
    storeNameHelp: 'Stands on the refund slips of this till, for example “Harbour Road, till 3”.',
    storeId: 'Store ID of this till’s payments',
    storeIdHelp:
      'As it stands under More on a receipt of this store. A payment of another store then says so.',
    storeIdOnScreen: 'Take it from the receipt on the counter',
    cashier: 'Cashier',
    cashierHelp: 'Is written down with each refund.',
    theme: 'Appearance',
    textSize: 'Text size',
    paper: 'Paper',
  },
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
    addressHelp: 'Begins with https://',
    token: 'Access token',
    tokenHelp: 'Goes into this PC’s keychain and can’t be read back.',
    connect: 'Save address and token',
    proof: 'Who says so',
    byPin: 'Supervisor’s PIN',
    byToken: 'Access token in use now',

    forget: 'Forget the access token',
    forgetTitle: 'Forget the access token?',
    forgetMeaning:
      'Lookups and refunds stop until a new one is put in, and the saved copies are deleted. The record of refunds stays.',
    practice: 'Practice has its own payment service inside Tillside. No real money.',
    now: 'In use now',
  },
  related: {
    title: 'Related records',
    help: 'Opening More on a receipt asks the payment service for these, one after the other.',
    group: 'Asked for under More',
  },
  pin: {
    title: 'Supervisor PIN',
    set: 'A PIN is set. With it a supervisor decides refunds that Tillside can’t decide itself.',
    notSet: 'No PIN is set. Undecided refunds stay locked until one is.',
    current: 'PIN now',
    next: 'New PIN',
    again: 'New PIN again',
    differs: 'The two are not the same.',
    saveNew: 'Set the PIN',
    change: 'Change the PIN',
    tokenInUse: 'Access token in use now',
    tokenHelp: 'The payment service is asked whether it accepts it. The PIN stays as it is.',
    reopen: 'Let the PIN be tried again',
  },
  scanner: {
    title: 'Scanner',
    help: 'A scanner is a keyboard that types very fast and ends with Enter.',
    test: 'Test the scanner',
    scanNow: 'Scan any code now. Nothing is looked up while this is open.',
    arrived: 'What arrived',
    keys: 'Keys',
    pace: 'Speed',
    paceValue: (pace: number, widest: number) =>
      `${Math.round(pace)} ms a key, at most ${Math.round(widest)} ms`,
    ending: 'Ending key',
    verdict: 'Verdict',
    nothing: 'Nothing yet.',
  },
  practice: {
    title: 'Practice',
    help: 'Try everything with a payment service inside Tillside. No real money, its own record.',
    enter: 'Go to practice',
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
      return { good: true, words: 'This is taken for a scan.' }
    case 'no_ending':
      return { good: false, words: 'No ending key came. Set the scanner to end with Enter.' }
    case 'ending_late':
      return { good: false, words: 'The ending key came too late. Make the scanner faster.' }
    case 'too_short':
      return { good: false, words: 'Too few keys for a scan.' }
    case 'by_hand':
      return { good: false, words: 'It looks typed by hand. Make the scanner faster.' }
    default:
      return unreachable(verdict)
  }
}
