/**
 * What is said in English of credentials, people and settings that are refused: by the window, and by provisioning, which
 * must not load the rest of the catalogue.
 */

export const nothingMoved = 'No money moved.'
export const nothingChanged = 'Nothing was changed.'
const enterHttps = 'Enter an address that starts with https://.'
export const askSupport = 'Ask IT support.'

export const refusals = {
  address_not_allowed: {
    title: 'This address can’t be used',
    why: {
      no_address: {
        meaning: 'It isn’t a web address.',
        next: 'Start with https://, for example https://pay.example.',
      },
      not_https: { meaning: 'It has to start with https://.', next: enterHttps },
      holds_credentials: {
        meaning: 'It must not contain a user name or a password.',
        next: 'Enter it without them.',
      },
      holds_query: { meaning: 'It must not contain “?” or “#”.', next: 'Enter it without them.' },
      plain_http: {
        meaning: 'Only an address of this PC itself may start with http://.',
        next: enterHttps,
      },
      practice_has_its_own: {
        meaning: 'Practice has a payment service of its own.',
        next: 'Leave practice first.',
      },
      connect_first: {
        meaning: 'This till has people set up, but no payment service any more.',
        next: 'Connect it first: that needs a manager.',
      },
      other_service: {
        meaning: (address: string) => `This till is connected to ${address}.`,
        next: 'Enter that address, or leave it empty.',
      },
    },
  },
  address_by_policy: {
    title: 'This address can’t be used',
    meaning: (address: string) => `This PC’s administrator allows ${address} only.`,
    next: 'Enter that address in Settings.',
  },
  test_build_address: {
    title: 'This test build connects to this PC only',
    meaning: nothingChanged,
    next: 'Enter an address of this PC, such as http://127.0.0.1:8086, or use practice.',
  },
  loopback_address: {
    title: 'A payment service on this PC itself isn’t allowed',
    meaning: nothingMoved,
    next: 'Enter the address of the payment service. Only this PC’s administrator can allow one on it, in the policy file.',
  },
  token_not_usable: {
    title: 'This access token can’t be used',
    why: {
      empty: 'It’s empty.',
      unusual_characters: 'It contains a space, a line break or a character that tokens don’t have.',
      too_long: 'It’s longer than a keychain can keep: about 2,100 characters.',
    },
    next: 'Copy the whole token again.',
  },
  person_not_possible: {
    title: 'Not saved',
    why: {
      gone: 'This person is no longer set up.',
      too_many: 'One till can have 30 people.',
      name_taken: 'Somebody else has this name already.',
      last_manager: 'There must be a manager.',
      needs_pin: 'A supervisor or a manager needs a PIN; a cashier needs a PIN or a badge.',
      badge_short: 'A badge’s code has six characters at least, and isn’t the PIN.',
      badge_taken: 'Somebody else has this badge.',
    },
    next: 'Change that, then save again.',
  },
  pin_weak: {
    title: 'This PIN is too easy to guess',
    meaning: 'It wasn’t saved.',
    next: 'Choose more digits or letters: no dates, no 123456, nothing that many people use. A cashier’s has 4 at least, any other 6.',
  },
  people_damaged: {
    title: 'What this PC keeps of people is damaged',
    meaning: 'Your PIN isn’t wrong; this PC can’t read what it keeps. Refunds without an answer stay locked.',
    next: 'Ask IT support to set up a manager anew: in Settings, by the access token in use, or by --provision with --people.',
  },
  people_held: {
    title: 'What this PC keeps of people can’t be read right now',
    meaning: 'Your PIN isn’t wrong; another program is using the file, or this account may not read it.',
    next: 'Try again in a minute. If it still doesn’t work, ask IT support.',
  },
  set_by_policy: { title: 'Set by this PC’s administrator', meaning: nothingChanged, next: askSupport },
  settings_not_saved: {
    title: 'Settings weren’t saved',
    next: 'Try again. If it still doesn’t work, ask IT support.',
  },
}
