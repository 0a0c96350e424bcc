import type { Vault } from '../../vault/vault'
import { type ExportSigner, makeExportSigner } from './export-signing'

const name = 'export signature' as const

/**
 * The key that this till signs exports with, out of the keychain; null where that has none or does not answer.
 * @param how whether one is made where there is none.
 */
export async function readExportSigner(
  vault: Pick<Vault, 'dataKey'>,
  how: { readonly createIfMissing: boolean },
): Promise<ExportSigner | null> {
  const seed = await vault.dataKey(name, how)
  return seed.ok && seed.value !== null ? makeExportSigner(seed.value) : null
}

export type TillSigner = {
  /** Makes the key at the first export; null while the keychain does not answer. */
  readonly exportSigner: () => Promise<ExportSigner | null>
  /** The public key, as far as it is known; '' when not. */
  readonly signedBy: () => string
}

/** @param changed is told when the public key becomes known, or another. */
export function openTillSigner(vault: Pick<Vault, 'dataKey'>, changed: () => void): TillSigner {
  let known = ''

  async function read(createIfMissing: boolean): Promise<ExportSigner | null> {
    const signer = await readExportSigner(vault, { createIfMissing })
    if (signer !== null && signer.publicKey !== known) {
      known = signer.publicKey
      changed()
    }
    return signer
  }

  void read(false)
  return { exportSigner: () => read(true), signedBy: () => known }
}
