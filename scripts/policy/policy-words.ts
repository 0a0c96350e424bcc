import type { PolicyKey } from '../../src/main/policy/policy-fields'

type Words = { readonly title: string; readonly help: string }

/** What an administrator reads of each key of the policy, in the editor of his system. */
export const policyWords: Readonly<Record<PolicyKey, Words>> = {
  allowLoopbackService: {
    title: 'Allow a payment service on this PC',
    help: 'A payment service on this PC itself may be connected. Without it the packaged program takes none.',
  },
  certificateAuthorities: {
    title: 'More certificate authorities',
    help: 'Full path of a PEM file with authorities that are trusted too. On Windows use the PC’s own store instead.',
  },
  pins: {
    title: 'Pinned keys of the payment service',
    help: 'Two SHA-256 hashes of public keys in Base64, one a line: the key in use and a spare.',
  },
  proxy: {
    title: 'Proxy',
    help: 'system: as the system says, which it is without. none: never through a proxy.',
  },
  startWithPc: {
    title: 'Open with the PC',
    help: 'Whether the program opens when somebody signs in and comes back after a crash: no, window or kiosk.',
  },
  serviceAddress: {
    title: 'Address of the payment service',
    help: 'Enforced, no other one can be connected. As a default it is proposed where a till is connected.',
  },
  storeName: { title: 'Name of the till', help: 'On its screen and its slips. 80 characters at most.' },
  storeId: { title: 'Id of the store', help: 'The store_id of its own payments. 64 characters at most.' },
  related: {
    title: 'Related records',
    help: 'Those that are shown under More: store, user, fixed_code and emv_code, one a line.',
  },
  cashier: { title: 'Name of the cashier', help: 'The name that stands on slips. 80 characters at most.' },
  theme: { title: 'Theme', help: 'system, light, dark, contrast or contrast_dark.' },
  paper: { title: 'Paper', help: '80mm or a4.' },
  textSize: { title: 'Text size', help: '100, 115, 130 or 150 percent.' },
  soundVolume: { title: 'Sound volume', help: '0 to 100; 0 is silent.' },
  keepDays: { title: 'Days that saved copies are kept', help: '1 to 365.' },
  keepCopies: { title: 'Number of saved copies', help: '1,000 to 1,000,000.' },
  watchedFolder: {
    title: 'Watched folder',
    help: 'Full path of the folder that lists of codes are put into, or an empty text for none.',
  },
}
