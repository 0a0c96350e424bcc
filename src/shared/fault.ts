import { z } from 'zod'
import { windowRecord } from './attempt/payment-standing'
import { settingNames } from './base/choices'
import { connectFailureSchema, lostAnswerSchema } from './base/common-schemas'
import { amountFaults, blockReasons, confirmationReasons } from './payment/refund-rules'
import { personRefusals } from './people/people'
import { roles, ruleNames } from './people/rules'

const listFaultReasons = [
  'no_text',
  /** More bytes, rows or codes than a list may have, or than this till keeps copies. */
  'too_large',
  'no_codes',
  /** A line that is too long, or whose field is no code. */
  'no_code',
  'letter_unclear',
  /** The file or the folder; a drive that has not answered for some seconds too. */
  'not_readable',
  'not_kept',
] as const

/** Why nothing was printed. The log has the system's own message. */
const printFailures = ['no_printer', 'printer', 'not_laid_out', 'unknown'] as const

/** Why refunds are off on a till (refund-protocol.md 11 to 14). */
export const refundsOffReasons = [
  /** A journal is still being checked. */
  'journal_opening',
  /** The keychain does not answer, or says "nothing" and that is not believed yet. It is asked again. */
  'no_keychain',
  /** The keychain lost the head, key or PIN that the credentials name. Only a new journal ends it. */
  'keychain_emptied',
  /** The credentials or the keychain name a journal that is not on this disk. Only a new journal ends it. */
  'journal_missing',
  'journal_damaged',
  /** The file is older than the keychain knows. */
  'journal_rolled_back',
  'journal_wrong_key',
  /** It is of a version that this program does not know. Nothing is wrong with it. */
  'journal_other_version',
  'journal_unwritable',
  /** The administrator's policy for this PC has a mistake. */
  'policy_wrong',
] as const

/** Why an address is not taken (main/service/address.ts); the last three are about this till, not the address. */
const addressRefusals = [
  'no_address',
  'not_https',
  'holds_credentials',
  'holds_query',
  'plain_http',
  'practice_has_its_own',
  'connect_first',
  'other_service',
] as const
export type AddressRefusal = (typeof addressRefusals)[number]

/** Why a token is not taken. None of them says anything of the token itself. */
const tokenRefusals = ['empty', 'unusual_characters', 'too_long'] as const
export type TokenRefusal = (typeof tokenRefusals)[number]

/** Set where a status came without the documented error shape: any web server answers 403, 404 or 5xx with some HTML. */
const undocumented = z.literal(true).optional()

/**
 * Every expected failure, as data. Each has enough for the window to say what happened, what it means for the money and
 * what to do next. `detail` and `message` never contain the token.
 */
export const faultSchema = z
  .discriminatedUnion('kind', [
    // The IPC itself
    z.object({ kind: z.literal('sender_rejected') }),
    z.object({ kind: z.literal('request_malformed'), detail: z.string() }),
    z.object({ kind: z.literal('bug'), detail: z.string() }),

    // Calling the payment service
    /** The connection never came up: nothing arrived there. */
    z.object({ kind: z.literal('not_connected'), reason: connectFailureSchema, detail: z.string() }),
    /** It connected, and then no complete answer came. */
    z.object({ kind: z.literal('no_answer'), reason: lostAnswerSchema, detail: z.string() }),
    /** The documented error shape (interface.md §7), other than the kinds below. */
    z.object({
      kind: z.literal('service_error'),
      httpStatus: z.number().int(),
      message: z.string(),
      undocumented,
      /** The error's own `status`, where it says otherwise than HTTP. People read it; nothing is decided by it. */
      ownStatus: z.number().int().optional(),
    }),
    z.object({
      kind: z.literal('token_not_accepted'),
      httpStatus: z.number().int(),
      message: z.string(),
      ownStatus: z.number().int().optional(),
    }),
    z.object({ kind: z.literal('not_found'), message: z.string(), undocumented }),
    /** An answer that is not of the interface's shape: HTML, a redirect, a record that cannot be read. */
    z.object({ kind: z.literal('strange_answer'), httpStatus: z.number().int(), detail: z.string() }),
    /** A record came that does not carry the code that was asked for; it is not shown. */
    z.object({ kind: z.literal('other_record'), code: z.string() }),

    // Address and token
    z.object({ kind: z.literal('not_set_up') }),
    z.object({ kind: z.literal('keychain_unavailable'), detail: z.string() }),
    /** `address`: the one that this till is connected to, where that is why; empty otherwise. */
    z.object({ kind: z.literal('address_not_allowed'), why: z.enum(addressRefusals), address: z.string() }),
    z.object({ kind: z.literal('test_build_address') }),
    /** A payment service on this PC itself, which takes the administrator's word (administration.md, "Policy"). */
    z.object({ kind: z.literal('loopback_address') }),
    /** The administrator's policy names the only service that this till may be connected to, which is `address`. */
    z.object({ kind: z.literal('address_by_policy'), address: z.string() }),
    z.object({ kind: z.literal('token_not_usable'), why: z.enum(tokenRefusals) }),

    // Looking up
    z.object({ kind: z.literal('code_empty') }),
    z.object({ kind: z.literal('code_too_long'), maxLength: z.number().int() }),
    z.object({ kind: z.literal('lookup_superseded') }),
    /** The saved copies cannot be read; looking a code up still works. */
    z.object({ kind: z.literal('copies_not_searchable'), detail: z.string() }),

    // Refunding
    /** What the cashier confirmed is not what main last showed in this window. */
    z.object({ kind: z.literal('screen_outdated') }),
    z.object({ kind: z.literal('saved_copy_only') }),
    /** `record` in this fault and the next: the newer one, of the fresh show. */
    z.object({
      kind: z.literal('transaction_changed'),
      changes: z
        .array(
          z.object({
            field: z.enum(['amount', 'currency', 'status', 'refunded']),
            was: z.string(),
            now: z.string(),
          }),
        )
        .readonly(),
      record: windowRecord,
    }),
    /** The fresh show says that all of it was refunded meanwhile. */
    z.object({ kind: z.literal('refunded_elsewhere'), record: windowRecord }),
    /** The service answered with something older than an earlier answer. */
    z.object({ kind: z.literal('stale_answer') }),
    /** Too much time passed between the fresh show and the refund: the PC slept. */
    z.object({ kind: z.literal('show_too_old') }),
    z.object({ kind: z.literal('undecided'), marker: z.string() }),
    /** The payment is locked without an attempt of this journal (payment-standing.ts says why). */
    z.object({ kind: z.literal('payment_locked') }),
    /** These rules of the store take another person's yes, which the order has not, or for other rules. */
    z.object({
      kind: z.literal('second_person_needed'),
      by: z.array(z.enum(ruleNames)).readonly(),
      /** Of the refund that was decided *not refunded*; '' where that is no reason. */
      marker: z.string(),
    }),
    /** Nobody says yes to an own refund. */
    z.object({ kind: z.literal('second_person_is_the_cashier') }),
    /** By these rules of the store this till sends it for nobody. */
    z.object({ kind: z.literal('refund_not_here'), by: z.array(z.enum(ruleNames)).readonly() }),
    z.object({ kind: z.literal('refund_blocked'), reason: z.enum(blockReasons) }),
    z.object({ kind: z.literal('amount_not_allowed'), problem: z.enum(amountFaults) }),
    z.object({ kind: z.literal('confirmation_needed'), why: z.enum(confirmationReasons) }),
    z.object({ kind: z.literal('reason_missing') }),
    /** Another refund of this till is being sent at this moment. */
    z.object({ kind: z.literal('refund_in_progress') }),
    z.object({ kind: z.literal('refunds_off'), why: z.enum(refundsOffReasons) }),
    /** The journal could not record an attempt, so nothing was sent. */
    z.object({ kind: z.literal('journal_unwritable'), detail: z.string() }),
    /** The journal is in order, or waits for its key, its keychain or its disk: no new one takes its place. */
    z.object({ kind: z.literal('journal_not_replaceable') }),

    // Activity and supervisors
    z.object({ kind: z.literal('attempt_unknown') }),
    z.object({ kind: z.literal('attempt_not_open') }),
    /** "Not refunded" cannot be said before so many seconds have gone (protocol 9). */
    z.object({ kind: z.literal('decision_too_early'), waitSeconds: z.number().int() }),
    /** No usable show could be had, and not for long enough to go by the provider's portal alone. */
    z.object({ kind: z.literal('decision_needs_show'), waitSeconds: z.number().int() }),
    /** The show at the moment of the decision says otherwise than what the person saw. */
    z.object({ kind: z.literal('decision_outdated') }),
    /** The lower amount cannot be accepted now: `accept` of payment-standing.ts says why. */
    z.object({ kind: z.literal('lowering_not_possible') }),
    z.object({ kind: z.literal('alarm_unknown') }),

    // People
    /** On a staffed till nobody is signed in, or it is locked. */
    z.object({ kind: z.literal('sign_in_needed') }),
    /** It takes somebody of that role, or where none can come in whoever types the token that is stored now. */
    z.object({ kind: z.literal('act_needs_role'), role: z.enum(roles), by: z.enum(['person', 'token']) }),
    /** The person is known, and their role may not do it. */
    z.object({ kind: z.literal('role_too_low') }),
    /** What was typed is not the token that is stored now. */
    z.object({ kind: z.literal('token_not_the_stored') }),
    z.object({ kind: z.literal('pin_not_set') }),
    /** What is kept of people cannot be read; a manager is made anew by provisioning or by the token in use. */
    z.object({ kind: z.literal('people_damaged') }),
    /** Their file can't be read just now; it is no damage. */
    z.object({ kind: z.literal('people_held') }),
    z.object({ kind: z.literal('pin_wrong'), waitSeconds: z.number().int() }),
    z.object({ kind: z.literal('pin_throttled'), waitSeconds: z.number().int() }),
    /** Wrong ten times in a row: this person's PIN is not checked until it is set anew. */
    z.object({ kind: z.literal('pin_stopped') }),
    z.object({ kind: z.literal('pin_weak') }),
    /** A code that was to be looked up is somebody's badge. */
    z.object({ kind: z.literal('code_is_badge') }),
    /** Nobody at this till has that badge. */
    z.object({ kind: z.literal('badge_unknown') }),
    z.object({ kind: z.literal('person_not_possible'), why: z.enum(personRefusals) }),

    // Lists of codes
    /** `line` is where in the file, from 1; 0 when it is about the file as a whole. Nothing of it was taken. */
    z.object({
      kind: z.literal('list_not_taken'),
      name: z.string(),
      why: z.enum(listFaultReasons),
      line: z.number().int(),
    }),

    // Paper and files
    z.object({ kind: z.literal('print_failed'), why: z.enum(printFailures) }),
    z.object({ kind: z.literal('file_not_written'), detail: z.string() }),
    /** Part of the record that was to be exported cannot be read now, so there is no file. */
    z.object({ kind: z.literal('export_not_read') }),
    /** The file would lie among the program's own. */
    z.object({ kind: z.literal('own_folder_chosen') }),
    /** The saved copies could not be deleted from the disk. */
    z.object({ kind: z.literal('copies_not_deleted') }),
    z.object({ kind: z.literal('settings_not_saved'), detail: z.string() }),
    /** The administrator's policy sets these, to other values; nothing was changed. */
    z.object({ kind: z.literal('set_by_policy'), settings: z.array(z.enum(settingNames)).readonly() }),
  ])
  .readonly()

export type Fault = z.infer<typeof faultSchema>
export type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>

/** Why refunds are off on this till, whatever the transaction. */
export type RefundsOff = FaultOf<'refunds_off'>['why']
