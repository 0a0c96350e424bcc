import type { DeskState } from '../../shared/contract'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Vault } from '../vault/vault'

/** What may be known about the profile's secrets: where they are, never what they are. */
export type SecretsView = {
  readonly token: DeskState['token']
  readonly address: string
  readonly keychain: DeskState['keychain']
  readonly supervisorPin: DeskState['supervisorPin']
}

export type SecretsState = {
  readonly read: () => SecretsView
  /** Asks the keychain anew; bounded in time as each of its calls is. */
  readonly refresh: () => Promise<SecretsView>
}

/** What the keychain said last, so that the desk's state can be read at once. */
export async function openSecretsState(
  vault: Pick<Vault, 'state' | 'address' | 'keychainState'>,
  supervisorPin: Pick<SupervisorPin, 'state'>,
): Promise<SecretsState> {
  async function ask(): Promise<SecretsView> {
    const keychain = await vault.keychainState()
    const [token, address, pin] = await Promise.all([vault.state(), vault.address(), supervisorPin.state()])
    return { token, address, keychain, supervisorPin: pin.ok ? pin.value : 'none' }
  }

  let view = await ask()
  return {
    read: () => view,
    refresh: async () => {
      view = await ask()
      return view
    },
  }
}
