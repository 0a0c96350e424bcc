import type { RefundService } from '../refund/refund-service'
import type { SupervisorPin, WrongPins } from '../vault/pin'
import type { SecretsState } from './secrets-state'
import type { Settings } from './settings-schema'

export type FollowPinDeps = {
  readonly supervisorPin: Pick<SupervisorPin, 'follow'>
  readonly refundService: Pick<RefundService, 'acted'>
  readonly secrets: Pick<SecretsState, 'refresh'>
  readonly settings: { readonly read: () => Pick<Settings, 'cashier'> }
}

/**
 * Writes every series of wrong PINs down, and makes the function that answers those before the last right one: whoever
 * typed that is to read of them. Null until there were any.
 * @param changed is told when it answers something else, or the PIN's state is another.
 */
export function followPin(
  { supervisorPin, refundService, secrets, settings }: FollowPinDeps,
  changed: () => void,
): () => WrongPins | null {
  let last: WrongPins | null = null
  supervisorPin.follow(({ what, tries, since }) => {
    refundService.acted({ act: 'wrong_pins', what, tries, since }, settings.read().cashier || null)
    if (what === 'right_after_wrong') last = { tries, since }
    void secrets.refresh().then(changed)
  })
  return () => last
}
