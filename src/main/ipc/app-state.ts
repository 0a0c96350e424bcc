import type { AppState } from '../../shared/contract/contract'
import { isStaffed } from '../../shared/people/people'
import type { PeopleView } from '../people/people'
import type { TriesNews } from '../people/proofs'
import type { Rights, SignIn } from '../people/rights'
import type { ProfileMode } from '../profile/place'
import { addressByPolicy, type Profile } from '../profile/profile'
import type { RefundService } from '../refund/service'
import type { Line } from '../service/line'
import type { PracticeServices } from '../service/service'
import type { ReadPolicy } from '../settings/policy'
import type { SecretsState } from '../settings/secrets'
import type { SettingsStore } from '../settings/settings'
import { buildKind, isTestBuild } from '../system/build'

type AppStateDeps = {
  readonly mode: ProfileMode
  readonly wasUsed: () => boolean
  readonly settings: Pick<SettingsStore, 'read' | 'setElsewhere'>
  readonly secrets: Pick<SecretsState, 'read'>
  readonly refundService: Pick<
    RefundService,
    'refundsOff' | 'replaceable' | 'undecidedCount' | 'attention' | 'news' | 'isSending'
  >
  readonly line: Pick<Line, 'read'>
  readonly practice: Pick<PracticeServices, 'names' | 'nameOf'>
  readonly rights: Pick<Rights, 'holder'>
  readonly signIn: Pick<SignIn, 'current'>
  /** Returns the wrong PINs before the last right one; null when there were none. */
  readonly wrongPins: () => TriesNews | null
  readonly signedBy: () => string
  readonly about: AppState['about']
  readonly policy: Pick<ReadPolicy, 'policy' | 'settings' | 'problem'>
}

/**
 * Returns `welcome` for a till without a token. A till with a record of refunds is not new: while its keychain does not
 * answer, or answers *nothing* and is not believed yet, nobody is asked to set it up (refund-protocol.md 11).
 */
function modeOf({ mode, wasUsed, secrets, refundService }: AppStateDeps): AppState['mode'] {
  if (mode === 'practice') return 'practice'
  const { token, keychain } = secrets.read()
  if (token !== 'none') return 'service'
  const why = refundService.refundsOff()
  const isSilent = !keychain.works || why === 'no_keychain' || why === 'journal_opening'
  return isSilent && wasUsed() ? 'service' : 'welcome'
}

function peopleOf(
  { signIn, rights }: Pick<AppStateDeps, 'signIn' | 'rights'>,
  { state, people }: PeopleView,
): AppState['people'] {
  const staffed = isStaffed(people)
  const now = signIn.current()
  return {
    state,
    staffed,
    signedIn: now?.person ?? null,
    locked: staffed && (now === null || now.locked),
    list: people,
    rights: rights.holder()?.role ?? null,
  }
}

/** Returns what the window shows outside a transaction. */
export function appStateOf(parts: AppStateDeps): AppState {
  const { refundService, policy, about } = parts
  const settings = parts.settings.read()
  const { address, people, ...secrets } = parts.secrets.read()
  const off = refundService.refundsOff()
  const wrong = parts.wrongPins()
  const policyAddress = addressByPolicy(policy)
  const addressSet = policyAddress === '' ? [] : (['serviceAddress'] as const)
  return {
    readAt: performance.now(),
    mode: modeOf(parts),
    ...settings,
    ...secrets,
    serviceAddress: address,
    serviceName: parts.practice.nameOf(address),
    practiceServices: parts.practice.names(),
    refunds: off === null ? { on: true } : { on: false, why: off, replaceable: refundService.replaceable() },
    policyProblem: policy.problem,
    advice: policy.policy.advice,
    setByPolicy: [...addressSet, ...parts.settings.setElsewhere()],
    policyAddress,
    attention: refundService.attention(),
    news: refundService.news(),
    connection: parts.line.read(),
    undecided: refundService.undecidedCount(),
    sending: refundService.isSending(),
    people: peopleOf(parts, people),
    wrongPins: wrong && {
      person: wrong.person,
      tries: wrong.tries,
      since: new Date(wrong.since).toISOString(),
    },
    exportsSignedBy: parts.signedBy(),
    about,
  }
}

/** Makes a function to call when the app state may have changed. Pushes the state if it differs from the last. */
export function makeAppStateAnnouncer(read: () => AppState, push: (state: AppState) => void): () => void {
  let last = ''
  return () => {
    const state = read()
    const text = JSON.stringify({ ...state, readAt: 0 })
    if (text === last) return
    last = text
    push(state)
  }
}

/** Returns the content of Settings → About. */
export function aboutProgram(
  version: string,
  { folder, movedFrom }: Pick<Profile, 'folder' | 'movedFrom'>,
  here: Pick<AppState['about'], 'foreignProfile' | 'locale'>,
): AppState['about'] {
  return {
    version,
    testBuild: isTestBuild(),
    build: buildKind,
    profile: folder,
    profileMovedFrom: movedFrom,
    ...here,
  }
}
