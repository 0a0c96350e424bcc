import type { DeskState } from '../shared/contract'
import type { Connection } from './connection/connection'
import type { RefundDesk } from './refund/refund-desk'
import type { SecretsState } from './settings/secrets-state'
import type { SettingsStore } from './settings/settings'

export type DeskStateParts = {
  readonly practice: boolean
  readonly settings: Pick<SettingsStore, 'read'>
  readonly secrets: Pick<SecretsState, 'read'>
  readonly refundDesk: Pick<RefundDesk, 'refundsOff' | 'undecidedCount' | 'isSending'>
  readonly connection: Pick<Connection, 'read'>
  readonly about: DeskState['about']
}

/** With nothing stored the window welcomes; practice is practice whatever is stored. */
function modeOf(practice: boolean, token: DeskState['token']): DeskState['mode'] {
  if (practice) return 'practice'
  return token === 'none' ? 'welcome' : 'service'
}

/** All that the window shows outside a transaction, as it is at this moment. */
export function readDeskState(parts: DeskStateParts): DeskState {
  const { storeName, storeId, related, cashier, theme, paper, keepDays, keepCopies, deviceId } =
    parts.settings.read()
  const { token, address, keychain, supervisorPin } = parts.secrets.read()
  const why = parts.refundDesk.refundsOff()
  return {
    mode: modeOf(parts.practice, token),
    storeName,
    storeId,
    related,
    cashier,
    theme,
    paper,
    keepDays,
    keepCopies,
    serviceAddress: address,
    deviceId,
    token,
    keychain,
    refunds: why === null ? { on: true } : { on: false, why },
    connection: parts.connection.read(),
    undecided: parts.refundDesk.undecidedCount(),
    sending: parts.refundDesk.isSending(),
    supervisorPin,
    about: parts.about,
  }
}

/**
 * Makes the function that is called whenever the desk's state may have changed; it pushes the state only when
 * it differs from what was pushed last.
 */
export function makeDeskAnnouncer(read: () => DeskState, push: (state: DeskState) => void): () => void {
  let last = ''
  return () => {
    const state = read()
    const text = JSON.stringify(state)
    if (text === last) return
    last = text
    push(state)
  }
}
