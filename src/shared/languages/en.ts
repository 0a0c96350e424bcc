/**
 * Every English sentence on screen and on paper, by the place where it is read. A leaf is a text, or a function of values
 * that are formatted already: this file decides nothing, and knows nothing of the program.
 *
 * Glossary: payment (what the customer paid) · receipt (its paper, on screen too) · refund, refund no. · till · cashier,
 * supervisor · access token · keychain · refund record (never "journal") · provider’s portal · IT support. Plain and short,
 * can’t and don’t; “Do not refund” alone is never shortened: it is said to somebody who is about to pay twice.
 */
import { type PluralForms, pluralIn } from '../base/text'
import type { ReasonTexts } from '../people/rules'
import { askSupport, nothingChanged, nothingMoved, refusals } from './english/refusals'

/* @__NO_SIDE_EFFECTS__ */
const many = (forms: PluralForms) => pluralIn('en', forms)

const nothingSent = 'Nothing was sent. No money moved.'
const nothingWritten = 'Nothing was recorded.'
const noRefundNoCash = 'Do not refund on any till and do not pay cash.'
const portalFirst = 'Check the provider’s portal before refunding on another till.'
const newRecord = `${portalFirst} Then a supervisor can start a new record in Settings.`
const checkPrinter = 'Check the printer, or save it as PDF.'
const asCsv = 'Save it as CSV or plain text and load it again.'
const mendLine = 'Correct that line and load the list again.'
const tellNow = 'Tell a supervisor now.'
const nothingToRefund = 'There is nothing to refund.'
const inPortal = 'Refund in the provider’s portal.'
const checkInPortal = 'Check the payment in the provider’s portal.'
const showReceipt = 'Show the customer this receipt.'

/** The usual reasons for a refund, which the service is sent too. */
export const reasons = {
  damaged: 'Damaged item',
  wrong_item: 'Wrong item',
  changed_mind: 'Changed mind',
  charged_twice: 'Charged twice',
  not_received: 'Not received',
  other: 'Other',
} satisfies ReasonTexts

/** The states of a refund, in lists and in the table of refunds. */
const states = {
  sending: 'Sending',
  refunded: 'Refunded',
  not_sent: 'Not sent',
  not_refunded: 'Not refunded',
  unconfirmed: 'Unconfirmed',
  refunded_probably: 'Probably refunded',
  beingChecked: (state: string) => `${state} · being checked`,
}

/** What an alarm says happened, without what to do. */
const happened = {
  more_than_ours: 'More was refunded than this refund.',
  moved_after_refusal: 'The service refused this refund, but later showed a change to the payment.',
  moved_after_decision: 'A supervisor decided “not refunded”, but a sign of a refund appeared later.',
  refunded_after_all: 'Tillside had counted this as not refunded, but the service has shown its refund no.',
  never_reached: 'This was decided as refunded, but the service hasn’t shown the money since.',
  could_not_be_watched: 'Tillside couldn’t finish checking this refund.',
  unexplained_rise: 'More was refunded on this payment than this till knows of.',
  risen_by_another_till: 'Another till refunded on this payment too.',
  records_contradict: 'Two records of this refund say different things.',
}

/** Why the store’s rules ask for a second person. */
const rules = {
  /** In the place of a refund no. that is not known. */
  unknownMarker: 'number unknown',
  amount: 'It is more than one refund may be in this currency.',
  cashier_sum: 'It takes this cashier’s refunds of the day above their limit.',
  cashier_count: 'This cashier has made many refunds within the hour.',
  till_sum: 'It takes this till’s refunds of the day above their limit.',
  age: 'The payment is too old, or has no date.',
  typed: 'The code was typed, not scanned.',
  second_refund: 'Some of this payment was refunded before.',
  other_store: 'The payment was taken by another store.',
  other_reason: 'The reason isn’t on the store’s list.',
  unknown_status: 'Tillside doesn’t know the payment’s status.',
  after_not_refunded: (marker: string) =>
    `An earlier refund of this payment, ${marker}, was decided as not refunded less than a day ago: check the provider’s portal first.`,
  record_unread: 'Part of the refund record couldn’t be read, so its sums can’t be counted.',
  rules_unread: 'The store’s rules couldn’t be read, so each refund takes a second person.',
}

/** What is said outside the page: dialogs, exports, and the screens without a counter. */
export const system = {
  /** The title of the window while a refund is still being sent. */
  closing: 'Finishing a refund, then closing · Tillside',
  /** The screen after too many crashes. */
  stopped: {
    title: 'Tillside stopped',
    paragraphs: [
      'Its window crashed three times within five minutes.',
      'Refunds that were sent are in this till’s record. Don’t send any of them again.',
    ],
    next: 'To open the counter again, press F5. If it stops again, call IT support.',
  },
  /** The screen where the program behind the window could not be put together. */
  notStarted: {
    title: 'Tillside couldn’t start',
    reasons: {
      part_missing:
        'A part of the program is missing or can’t be loaded. A virus scanner or a rule of this PC may have taken it away.',
      disk_full: 'The disk of this PC is full.',
      no_access: 'This account may not write to Tillside’s own folder.',
      unknown: 'Something went wrong that Tillside doesn’t know.',
    },
    refunds:
      'Nothing can be looked up or refunded. Refunds that were sent are in this till’s record. Don’t send any of them again.',
    next: (reference: string) =>
      `Close Tillside and open it again. If this comes back, call IT support and name ${reference}, which is in the log.`,
  },
  /** Headings of the refunds as a table. */
  refunds: {
    time: 'Time',
    marker: 'Refund no.',
    state: 'State',
    amount: 'Amount',
    currency: 'Currency',
    paid: 'Paid',
    refundedBefore: 'Refunded before',
    transactionId: 'Transaction ID',
    id: 'Internal ID',
    reasonCode: 'Reason code',
    reason: 'Reason',
    typed: 'Typed',
    cashier: 'Cashier',
    allowedBy: 'Second person',
    allowedRules: 'For the rules',
    message: 'Message of the service',
    alarms: 'Alarms',
    decidedBy: 'Decided by',
    saw: 'What was seen',
    why: 'Why',
    store: 'Store',
    till: 'Till',
    service: 'Service',
    practice: 'Practice',
  },
  yes: 'yes',
  reasons,
  states,
  alarms: happened,
  rules,
}

/** What the window says. */
export const sentences = {
  /** How sentences are put together. */
  grammar: {
    fullStop: '.',
    betweenSentences: ' ',
    comma: ', ',
    colon: ': ',
    andMore: (listed: string, count: string) => `${listed} and ${count} more`,
    errorNumber: (own: string, http: string) => `${own}, in an answer of HTTP ${http}`,
    inBrackets: (text: string) => ` (${text})`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },

  service: {
    noReason: 'The service gave no reason',
    says: (text: string) => `The service says: ${text}`,
    noReasonInSentence: 'the service gave no reason.',
    /** Why it could not be reached, for the middle of a sentence. */
    notReached: {
      name_lookup: 'its address wasn’t found',
      refused: 'it can’t be reached',
      unreachable: 'there is no network to it',
      timeout: 'it took too long to connect',
      certificate: 'its certificate can’t be trusted',
      handshake: 'the secure connection failed',
      pin: 'its certificate isn’t one that this PC’s policy allows',
      proxy: 'this PC’s proxy won’t let Tillside through',
      proxy_sign_in: 'this PC’s proxy asks for a user name and password',
      aborted: 'the connection attempt was stopped',
    },
    /** How the answer was lost, for the middle of a sentence. */
    lost: {
      timeout: 'no answer came in time',
      reset: 'the connection was lost',
      closed: 'the connection closed before an answer',
      truncated: 'the answer was cut off',
      too_large: 'the answer was too long',
      malformed: 'the answer couldn’t be understood',
    },
  },

  /** What a key does, in the window's foot. */
  keys: {
    scanKey: 'Scan',
    scan: 'look up',
    nextScan: 'next receipt',
    enter: 'look up typed code',
    refund: 'refund',
    look: 'check again',
    again: 'try again',
    print: 'print',
    reason: 'reason',
    reasonInAmount: 'reason, while typing',
    part: 'another amount',
    amountDone: 'amount done',
    confirm: 'confirm',
    back: 'back',
    next: 'next customer',
    search: 'search receipts',
    choose: 'choose',
    open: 'open',
    all: 'all keys',
    lock: 'lock',
    larger: 'larger, smaller',
    usual: 'size as in Settings',
    /** In the keys' place while none works. */
    none: 'Sending a refund, please wait.',
  },
  keysDialog: {
    title: 'Keys',
    single: 'Single keys work when you’re not typing; / and ? also work in the empty scan field.',
    haste: (key: string) =>
      `${key} counts only when no other key came just before it: a scanner may send it too.`,
    groups: {
      everywhere: 'Everywhere',
      receipt: 'With a receipt',
      refund: 'In a refund',
      outcome: 'After a refund',
      list: 'In a list',
    },
    scanAnywhere: 'You can scan at any time. A scan never presses a button or changes what you typed.',
  },

  shell: {
    brand: 'Tillside',
    counter: 'Counter',
    activity: 'Activity',
    search: 'Search',
    settings: 'Settings',
    setUp: 'Set up this till',
    practice: 'Practice',
    practiceBand: 'Practice · no real money',
    foreign: 'Other records',
    foreignBand: 'These aren’t this till’s own records',
    places: 'Places',
    attention: many({ one: '# needs a supervisor', other: '# need a supervisor' }),
    connection: 'Connection',
    since: (time: string) => `since ${time}`,
    close: 'Close',
    cancel: 'Cancel',
    dismiss: 'Close this message',
    news: 'News',
    failedTitle: 'Tillside couldn’t start',
    testPackage: 'Test package, open to debuggers',
    testBuild: 'Test build of Electron',
    connections: { online: 'Online', offline: 'Offline', unknown: 'Not checked yet' },
  },

  idle: {
    title: 'Today on this till',
    attention: 'Needs attention',
    more: many({ other: '# more in Activity' }),
    refunded: 'Refunded today',
    none: 'No refunds yet today.',
    times: many({ one: '# refund', other: '# refunds' }),
    unsettled: many({ one: '# more is still being checked.', other: '# more are still being checked.' }),
    practice: 'Codes to try',
    practiceHelp: 'Press one. Settings has more, under Practice.',
    tryOrdinary: 'An ordinary payment',
    tryPart: 'Partly refunded already',
    tryLost: 'The answer to the refund gets lost',
  },

  notices: {
    scan_refused: 'Scan ignored. See how the refund ends, then scan again.',
    scan_refused_dialog: 'Scan ignored. Finish this form first, or press Esc.',
    scan_late: 'Scan not taken: its Enter came too late. Scan again.',
    test_slip_read: 'The test slip’s barcode was read: printer and scanner work together.',
    unasked_refund: 'No refund now: the payment service must be asked first.',
    pin_even: 'Typed or scanned? Tillside couldn’t tell. Press Enter once more if you typed the PIN.',
    confirm_hasty: (key: string) => `Not confirmed: another key came just before. Press ${key} once more.`,
    copied: (text: string) => `Copied ${text}`,
    saved: (path: string) => `Saved as ${path}`,
    printed: 'Sent to the printer',
    settings_saved: 'Saved',
    not_allowed: 'Nothing was changed: it takes somebody else to allow this',
    sign_in_first: 'Sign in first, then scan.',
    lookup_waits: 'Another program on this PC asked for a receipt. Sign in within a minute to see it.',
    lookup_requested: 'Another program on this PC asked for this receipt',
    token_forgotten: 'Access token removed',
    copies_forgotten: 'Saved receipts deleted',
    list_taken: (codes: string, name: string) =>
      `${codes} loaded from “${name}”. Saving their receipts in the background.`,
    not_a_list: {
      folder: 'That’s a folder. Drop one file.',
      several: 'Those are several files. Drop one list at a time.',
      picture: 'That’s a picture. Drop a list of codes: a CSV or text file.',
    },
    decided: 'Decision saved',
    acknowledged: 'Recorded that the alarm was seen',
    released: 'The payment is open for refunds again',
    lower_accepted: 'The lower amount is accepted',
    wrongPins: many({ one: '# wrong PIN', other: '# wrong PINs' }),
    wrongPinsSince: (pins: string, name: string, since: string) =>
      `${pins} for ${name} since ${since}, before the right one. It’s in the record.`,
  },

  news: {
    open: 'Open',
    print: 'Print slip',
    receipt: (code: string) => `Receipt ${code}`,
    refunded: (receipt: string, money: string) => `${receipt}: the ${money} refund went through.`,
    not_sent: (receipt: string, money: string) =>
      `${receipt}: the ${money} refund wasn’t sent after all. You can try again.`,
    not_refunded: (receipt: string, money: string) =>
      `${receipt}: the ${money} refund didn’t go through. You can try again.`,
    refunded_probably: (receipt: string, money: string) =>
      `${receipt}: the ${money} refund probably went through. A supervisor must confirm it.`,
    unconfirmed: (receipt: string, money: string) =>
      `${receipt}: we no longer know whether the ${money} refund went through. Do not refund it again.`,
    incomplete: 'An earlier refund record may be incomplete. Tell a supervisor.',
  },

  /** What is read where Tillside failed to draw something. */
  failed: {
    title: 'This can’t be shown',
    meaning: 'Tillside made a mistake in showing this. The mistake itself moved no money.',
    next: {
      inFlight: 'Wait: a refund is being sent.',
      again: 'You can go on scanning, or try again to show it.',
    },
    /** Never "Try again" alone: beside a refund that would read as trying the refund again. */
    again: 'Try again to show it',
    reload: 'Load the window again',
    toCounter: 'Back to the counter',
    reference: (reference: string) => `In the log under ${reference}`,
    unreadable: 'A refund',
    sending:
      'Do not refund it again. Please wait and don’t turn this PC off: what came of it will be shown here.',
    mayHaveMoved: noRefundNoCash,
    nothingMoved: 'No money moved. You can try again.',
  },

  scan: {
    matches: {
      automatic: 'Any',
      transaction_id: 'Transaction ID',
      custom_id: 'Custom ID',
      internal_id: 'Internal ID',
    },
    field: 'Scan or type a code',
    fieldFor: (kind: string) => `${kind} only`,
    match: 'Code type',
    recent: 'Recent on this till',
    noRecent: 'Receipts you scan appear here.',
    drawer: 'Recent and code type',
    looking: 'Looking up',
    ready: 'Ready to scan',
    readyHint: 'Scan the code on the receipt. No need to click first.',
    missed: 'No receipt',
  },

  search: {
    field: 'Search saved receipts',
    clear: 'Clear the search',
    fieldHelp:
      'Any part of a code, an amount, a day (20/11, today), a gateway or a status. Add words to narrow the list.',
    today: 'today',
    yesterday: 'yesterday',
    found: many({ one: '# receipt found', other: '# receipts found' }),
    all: 'Everything, newest payment first',
    saved: many({ one: '# receipt saved', other: '# receipts saved' }),
    oldest: (day: string) => `the oldest from ${day}`,
    nothing: 'No saved receipt matches.',
    nothingNext: 'Try fewer characters, or scan the code to ask the service.',
    empty: 'No receipt is saved on this till yet.',
    emptyNext: 'Receipts you look up are saved automatically and can be found here without a network.',
    noKeychain: 'Without this PC’s keychain no receipts are saved on this till.',
    savedAt: (moment: string) => `Saved ${moment}`,
    ofItRefunded: (amount: string) => `${amount} refunded`,
    firstOnly: (count: string) => `The newest ${count} are listed. Type more to find older ones.`,
    preparing: (percent: number) => `Getting saved receipts ready: ${percent} %`,
    preparingNext: 'This happens once and may take half a minute. You can keep scanning.',
  },

  /** What a screen reader says. */
  announced: {
    doNotRefund: 'Do not refund: an earlier refund has no answer yet.',
    refundable: (money: string) => `${money} is refundable.`,
    notSent: (money: string) => `Refund of ${money} not sent.`,
    listsDone: (saved: string, missed: string) =>
      `Offline receipts ready: ${saved} saved, ${missed} not found.`,
  },

  lock: {
    title: 'No refund now',
    announced: 'This payment is locked.',
    which: (refund: string) => `An earlier refund still has no answer: ${refund}.`,
    refused: (refund: string) =>
      `The service showed a change to this payment after it refused an earlier refund: ${refund}.`,
    checking: 'Tillside keeps checking and will tell you.',
    supervisor: 'A supervisor needs to record what happened.',
    unreadSome: 'An earlier refund of this payment',
    unreadNamed: (marker: string) => `${marker}, an earlier refund of this payment,`,
    unread: (which: string) =>
      `${which} is in a record that can’t be read any more. Nobody knows how it ended.`,
    returned: (money: string, since: string) =>
      `The service shows ${money} as refunded again, since ${since}. A supervisor had accepted that it was gone.`,
    doNotRefund: 'Do not refund it on any till and do not pay cash.',
    release: 'A supervisor has checked it',
  },
  /** What a supervisor writes down, whatever it is about. */
  statement: {
    saw: 'What the portal shows',
    why: 'Reason',
    note: 'What you found',
    examples: {
      saw: 'For example: “Portal 10:40, refund of 20.25 listed”',
      why: undefined,
      note: 'For example: “Portal 10:40, two refunds, both known”',
    },
  },
  release: {
    title: 'Open this payment for refunds?',
    intro:
      'Check the provider’s portal first: which refunds does it list for this payment? Nothing is sent; this only records what you found.',
    submit: 'Open it',
  },
  stale: {
    title: 'No refund now: the service contradicts itself',
    announced: 'The service contradicts itself about this payment.',
    lower: 'It says that less was refunded than it said before.',
    since: (moment: string) => `It has said so since ${moment}.`,
    nextNow: 'The service is being asked again now.',
    next: (wait: string) => `The service is asked again in ${wait}.`,
    missing: (markers: string) => `This till’s own refunds would then be missing: ${markers}.`,
    accept: 'Accept the lower amount',
    when: {
      now: 'If the provider’s portal says so too, a supervisor can accept the lower amount.',
      minutes: 'Please wait: this often clears. After 10 minutes a supervisor can accept the lower amount.',
      hour: 'Refunds of this till are among what is missing. A supervisor can accept the lower amount when the service has said so for an hour.',
      attempt: 'A refund of this payment isn’t settled. Until it is, nobody can accept the lower amount.',
    },
  },
  acceptDialog: {
    title: (money: string) => `Accept that only ${money} was refunded?`,
    intro:
      'Check the provider’s portal first. From then on Tillside goes by the lower amount, and the difference can be refunded again. Nothing is sent.',
  },
  people: {
    title: 'People',
    name: 'Name',
    pin: 'PIN',
    badge: 'Badge',
    checking: 'Checking…',
    roles: { cashier: 'Cashier', supervisor: 'Supervisor', manager: 'Manager' },
    roleHelp: {
      cashier: 'Looks up receipts and refunds them.',
      supervisor: 'Also settles refunds that Tillside can’t confirm itself.',
      manager: 'Also changes this till’s settings and its people.',
    },
    role: 'Role',
    signIn: 'Sign in',
    signInTitle: 'Who is at the till?',
    lockedBy: (name: string) => `Locked. ${name} was signed in.`,
    lock: 'Lock',
    scanBadge: 'Scan your badge.',
    orBadge: 'Or scan a badge.',
    badgeScanned: 'Badge scanned',
    badgeHelp: 'To give a badge, scan it now. Six characters at least.',
    takeBadge: 'Take the badge away',
    needed: { cashier: 'Sign in first', supervisor: 'Supervisor needed', manager: 'Manager needed' },
    askPerson:
      'Choose your name and enter your PIN, scan your badge, or type the access token that this till uses now.',
    askToken:
      'Nobody can show who they are with a PIN yet, or any more. Type the access token that this till uses now, or, if the payment service no longer accepts that one, the new one.',
    showBy: 'Confirm with',
    byPerson: 'Name and PIN',
    byToken: 'Access token instead',
    tokenHelp: 'It changes nobody’s PIN: IT support sets a new one for a manager who forgot it.',
    unlock: 'Unlock',
    nobody: 'Nobody is set up: everybody may refund. Set up a manager first.',
    open: 'Everybody may look up and refund. Add a cashier, and everybody has to sign in.',
    staffed: 'Everybody signs in before they use this till.',
    add: 'Add a person',
    change: 'Change',
    changeOf: (name: string) => `Change ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeMeaning: 'They can’t sign in any more. What they did stays in the record.',
    removeLastCashier: 'No cashier is left then: nobody signs in, and everybody may refund.',
    newPin: 'New PIN',
    again: 'Repeat the PIN',
    differs: 'The PINs don’t match.',
    pinHelp: 'Six digits or letters at least.',
    pinHelpCashier: 'Four digits or letters at least.',
    stopped: 'PIN stopped: set a new one',
    lockAfter: 'Lock when nobody uses it for',
    minutes: many({ one: '# minute', other: '# minutes' }),
    lockAfterRefund: 'Lock after each refund',
  },

  related: { store: 'Store', user: 'User', fixed_code: 'Fixed code', emv_code: 'EMV code' },
  more: {
    asking: 'Asking…',
    none: 'None',
    notAvailable: 'Not available',
    cut: 'There is more than is shown here.',
    value: 'Value',
    notKept: 'Not kept in saved receipts',
    /** The key of PIN encryption, which does not even reach this window. */
    notShown: 'Present, not shown',
    showPrivate: 'Show who paid',
    oddities: 'What isn’t as documented',
    storeCopy: 'Store copy',
    savePdf: 'Save all as PDF',
    printed: (at: string) => `Printed ${at}`,
    printedIn: (at: string, place: string) => `Printed ${at} at ${place}`,
  },

  receipt: {
    article: 'Receipt',
    till: 'Till',
    device: 'Device ID',
    code: 'Code',
    refundable: 'Refundable',
    savedCopy: 'Saved copy',
    changedWord: 'Changed',
    changed: (was: string) => `was ${was}`,
    more: 'More',
    remark: 'Remark',
    payment: 'Payment',
    toStore: 'returned to the store',
    serviceTime: 'service time',
    /** Across the sheet of a payment that must not be refunded now. */
    locked: 'Do not refund',
    panel: 'This payment',
    print: 'Print',
    savePdf: 'Save as PDF',
    look: 'Check again',
    copy: (name: string) => `Copy ${name}`,
    barcode: (code: string) => `Barcode of ${code}`,
    qr: (name: string) => `QR code: ${name}`,
    notInCode: 'This can’t be drawn as a barcode.',
    states: {
      paid: 'Paid',
      partly_refunded: 'Partly refunded',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
      failed: 'Failed',
      precreated: 'Not paid yet',
    },
    noStatus: 'No status',
    statusNamed: (status: string) => `Status “${status}”`,
    refundsTitle: 'Refunds on this payment, from this till',
    details: { cancellation: 'Cancellation', refund: 'Refund', fail: 'Failure' },
    noAmount: 'No amount',
    amountUnreadable: (text: string, currency: string) => `Amount unreadable: “${text}” ${currency}`,
    noGateway: 'No gateway',
    gateway: (code: string) => `Gateway ${code}`,
    tooLong: (names: string) => `Longer than the service promises: ${names}.`,
    odd: (names: string) => `Not in the form that the service promises: ${names}.`,
    links: {
      title: 'Links',
      notWeb: 'Not a web address',
      copy: (name: string) => `the link: ${name}`,
      unnamed: 'Link',
      checkout: 'Checkout',
      qrcode: 'QR code',
      checkout_wap: 'Checkout on a phone',
      checkout_code: 'Checkout code',
      qrcode_wap: 'QR code on a phone',
    },
    store: (id: string) => `Store ${id}`,
    atOtherStore: (store: string) => `Taken at another store: ${store}`,
    ownStore: 'Was this paid at this till’s store?',
    yes: 'Yes',
    no: 'No',
  },

  /** The documented fields of a payment, in the interface's order. */
  fields: {
    id: 'Internal ID',
    user_id: 'User ID',
    company_id: 'Company ID',
    store_id: 'Store ID',
    gateway_id: 'Gateway number',
    gateway_sub_id: 'Gateway subtype',
    gateway_sub_name: 'Gateway subtype name',
    gateway_code: 'Gateway code',
    barcode_id: 'Barcode ID',
    payment_link_id: 'Payment link',
    status: 'Status',
    amount: 'Amount',
    currency: 'Currency',
    charge: 'Fee',
    refunded: 'Refunded so far',
    refund_charge: 'Refund fee',
    net: 'Net',
    tips: 'Tips',
    forex: 'Exchange rate',
    paid_at: 'Paid on',
    can_settle_after: 'Can settle after',
    is_balance_settled: 'Balance settled',
    settled_at: 'Settled',
    transaction_id: 'Transaction ID',
    reference_id: 'Reference',
    payer: 'Payer',
    buyer_id: 'Buyer',
    wallet_type: 'Wallet type',
    extra_parameters: 'Extra parameters',
    custom_id: 'Custom ID',
    fixed_id: 'Fixed code ID',
    refunded_at: 'Refunded on',
    created_at: 'Created',
    updated_at: 'Last change',
    expired_at: 'Expires',
    pin_key: 'PIN key',
  },

  /** Our own names for the gateways of the interface, where the service names none. */
  gateways: {
    '1_1': 'Wallet A',
    '4_1': 'Wallet A online',
    '4_2': 'Wallet A online, PC to mobile',
    '4_3': 'Wallet A in app',
    '7_1': 'Card scheme 1',
    '7_2': 'Card scheme 2',
    '8_1': 'Wallet B',
    '8_2': 'Wallet B online',
    '8_3': 'Wallet B in app',
    '9_5': 'Card network online',
    '9_6': 'Card network QR',
    '10_1': 'Card network, store code',
    '10_2': 'Card network, customer code',
    '11_1': 'EFTPOS',
    '11_2': 'EFTPOS v2',
    '12_1': 'Card scheme 1 online',
    '12_2': 'Card scheme 2 online',
    '12_3': 'Mobile wallet C',
    '12_4': 'Mobile wallet D',
    '13_1': 'Faster payment online',
    '13_2': 'Faster payment',
  },

  /** What to do about a refusal whose message says why. */
  advice: {
    too_old: 'The payment is too old to be refunded there. A manager knows how to pay it back.',
    not_enough_funds: 'There isn’t enough unsettled money for it yet. Try again after more sales.',
    still_processing: 'The payment is still being processed. Try again later.',
    already_refunded: 'The service says it was refunded already. Look the receipt up again first.',
  },

  rules,

  refund: {
    title: 'Refund',
    scope: 'How much',
    full: 'Full refund',
    part: 'Part refund',
    otherReason: 'Other reason',
    confirm: (money: string) => `Refund ${money}`,
    /** What was typed as the amount may hold a digit that was meant as a reason. */
    askAmount: (money: string, key: string) => `Refund ${money}? Press ${key} again to send it.`,
    keypad: 'Keypad',
    erase: 'Erase',
    point: 'Point',
    back: 'Back',
    stays: (money: string) => `Leaves ${money}.`,
    everything: 'Full remaining amount',
    strands: (money: string) => `This leaves ${money}, too little to refund later.`,
    wholeOnly: 'Less than 0.10 was paid: it can only be refunded in full.',
    openActivity: 'Open Activity',
    changedMeanwhile: {
      title: 'Can’t refund right now',
      meaning: 'Something changed while this form was open.',
      next: 'Go back to see what changed.',
    },
    charge: 'The money goes back the way it was paid.',
    amountEmpty: (rest: string) => `Enter an amount up to ${rest}.`,
    amountUnreadable: 'Use digits and a decimal point, like 12.50.',
    commaUnclear: 'Use a point for decimals: 12.50, not 12,50. No comma in 1200.',
    amountTooLarge: (rest: string) => `Up to ${rest}.`,
    noDecimals: (currency: string) => `No decimals in ${currency}.`,
    amountProblems: {
      too_small: 'At least 0.10 can be refunded.',
      whole_only: 'This payment is too small to refund in part.',
    },
    chooseReason: 'Choose a reason.',
    typeReason: 'Type the reason.',
    nobodyElse: 'Nobody else at this till may say yes. A manager sets people up in Settings.',
    sayNo: 'Say no',
    saidNo: 'The no is recorded. Nothing was sent.',
    confirmAbove: 'Please confirm above.',
    /** While the service is asked about a saved copy. */
    asking: {
      checking: 'Checking with the service…',
      opening: 'Refund opens as soon as the record is checked.',
      slow: {
        title: 'The service is slow to answer',
        meaning: 'This is a saved receipt. It may be out of date.',
        next: 'Refund opens as soon as the service answers.',
      },
    },
    copyOffline: {
      title: 'Offline: this is a saved receipt',
      meaning: 'It may be out of date.',
      next: 'You can refund as soon as the till is online again; this receipt updates automatically.',
    },
    copyBlock: {
      title: 'This is a saved receipt',
      meaning: 'It may be out of date. The service gave no usable answer.',
      next: 'Press Check again.',
    },
    offline: {
      title: 'The till is offline',
      meaning: `Refunds aren’t possible while offline. ${nothingMoved}`,
      next: 'You can refund as soon as the till is online again.',
    },
    /** What the cashier confirms once more. */
    confirmStatus: 'I have checked: this payment may be refunded',
    confirmRest: 'I have checked: the rest may be refunded',
    statusNone: 'The service gives this payment no status.',
    statusUnknown: (status: string) =>
      `The service calls this payment “${status}”. Tillside doesn’t know that word.`,
    statusRefunded: 'The service calls this payment “refunded”, but part of it is left.',
    inDoubt: {
      title: 'This till may have a refund in doubt',
      meaning: 'It can’t tell now whether this payment was refunded here.',
    },
  },

  /** Why a payment cannot be refunded. */
  blocks: {
    no_id: { title: 'This payment has no ID', meaning: 'It can’t be refunded from here.', next: inPortal },
    no_currency: {
      title: 'This payment has no currency',
      meaning: 'It can’t be refunded from here.',
      next: inPortal,
    },
    too_long: {
      title: 'This payment can’t be read for sure',
      meaning: 'Its ID, an amount, the currency or the status is longer than the service promises.',
      next: inPortal,
    },
    amount_unreadable: {
      title: 'The amount can’t be read',
      meaning: 'We don’t know how much was paid.',
      next: checkInPortal,
    },
    refunded_unreadable: {
      title: 'The amount refunded so far can’t be read',
      meaning: 'We don’t know how much is left.',
      next: checkInPortal,
    },
    contradiction: {
      title: 'The refund figures don’t add up',
      meaning: 'The service’s figures for this payment contradict each other.',
      next: checkInPortal,
    },
    wholly_refunded: {
      title: 'Already refunded in full',
      meaning: 'The service says the full amount has been refunded.',
      next: showReceipt,
    },
    cancelled: { title: 'This payment was cancelled', meaning: nothingToRefund, next: showReceipt },
    failed: { title: 'This payment failed', meaning: nothingToRefund, next: showReceipt },
    precreated: {
      title: 'This payment isn’t paid yet',
      meaning: nothingToRefund,
      next: 'Check again after the customer has paid.',
    },
    nothing_paid: {
      title: 'The amount paid is zero',
      meaning: nothingToRefund,
      next: 'Scan the next receipt.',
    },
    rest_too_small: {
      title: 'Too little left to refund',
      meaning: 'Less than 0.10 is left, and that is the smallest refund.',
      next: 'Refund the rest in the provider’s portal.',
    },
    whollyRefundedOddly: (status: string) =>
      `The service says the full amount has been refunded. It gives this payment ${status}.`,
    noStatus: 'no status',
    statusUnknown: (status: string) => `the status “${status}”, which Tillside doesn’t know`,
    oddNext: checkInPortal,
  },

  /** Why refunds are off on this till; each reason has another word and another way on. */
  off: {
    journal_opening: {
      title: 'Refunds will be available in a moment',
      meaning: 'Tillside is checking its refund record, as at every start.',
      next: 'Wait a moment. You can look up receipts in the meantime.',
    },
    no_keychain: {
      title: 'Refunds are off: this PC’s keychain isn’t working',
      meaning: 'Without it Tillside can’t protect its refund record. You can still look up receipts.',
      next: `Unlock the keychain, or ask IT support to repair it. Refunds are available again when it answers. ${portalFirst}`,
    },
    keychain_emptied: {
      title: 'Refunds are off: this PC’s keychain has lost what belongs to the refund record',
      meaning: 'The record is still on this disk, but it can’t be trusted or opened without that.',
      next: newRecord,
    },
    journal_missing: {
      title: 'Refunds are off: the refund record is gone',
      meaning:
        'This till had one, and it isn’t on this disk any more. Without it a refund could be sent twice.',
      next: newRecord,
    },
    journal_damaged: {
      title: 'Refunds are off: the refund record is damaged',
      meaning: 'The damaged file was kept. Without a record the same refund could be sent twice.',
      next: newRecord,
    },
    journal_rolled_back: {
      title: 'Refunds are off: the refund record is an older copy',
      meaning: 'Refunds may be missing from it. Without them a refund could be sent twice.',
      next: newRecord,
    },
    journal_wrong_key: {
      title: 'Refunds are off: the refund record can’t be opened',
      meaning: 'The key in this account’s keychain is another one.',
      next: `Sign in to this PC with the usual account, or ask IT support. ${newRecord}`,
    },
    journal_other_version: {
      title: 'Refunds are off: another version of Tillside wrote the refund record',
      meaning: 'This version can’t read it. Nothing is wrong with the record.',
      next: 'Start that version of Tillside, or ask IT support to install it.',
    },
    journal_unwritable: {
      title: 'Refunds are off: the refund record can’t be read or written',
      meaning: 'A refund that isn’t recorded first is never sent.',
      next: `Ask IT support: the disk may be full, or this account may not use Tillside’s files. ${portalFirst}`,
    },
    policy_wrong: {
      title: 'Refunds are off: this PC’s policy file isn’t valid',
      meaning:
        'It says what this till may do, and it can’t be followed as it is. You can still look up receipts.',
      next: 'Ask IT support to put it right and to start Tillside again. Settings says what is wrong.',
    },
    moved: {
      title: 'Refunds are off: this till’s folder was moved or copied',
      meaning: (from: string) =>
        `It came from ${from}. Its keychain entries belong there and aren’t used here.`,
      next: `Ask IT support to move it back, or to set this till up anew here. ${portalFirst}`,
    },
  },

  /** Every expected failure in three sentences: what happened, what it means for the money, what to do next. */
  faults: {
    print_failed: {
      title: 'Not printed',
      why: {
        no_printer: { meaning: 'No printer is set up on this PC.', next: 'Save as PDF, or ask IT.' },
        printer: { meaning: 'The printer can’t be used right now, or didn’t take it.', next: checkPrinter },
        not_laid_out: {
          meaning: 'It couldn’t be laid out for paper.',
          next: 'Try again, or call IT support.',
        },
        unknown: {
          meaning: 'This PC’s printing gave a reason that Tillside doesn’t know. It’s in the log.',
          next: checkPrinter,
        },
      },
    },
    file_not_written: { title: 'File not saved', next: 'Choose another folder.' },
    export_not_read: {
      title: 'File not saved',
      meaning: 'Part of these refunds can’t be read now.',
      next: 'Choose another period, then this one again.',
    },
    own_folder_chosen: {
      title: 'File not saved',
      meaning: 'That folder holds Tillside’s own files.',
      next: 'Choose another folder.',
    },
    copies_not_deleted: {
      title: 'Saved receipts weren’t deleted',
      meaning: 'This PC’s disk wouldn’t delete them. They stay encrypted.',
      next: 'Start Tillside again and try once more.',
    },
    list_not_taken: {
      title: (name: string) => `“${name}” wasn’t loaded`,
      titleAtLine: (name: string, line: string) => `“${name}” wasn’t loaded: line ${line}`,
      why: {
        no_text: { meaning: 'This isn’t a text file.', next: asCsv },
        too_large: {
          meaning: 'It has more than a list may have, or more codes than this till keeps receipts.',
          next: 'Load it in parts.',
        },
        no_code: {
          meaning:
            'It can’t be read as a code: it is too long, has an invisible character, or a quotation mark isn’t closed.',
          next: mendLine,
        },
        no_codes: { meaning: 'There’s no code in it.', next: 'Check that it is the right file.' },
        letter_unclear: {
          meaning: 'A letter in a code could be read in two ways.',
          next: 'Save it as UTF-8 and load it again.',
        },
        not_readable: {
          meaning: 'It can’t be read right now.',
          next: 'Check that it’s there, that no other program is using it, and the network drive. Then try again.',
        },
        not_kept: {
          meaning:
            'Its codes can’t be kept without a payment service, a working keychain and room on the disk.',
          next: 'See Settings, Payment service. Then load the list again.',
        },
      },
    },
    code_empty: {
      title: 'No code entered',
      meaning: 'Nothing was looked up.',
      next: 'Scan again or type the code.',
    },
    code_too_long: {
      title: 'This code is too long',
      meaning: (longest: string) => `Codes of this type have at most ${longest} characters.`,
      next: 'Scan again, or try another code type.',
    },
    lookup_superseded: {
      title: 'A newer scan replaced this one',
      meaning: 'Its answer isn’t shown.',
      next: 'Scan again.',
    },
    not_connected: {
      title: 'Can’t reach the payment service',
      nextSupport: askSupport,
      nextCertificate:
        'Check the network and this PC’s date and time. If it keeps happening, ask IT support.',
      next: 'Check the network, then try again.',
    },
    no_answer: {
      title: 'The payment service didn’t answer',
      meaning: (why: string) => `${why} Looking up a receipt never moves money.`,
      next: 'Try again.',
    },
    service_error: {
      titleOwn: (number: string) => `The payment service has a problem (${number})`,
      title: 'The payment service had a problem',
      silentOwn: 'No refund was sent.',
      meaningOwn: (text: string) => `It answered “${text}”. No refund was sent.`,
      silent: (number: string) => `It gave no reason (${number}).`,
      meaning: (text: string, number: string) => `It answered “${text}” (${number}).`,
      next500: 'Try again in a minute, or try another code type.',
      nextOwn: 'Try again in a minute.',
      nextToken: 'Try again, or check the access token in Settings.',
      next: 'Try again, or try another code type.',
    },
    token_not_accepted: {
      title: 'This till is no longer signed in to the payment service',
      next: 'Ask a manager to enter a new access token in Settings.',
    },
    not_found: {
      title: 'No payment has this code',
      next: 'Check the code and scan again.',
    },
    strange_answer: {
      title: 'The answer can’t be read',
      meaning: (http: string) => `The service sent something that isn’t a payment (HTTP ${http}).`,
      next: 'Try again. If it keeps happening, check the address in Settings.',
    },
    other_record: {
      title: 'The service sent another payment',
      meaning: (code: string) => `The answer was for another payment than ${code}, so it isn’t shown.`,
      next: 'Try again, or try another code type.',
    },
    screen_outdated: { title: 'This screen is out of date', meaning: nothingSent, next: 'Try again.' },
    saved_copy_only: {
      title: 'Only a saved receipt is available',
      meaning: nothingSent,
      next: 'Try again when the till is online.',
    },
    transaction_changed: {
      title: 'The payment has changed',
      meaning: nothingSent,
      next: 'Try again and check what is left.',
    },
    refunded_elsewhere: {
      title: 'Already refunded elsewhere',
      meaning: 'Nothing was sent from here.',
      next: 'Show the customer the receipt.',
    },
    stale_answer: {
      title: 'The service’s answer was out of date',
      meaning: `It had already told us something newer. ${nothingSent}`,
      next: 'Try again in a minute.',
    },
    show_too_old: {
      title: 'Preparing this refund took too long',
      meaning: `More than a minute passed after the payment was checked: this PC may have slept. ${nothingSent}`,
      next: 'Try again.',
    },
    payment_locked: {
      title: 'This payment is locked',
      meaning: 'An earlier refund of it may have gone out. This one wasn’t sent, and moved no money.',
      next: 'Do not refund on any till. The receipt says why.',
    },
    not_as_asked: {
      title: 'The form isn’t complete',
      meaning: nothingSent,
      next: 'Press Try again and check amount, reason and boxes.',
    },
    refund_in_progress: {
      title: 'Another refund is being sent on this till',
      meaning: nothingSent,
      next: 'Try again when it’s done.',
    },
    journal_unwritable: {
      title: 'The refund couldn’t be recorded',
      meaning: `A refund that isn’t recorded first is never sent. ${nothingSent}`,
      next: 'Refund on another till, and ask IT support to check this PC’s disk.',
    },
    journal_not_replaceable: {
      title: 'No new refund record was started',
      meaning: 'The record on this PC is in order, or waits for its key or its disk. Nothing was changed.',
      next: 'Look at the counter: if refunds are still off, it says why.',
    },
    second_person_needed: {
      title: 'A second person must allow this refund',
      meaning: (why: string) => `${why} ${nothingSent}`,
      next: 'Another supervisor or manager shows here who they are, by PIN or badge.',
    },
    second_person_is_the_cashier: {
      title: 'It must be somebody else',
      meaning: `Nobody allows a refund of their own. ${nothingSent}`,
      next: 'Ask another supervisor.',
    },
    refund_not_here: {
      title: 'This till doesn’t make this refund',
      meaning: (why: string) => `${why} ${nothingSent}`,
      next: 'Ask a manager: the store’s rules say so.',
    },
    undecided: {
      title: 'An earlier refund still has no answer',
      meaning: (marker: string) => `It is ${marker}. This one wasn’t sent, and moved no money.`,
      next: 'Do not refund on any till. See Activity.',
    },
    nothingSent: (meaning: string) => `${meaning} ${nothingSent}`,
    sender_rejected: { title: 'Tillside needs a restart', meaning: nothingMoved, next: 'Restart Tillside.' },
    not_set_up: {
      title: 'No payment service is connected',
      meaning: nothingMoved,
      next: 'Enter the address and the access token in Settings.',
    },
    test_build_address: refusals.test_build_address,
    loopback_address: refusals.loopback_address,
    set_by_policy: refusals.set_by_policy,
    token_not_the_stored: {
      title: 'That isn’t the access token in use',
      meaning: nothingChanged,
      next: 'Type the one that this till uses now, or show who you are.',
    },
    keychain_unavailable: {
      title: 'This PC’s keychain isn’t working',
      meaning: 'The access token can be kept for this session only, and refunds are off.',
      next: 'Ask IT support to repair the keychain.',
    },
    sign_in_needed: {
      title: 'Sign in first',
      meaning: nothingChanged,
      next: 'Choose your name and enter your PIN, or scan your badge.',
    },
    act_needs_role: {
      title: {
        cashier: 'Sign in first',
        supervisor: 'Only a supervisor or a manager may do this',
        manager: 'Only a manager may do this',
      },
      meaning: nothingChanged,
      nextPerson: 'Ask one of them to show who they are.',
      nextToken: 'Ask whoever has the access token of this till to type it.',
    },
    role_too_low: {
      title: 'This takes a supervisor or a manager',
      meaning: nothingChanged,
      next: 'Ask one of them to show who they are.',
    },
    code_is_badge: {
      title: 'That is somebody’s badge',
      meaning: 'It isn’t a receipt, so it wasn’t looked up.',
      next: 'Scan the code on the receipt.',
    },
    badge_unknown: {
      title: 'Nobody here has this badge',
      meaning: 'It may be new, or of another store.',
      next: 'Scan another one, or use a PIN.',
    },
    person_not_possible: refusals.person_not_possible,
    request_malformed: {
      title: 'Tillside made a mistake',
      meaning: (detail: string) => `${nothingMoved} (${detail})`,
      next: 'Try again. If it keeps happening, restart Tillside.',
    },
    bug: {
      title: 'Something went wrong in Tillside',
      meaning: (detail: string) => `An internal error. (${detail})`,
      next: 'Check Activity before you refund anything. Then restart Tillside.',
    },
    address_not_allowed: refusals.address_not_allowed,
    address_by_policy: refusals.address_by_policy,
    token_not_usable: refusals.token_not_usable,
    settings_not_saved: refusals.settings_not_saved,
    copies_not_searchable: {
      title: 'Saved receipts can’t be searched right now',
      meaning: (detail: string) => `They can’t be read (${detail}).`,
      next: 'Try again, or scan the code on the receipt.',
    },
    decision_outdated: {
      title: 'The service says something else now',
      meaning: `The payment was checked just now and isn’t as you saw it. ${nothingWritten}`,
      next: 'Close this, read what has changed, and decide again.',
    },
    lowering_not_possible: {
      title: 'The lower amount can’t be accepted now',
      meaning: `The payment has changed since it was shown. ${nothingWritten}`,
      next: 'Close this and read what the service says now.',
    },
    alarm_unknown: {
      title: 'There’s nothing left to record here',
      meaning: 'It was recorded in the meantime, or the record has changed.',
      next: 'Close this and open Activity again.',
    },
    decision_too_early: {
      title: 'It is too early to say “not refunded”',
      meaning: `A refund can arrive some minutes late. ${nothingWritten}`,
    },
    decision_needs_show: {
      title: 'The service couldn’t be asked just now',
      meaning: `Without its answer “not refunded” can’t be recorded yet. ${nothingWritten}`,
      nextNow: 'Try again, or go by the provider’s portal alone.',
      next: (minutes: string) =>
        `Try again when the connection is back. In ${minutes} min you can go by the provider’s portal alone.`,
    },
    attempt_unknown: {
      title: 'This refund isn’t in the record',
      meaning: 'Asking for it moved no money.',
      next: 'Open Activity again.',
    },
    attempt_not_open: {
      title: 'Already settled',
      meaning: 'It was settled in the meantime.',
      next: 'Read how it ended.',
    },
    pin_not_set: {
      title: 'Nobody can show this with a PIN',
      meaning: 'No such person with a PIN is set up here.',
      next: 'Set one up in Settings, under People.',
    },
    people_damaged: refusals.people_damaged,
    people_held: refusals.people_held,
    pin_stopped: {
      title: 'The PIN was wrong ten times in a row',
      meaning: 'This PIN is accepted no more, not even the right one.',
      next: 'Ask a manager to set a new one in Settings, under People.',
    },
    people_stopped: {
      title: 'No manager can sign in',
      meaning: 'The PIN of each was wrong ten times in a row.',
      next: 'Ask IT support to type the access token in use here, and to set a new PIN.',
    },
    pin_weak: refusals.pin_weak,
    pin_wrong: {
      title: 'The PIN is wrong',
      meaning: 'After ten wrong ones in a row it is accepted no more.',
    },
    pin_throttled: { title: 'Too many wrong PINs', meaning: 'No PIN is checked for a while.' },
    tryAgain: 'Try again.',
    waitSeconds: (count: string) => `Wait ${count} s, then try again.`,
    waitMinutes: (count: string) => `Wait ${count} min, then try again.`,
  },

  /** A refund's state, and what the cashier hears of it. */
  states: {
    ...states,
    locked: 'Locked',
    inProgress: 'Refund in progress',
    alarm: 'Alarm',
  },
  outcome: {
    region: 'Outcome',
    happened: 'What happened',
    checkingNow: 'Checking…',
    nextCheck: (wait: string) => `Checking again in ${wait}`,
    sayToCustomer: 'Say to the customer',
    /** After a refusal; the sentence is architecture.md's (protocol 6). */
    makingSureNow: 'Making sure: now',
    makingSure: (wait: string) => `Making sure: ${wait}`,
    nextCustomer: 'Next customer',
    tryAgain: 'Try again',
    showReceipt: 'Show receipt',
    checkNow: 'Check now',
    printForCustomer: 'Print slip for the customer',
    backToRefund: 'Back to the receipt',
    supervisor: 'Open for a supervisor',
    evidence: 'Details',
    elsewhereForCustomer: '“This payment has already been refunded.”',
    stoppedForCustomer: '“Your refund hasn’t been sent yet.”',
    brokenSentence: (money: string) =>
      `Something went wrong in Tillside during a refund of ${money}. ${noRefundNoCash}`,
    supportDetails: 'Details for support',
    brokenNext: 'Activity shows whether it was sent.',
    waitAdvice: 'Waiting for the payment service. Don’t turn this PC off.',
    /** Each step of a refund on its way: while it is done, and when it is done. */
    checking: 'Checking the payment…',
    checked: 'Payment checked',
    sending: 'Sending…',
    sent: 'Recorded and sent, waiting for an answer',
    waiting: (seconds: string, max: string) => `Waiting for an answer, ${seconds} s (${max} s at most)`,
    was: 'Before',
    now: 'Now',
    slip: 'Refund slip',
    /** A lost part refund can seldom be told from somebody else's: said, not hidden (refund-protocol.md 8). */
    partNote: 'A supervisor will probably have to check this one: it is part of the payment.',
    said: {
      sending: (money: string) => `Refunding ${money}…`,
      refunded: (money: string) => `Refunded ${money}`,
      not_sent: 'Not sent. Try again.',
      refused: (why: string) => `Not refunded: ${why}`,
      not_refunded: (supervisor: string) => `Not refunded. Decided by ${supervisor}.`,
      aSupervisor: 'a supervisor',
      unconfirmed: `We don’t know yet. ${noRefundNoCash}`,
      refunded_probably: 'Probably refunded. A supervisor must confirm.',
    },
    advice: {
      refunded: 'The money is on its way. Print the slip for the customer.',
      refundedDecided: (supervisor: string) => `The money is on its way. Confirmed by ${supervisor}.`,
      not_sent: 'Nothing reached the service. No money moved. You can try again.',
      refusal_seen:
        'We’re making sure that no money moved. This takes a few seconds; then you can try again.',
      refused: 'Checked three times: no money moved. You can try again.',
      not_refunded: 'No money moved. You can try again.',
      unconfirmed: 'Print the slip for the customer. We keep checking and will tell you.',
      unconfirmedForPerson: 'Print the slip for the customer and call a supervisor.',
      refunded_probably: `This amount was refunded, but we can’t tell whether by this till. ${noRefundNoCash}`,
    },
    /** What the cashier can say to the customer, as it is said. */
    forCustomer: {
      refunded: '“Your refund is on its way.”',
      not_sent: '“Your refund hasn’t been sent yet. I’ll try again.”',
      refused: '“The payment service didn’t accept the refund.”',
      not_refunded: '“The refund didn’t go through. No money was sent back.”',
      unconfirmed: '“The payment service hasn’t answered yet. We won’t lose track of your refund.”',
      refunded_probably: '“Your refund seems to have gone through. A supervisor will confirm it.”',
    },
    /** Why no rule can decide and a person must. */
    reasons: {
      less_than_ours: 'Less was refunded than this refund.',
      more_without_marker: 'Something was refunded on this payment. We can’t tell whether it was ours.',
      went_down: 'The refunded total went down.',
      amount_changed: 'The payment’s amount or currency changed.',
      another_marker: 'Another till’s refund shows up on this payment.',
      status_changed: 'The payment changed, but the refunded total hasn’t gone up so far.',
      unreadable: 'The amount refunded can’t be read.',
      onlySome: (since: string, ours: string) => `Only ${since} was refunded, not ${ours}.`,
    },
    /** The names on the slip as the cashier sees it. */
    lines: {
      marker: 'Refund no.',
      time: 'Time',
      paid: 'Amount paid',
      refundedBefore: 'Refunded earlier',
      reason: 'Reason',
      cashier: 'Cashier',
      allowedBy: 'Second person',
    },
  },
  /** What a supervisor must hear of, in words for whoever reads it first. */
  alarms: {
    more_than_ours: `${happened.more_than_ours} ${tellNow}`,
    moved_after_refusal: `${happened.moved_after_refusal} ${tellNow}`,
    moved_after_decision: `${happened.moved_after_decision} ${tellNow}`,
    refunded_after_all: `${happened.refunded_after_all} Tell a supervisor.`,
    never_reached: `${happened.never_reached} Tell a supervisor.`,
    could_not_be_watched: `${happened.could_not_be_watched} Tell a supervisor to check the provider’s portal.`,
    unexplained_rise: `${happened.unexplained_rise} Tell a supervisor.`,
    risen_by_another_till: `${happened.risen_by_another_till} Tell a supervisor.`,
    records_contradict: `${happened.records_contradict} Tell a supervisor to check the provider’s portal.`,
    locked_unread: 'A payment is locked: an earlier refund of it can’t be read any more.',
    lowering_returned:
      'A payment is locked: the service shows a refunded amount again that a supervisor had accepted as gone.',
    could_not_be_read: 'An earlier refund record may be incomplete.',
    refundedAgain: (amount: string) => `Refunded again: ${amount}.`,
    lost: (markers: string) => `Refunds that can’t be read: ${markers}.`,
    linesUnknown: 'Nobody knows how many lines are missing.',
    linesMissing: many({ one: '# line is missing.', other: '# lines are missing.' }),
  },
  acknowledge: {
    open: 'I have seen this',
    title: 'Record that you’ve seen this alarm',
    intro: 'The alarm is then no longer listed first. Nothing is sent, and a locked payment stays locked.',
  },

  activity: {
    list: 'Refunds',
    range: 'When',
    ranges: { today: 'Today', week: 'Last 7 days', all: 'All', days: 'Choose dates' },
    from: 'From',
    to: 'To',
    undecidedFirst: many({
      one: '# refund still needs an answer. It’s listed first.',
      other: '# refunds still need an answer. They’re listed first.',
    }),
    attention: many({
      one: '# entry needs a supervisor: top of the list.',
      other: '# entries need a supervisor: top of the list.',
    }),
    notices: 'For a supervisor',
    find: 'Find a refund',
    findHelp: 'A whole refund no., code or cashier’s name',
    anyState: 'Any outcome',
    none: 'No refunds in this period.',
    noneFound: 'Nothing found. Type it in full, or choose another period or outcome.',
    newestOnly: (count: string) => `Only the newest ${count} are listed. Choose dates for earlier ones.`,
    more: 'Show more',
    loading: 'Reading…',
    unread: 'The refunds can’t be read now. Choose another period, then this one again.',
    exportCsv: 'Spreadsheet (CSV)',
    exportJson: 'Audit file (JSON)',
    signedBy: 'Audit files are signed with',
    decide: 'Record outcome',
    lookUp: 'Open receipt',
    raw: 'Raw answers',
    copyAll: 'Copy all for support',
    copied: (marker: string) => `everything about ${marker}`,
    noRaw: 'No answer was received.',
    evidence: 'Evidence',
    sent: 'Refund details',
    facts: {
      allowedRules: 'Because',
      saw: 'Seen by supervisor',
      why: 'Reason for decision',
    },
    whole: 'Whole payment (sent without an amount)',
    nobodyTitle: 'No supervisor is set up',
    nobodyMeaning: 'This refund stays locked until a supervisor records what happened.',
    /** The outcomes as Activity is searched by them: each has a name of its own. */
    choices: {
      refused: 'Not refunded, refused',
      refusal_seen: 'Not refunded, being checked',
      not_refunded: 'Not refunded, decided',
    },
  },
  /** The figures of a day or another period. */
  day: {
    byHour: 'By hour',
    hour: 'Hour',
    yes: 'Allowed by',
    no: 'Said no',
    refusal: 'The service refused',
    reprints: many({ one: '# slip was printed again.', other: '# slips were printed again.' }),
    typed: many({
      one: '# receipt code was typed, not scanned.',
      other: '# receipt codes were typed, not scanned.',
    }),
    standsOut: 'Worth a look',
    underLimit: (who: string, count: string, of: string, limit: string) =>
      `${who}: ${count} of ${of} refunds are just under the limit of ${limit}.`,
    sameDay: (who: string, count: string, of: string) =>
      `${who}: ${count} of ${of} refunds are for payments of the same day.`,
    farAbove: (who: string, count: string, others: string) =>
      `${who}: ${count} refunds. The others made about ${others} each.`,
    nobody: 'No name',
  },
  /** A person's shift at a staffed till. */
  shift: {
    close: 'Close shift',
    title: (name: string) => `Shift of ${name}`,
    hidden: 'The figures of your shift are shown when you close it.',
    kept: 'This sheet is kept in the record. It can be printed again in Activity.',
    done: 'Done',
    closed: 'Closed shifts',
  },
  decide: {
    title: (marker: string) => `Record what happened to ${marker}`,
    intro: 'Check the provider’s portal first. Nothing is sent; this only records what you found.',
    outcome: 'Did the money go back?',
    record: 'Save decision',
    portal: 'The provider’s portal says so: I’ve just checked',
    portalWhy: 'The service can’t be asked. Only the provider’s portal knows.',
    from: (time: string) => `“Not refunded” can be recorded from ${time} on.`,
    notYet: 'No outcome can be recorded right now.',
  },
  /** Whether a supervisor can decide now, beside an attempt that waits for one. */
  decidable: {
    now: 'A supervisor can record the outcome now.',
    portal: 'The service couldn’t be reached for an hour. A supervisor can go by the provider’s portal.',
    wait: (time: string) => `Supervisor: “refunded” can be recorded now, “not refunded” after ${time}.`,
    waitBoth: (time: string) => `A supervisor can record the outcome from ${time} on.`,
    notYet: 'Nothing to decide yet: Tillside is still checking.',
  },
  /** A line of the refund record. */
  events: {
    neverConnected: (why: string) => `Not sent: ${why}`,
    notBegun: {
      head_not_kept: 'Not sent: this PC’s keychain couldn’t keep the refund record',
      too_late: 'Not sent: the payment changed since it was checked, or more than a minute had passed',
    },
    noAnswer: (how: string) => `Sent; ${how}`,
    answer: 'Answer received',
    errorSilent: (number: string) => `Error from the service, without a reason (${number})`,
    error: (text: string, number: string) => `Error from the service: ${text} (${number})`,
    unreadable: (http: string) => `Unreadable answer (HTTP ${http})`,
    checked: {
      refunded: 'Checked: refund found, with our refund no.',
      refundedProbably: 'Checked: this amount was refunded, without our refund no.',
      refused: 'Checked: nothing refunded; refusal confirmed',
      unreadable: 'Checked: the amount refunded can’t be read',
      nothingYet: 'Checked: nothing refunded yet',
      soFar: (money: string) => `Checked: refunded so far ${money}`,
      saw: (reason: string) => `Checked: ${reason}`,
    },
    decided: {
      refunded: (who: string) => `${who} recorded: refunded`,
      not_refunded: (who: string) => `${who} recorded: not refunded`,
      byPortal: (decision: string) => `${decision}, by the provider’s portal`,
      because: (decision: string, saw: string, why: string) => `${decision}. Saw: “${saw}”. Reason: “${why}”`,
    },
    sending: (money: string) => `Recorded, to be sent: ${money}`,
    interrupted: 'Tillside closed before an answer came',
    watched: (amount: string) => `Watched: refunded so far ${amount}`,
    watchEnded: 'The watch is over: not all its checks were made',
    acknowledged: (who: string, note: string) => `${who} has seen the alarm: ${note}`,
    printed: 'Slip printed',
    savedAsPdf: 'Slip saved as PDF',
    takenOver: (state: string) => `Carried over into a new refund record: ${state}`,
  },
  record: {
    title: 'Refund record',
    begin: 'Start a new record',
    portalFirst: 'Check the provider’s portal first: which refunds does it show for today?',
    meaning:
      'Everything readable is carried over, and refunds without an answer stay locked, even where they can’t be read. Only a refund recorded nowhere else could be sent twice.',
    untouched: 'The old files are kept. Nothing is sent.',
    byToken:
      'The key of the old record is lost. So type the address and the access token of this store’s payment service.',
    newPin: 'Your new PIN',
    newPinHelp: 'You become a manager here, by this PIN.',
    begunTitle: 'New refund record started',
    attempts: 'Refunds carried over',
    undecided: 'Still without an answer, and locked',
    unread: 'Locked payments that couldn’t be read',
    missing: 'Lines that couldn’t be read',
    unknown: 'Not known',
    lookInPortal: 'Check the provider’s portal before refunding an older payment.',
    nothingMissing: 'Nothing is missing.',
  },

  /** The slip that a customer takes home: for the customer, and nothing else. */
  customer: {
    titles: { refunded: 'REFUND', checking: 'REFUND BEING CHECKED', not_refunded: 'NOT REFUNDED' },
    sentences: {
      refunded: 'Your refund is on its way.',
      checking: 'The payment service hasn’t confirmed your refund yet. Please keep this slip.',
      not_refunded: 'This refund didn’t go through.',
    },
    /** On every slip but the first: two slips must not pass for two refunds. */
    copy: (number: string) => `COPY ${number}`,
    payment: 'Payment',
    way: 'Back to',
    /** Where the till does not know how it was paid. */
    sameWay: 'The way you paid',
    dateName: 'Date',
    cashier: 'Served by',
    /** Across a slip of practice. */
    across: 'PRACTICE',
  },
  /** What a paper is called, in a message and in a file name. */
  papers: {
    receipt: (transactionId: string) => `receipt ${transactionId}`,
    storeCopy: (transactionId: string) => `store copy ${transactionId}`,
    slip: (marker: string) => `refund slip ${marker}`,
    testSlip: 'test slip',
    titleOf: (title: string, paper: string) => `${title}: ${paper}`,
  },
  /** The slip that a printer is tried with, on paper and around the button that prints it. */
  testSlip: {
    help: 'Prints a sample slip. It’s not a refund.',
    print: 'Print a test slip',
    printing: 'Printing…',
    look: 'Check that it’s whole, dark enough, and cut where it ends. Then scan its barcode.',
    cancelled: 'Printing was cancelled. Nothing was printed.',
    /** After a failure: unlike other papers it is not saved as PDF. */
    failedNext: 'Check the printer, or ask IT support.',
    across: 'TEST',
    title: 'TEST SLIP',
    sentence: 'Not a refund. No money moved.',
    amount: '0.00',
    letters: 'Letters',
    lettersSample: 'ABC abc 0123456789 £ € ¥',
  },

  outage: {
    title: 'Offline receipts',
    help: 'Load a list of today’s receipt codes and Tillside saves those receipts for use without a network.',
    choose: 'Choose a list…',
    orDrop: 'Or drop the file anywhere in this window (CSV or text, one code per line).',
    progress: 'Saving receipts',
    progressPaused: 'Saving receipts: paused',
    progressStopped: 'Saving receipts: stopped',
    ofTotal: (done: string, total: string) => `${done} of ${total}`,
    codes: many({ one: '# code', other: '# codes' }),
    pause: 'Pause',
    resume: 'Continue',
    stop: 'Stop preparing',
    stopMeaning: 'Codes still waiting are dropped; receipts already saved are kept.',
    report: 'Report',
    counts: {
      found: 'Found',
      saved: 'Saved already',
      not_found: 'Not found',
      unread: 'Couldn’t be read',
    },
    missed: 'Codes that weren’t found',
    missedMore: (count: string) => `${count} more are in the saved list.`,
    saveReport: 'Save list…',
    clearReport: 'Clear report',
    folder: {
      title: 'Watched folder',
      waiting: 'Watching. The newest list is loaded automatically.',
      taken: (name: string, codes: string, time: string) => `Last loaded: “${name}”, ${codes}, ${time}.`,
    },
    drop: { title: 'Drop the list here', help: 'Its receipts are saved in the background.' },
    done: 'Done.',
    working: 'Saving receipts.',
    paused: 'Paused.',
    halted: 'Stopped. Press Continue to resume.',
    waiting: {
      cashier: 'Paused while the till is in use.',
      service: 'The payment service is busy or has a problem. Tillside will try again.',
      offline: 'Offline. Resumes when back online.',
    },
  },

  settings: {
    sections: 'Sections',
    forEverybody: 'For everybody',
    forSupervisor: 'This till’s settings',
    lock: {
      locked: 'This till’s settings need a manager',
      unlocked: 'Unlocked for a manager',
      lock: 'Lock now',
    },
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved',
    rules: {
      title: 'Rules for refunds',
      help: 'Above the first number a second person must say yes. Above the second one this till makes no refund. Empty is no limit.',
      unread:
        'The rules couldn’t be read. Until a manager saves them anew, each refund takes a second person.',
      presets: 'Start with',
      preset: { off: 'Off', careful: 'Careful', strict: 'Strict' },
      currency: 'Currency of the amounts',
      above: { second: 'Second person above', never: 'Not here above' },
      limits: {
        amount: 'One refund',
        cashierSum: 'A cashier’s refunds in a day',
        tillSum: 'This till’s refunds in a day',
        cashierCount: 'Number of a cashier’s refunds in an hour',
        age: 'Days since the payment',
      },
      cases: {
        typed: 'Code typed, not scanned',
        secondRefund: 'Payment refunded before',
        otherStore: 'Payment of another store',
        otherReason: 'Reason “Other”',
        unknownStatus: 'Unknown status',
      },
      levels: { free: 'Free', second_person: 'Second person', not_here: 'Not here' },
      wrong: 'Digits only, like 500 or 500.00.',
      reasonsTitle: 'Reasons for refunds',
      reasonsHelp:
        'In the order of the form. A reason of your own is sent to the payment service as you write it.',
      reason: (number: string) => `Reason ${number}`,
    },
    till: {
      title: 'This till',
      tillName: 'Till name',
      tillNameHelp: 'At the top and on slips, for example “Harbour Road, till 3”.',
      storeId: 'Store ID of this till’s payments',
      storeIdHelp:
        'You’ll find it under More on a receipt of this store. Receipts from other stores are then marked.',
      cashier: 'Cashier',
      cashierHelp: 'Recorded with every refund.',
    },
    look: { title: 'Display and sound', language: 'Language', theme: 'Appearance', textSize: 'Text size' },
    printing: {
      title: 'Printing',
      paper: 'Paper',
      language: 'Customers’ language',
      secondLanguage: 'Second language on paper',
    },
    asPc: 'As this PC',
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
      forgetMeaning:
        'Lookups and refunds stop until a new token is entered. Saved receipts are deleted; the refund record is kept.',
      practice: 'Practice has its own payment service inside Tillside. No real money.',
      now: 'Connected to',
      tokens: {
        keychain: 'The access token is in this PC’s keychain.',
        session_only: 'The access token is kept for this session only. Refunds are off.',
        none: 'There is no access token.',
      },
    },
    scanner: {
      title: 'Scanner',
      help: 'Your scanner must end each code with Enter.',
      test: 'Test the scanner',
      scanNow: 'Scan any code now. It won’t be looked up.',
      arrived: 'What arrived',
      keys: 'Keys',
      pace: 'Speed',
      paceValue: (pace: string, widest: string) => `${pace} ms a key, at most ${widest} ms`,
      ending: 'Ending key',
      nothing: 'Nothing yet.',
      verdicts: {
        scan: 'Recognised as a scan.',
        no_ending: 'The scanner sent no Enter or Tab. Set it to end with Enter.',
        ending_late: 'Enter came too late. Set the scanner to a faster speed.',
        too_short: 'Too few keys for a scan.',
        by_hand: 'Looks like typing. Set the scanner to a faster speed.',
      },
    },
    practice: {
      help: 'Try everything with a built-in test service. No real money, separate records.',
      enter: 'Start practice',
      leave: 'Leave practice',
      enterMeaning: 'Tillside starts again in practice. Your settings stay.',
      leaveMeaning: 'Tillside starts again with real payments.',
      codes: 'Practice codes',
    },
    about: {
      title: 'About',
      profile: 'Profile folder',
      saveDiagnostics: 'Save diagnostics…',
      diagnosticsMeaning:
        'For support: versions, settings, the state of this till and its log. No codes, names, amounts or tokens.',
    },
    sound: { title: 'Sound', off: 'Off', quiet: 'Quiet', medium: 'Medium', loud: 'Loud' },
  },
  /** The first start, step by step, and what of it was left for later. */
  setUp: {
    steps: 'Steps',
    names: { connect: 'Connect', name: 'Till name', manager: 'Manager', test_print: 'Test print' },
    done: 'Done',
    later: 'Later',
    laterHelp: 'You can finish this later in Settings.',
    next: 'Next',
    finish: 'Finish',
    managerTitle: 'Who manages this till?',
    managerMeaning:
      'A manager changes this till’s settings, and settles refunds that Tillside can’t confirm itself. The PIN has six digits or letters at least.',
    testTitle: 'Does the printer work?',
    left: 'Finish setting up',
    leftMeaning: 'Still to do:',
  },
  /** The saved copies, how long they are kept, and how they are forgotten. */
  copies: {
    title: 'Saved receipts',
    help: 'Receipts you look up can be shown again without a network. They’re kept encrypted on this PC.',
    forget: 'Delete all saved receipts',
    forgetMeaning:
      'Until they are looked up again, receipts can’t be shown without a network. The refund record stays.',
  },
  welcome: {
    title: 'Welcome to Tillside',
    intro: 'Scan a receipt, see the payment, refund it safely.',
    practiceMeaning:
      'A payment service inside Tillside, with receipts to scan. Nothing to set up, no real money.',
    connectTitle: 'Connect a payment service',
    connectMeaning: 'You need its address and an access token.',
    sheetPin: (pin: string) => `Manager’s PIN in practice: ${pin}`,
    sheetIntro: 'Scan these in practice. Add -2, -3 and so on to a practice code to use it again.',
    receipts: 'Receipts',
    faults: 'Codes that simulate problems',
    later: (first: string, then: string) => `${first}, later ${then}`,
    /** What each receipt of practice is. */
    demos: {
      '483920174462': 'Paid HK$120.50 by card at the counter',
      C7719920461: 'The same receipt, by its custom ID',
      'DEMO-PART': 'HK$300.00, of which HK$100.00 is refunded',
      'DEMO-PARTS': 'HK$88.80, refunded twice in part, HK$60.00 left',
      'DEMO-REFUNDED': 'Refunded whole',
      'DEMO-CANCELLED': 'Cancelled: nothing to refund',
      'DEMO-FAILED': 'Failed: nothing was paid',
      'DEMO-CENTS': 'HK$10.05: refunding 10.00 would strand 0.05',
      'DEMO-YEN': 'JP¥1,200: whole yen only',
      'DEMO-TIPS': 'With tips, settled, paid in another currency',
      'DEMO-OTHER-STORE': 'Paid at Practice Store, Central Station',
      'DEMO-SHARED': 'Two receipts carry this custom ID',
    },
    /** What goes wrong at each code that simulates a problem. */
    problems: {
      'PRACTICE-SLOW': 'Every answer takes seconds, and then all is well.',
      'PRACTICE-REFUSED': 'The service says no (422) and refunds nothing.',
      'PRACTICE-NOT-SENT': 'After the second lookup nobody can connect for 3 seconds: the refund isn’t sent.',
      'PRACTICE-500-BEFORE': 'The service says “Internal Error” (500) and refunds nothing.',
      'PRACTICE-DROP-AFTER': 'The service refunds, and the connection ends without an answer.',
      'PRACTICE-PROBABLY':
        'The service refunds, the connection ends, and the remark that would prove it is lost.',
      'PRACTICE-TWICE':
        'The request is delivered twice: a part of up to half is refunded twice, with an alarm.',
      'PRACTICE-ELSEWHERE': 'Right after the first lookup another till refunds it: nothing is sent.',
      'PRACTICE-RACE':
        'Another till refunds it as the request arrives; ours is refused. A supervisor is needed.',
      'PRACTICE-SHOW-DOWN': 'The connection ends without an answer to the lookup.',
    },
  },
  reasons,
}

/** What every language says, leaf by leaf: the shape of the English sentences. */
export type Words = typeof sentences
export type SystemWords = typeof system
