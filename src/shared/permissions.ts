import type { Channel, ParsedInput } from './contract'

/**
 * Who may do what (architecture.md, "Who may do what"). `anybody` stands at the counter. `supervisor` takes a supervisor's
 * session (main/permission), which the PIN or the access token in use opens. `own_proof` takes a PIN or a token in the
 * call itself, each time, whether a session is open or not: it decides about money.
 */
export type Permission = 'anybody' | 'supervisor' | 'own_proof'

/** What of the settings is the store's and not the cashier's. */
export const storeSettings = ['storeName', 'storeId', 'related', 'keepDays', 'keepCopies'] as const

type Rule<C extends Channel> = Permission | ((input: ParsedInput<C>) => Permission)

/** Every channel with what it takes. Main asks this table before any handler runs (main/ipc/answer-call.ts). */
export const permissions: { readonly [C in Channel]: Rule<C> } = {
  'app:read': 'anybody',
  'lookup:find': 'anybody',
  'lookup:related': 'anybody',
  'lookup:recent': 'anybody',
  'lookup:take-requested': 'anybody',
  /** Who paid, and who bought: the receipt shows them masked. */
  'lookup:private': 'supervisor',
  'copies:search': 'anybody',
  'copies:matches': 'anybody',
  'copies:count': 'anybody',
  'copies:forget': 'supervisor',
  'refund:issue': 'anybody',
  'activity:page': 'anybody',
  'activity:today': 'anybody',
  'activity:open': 'anybody',
  'activity:check': 'anybody',
  'activity:decide': 'own_proof',
  'activity:acknowledge': 'own_proof',
  'activity:export': 'supervisor',
  'payment:standing': 'anybody',
  'payment:accept-lower': 'own_proof',
  'payment:release': 'own_proof',
  'service:settle': 'own_proof',
  'journal:begin': 'own_proof',
  'settings:save': (input) =>
    storeSettings.some((name) => input[name] !== undefined) ? 'supervisor' : 'anybody',
  'token:save': 'supervisor',
  'token:forget': 'supervisor',
  'supervisor:begin': 'own_proof',
  'supervisor:end': 'anybody',
  'supervisor:reopen-pin': 'own_proof',
  /** Whoever changes a PIN types the one that is set; the first one has nothing of its own to show. */
  'supervisor:set-pin': ({ currentPin }) => (currentPin === '' ? 'supervisor' : 'own_proof'),
  'outage:read': 'anybody',
  'outage:report': 'anybody',
  'outage:take-list': 'anybody',
  'outage:choose-file': 'anybody',
  'outage:choose-folder': 'supervisor',
  'outage:clear-folder': 'supervisor',
  'outage:steer': 'anybody',
  'outage:save-report': 'anybody',
  'practice:enter': 'supervisor',
  'practice:leave': 'anybody',
  'paper:print': 'anybody',
  'paper:save-pdf': 'anybody',
  'clipboard:copy': 'anybody',
  'support:save-diagnostics': 'anybody',
  'window:report-error': 'anybody',
  'window:reload': 'anybody',
}

/** What a call takes, by its channel and what it asks for. */
export function permissionFor<C extends Channel>(channel: C, input: ParsedInput<C>): Permission {
  const rule: Rule<C> = permissions[channel]
  return typeof rule === 'function' ? rule(input) : rule
}
