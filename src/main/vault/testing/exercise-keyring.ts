import { makeOsKeychain } from '../keychain'
import { makeVault, type Vault } from '../vault'

const state = async (vault: Vault) => (await vault.look()).token

// keychain.real.test.ts runs this with a real keyring, or without one. It prints one JSON line.
async function exercise(service: string, profile: string): Promise<unknown> {
  const keychain = makeOsKeychain({ service })
  const vault = makeVault({ keychain, profile })
  const other = makeVault({ keychain, profile: `${profile}-other` })
  const lent = async () => vault.withCredentials(async ({ address, token }) => `${address} ${token}`)
  const key = async () => {
    const found = await vault.dataKey('saved copies', { createIfMissing: true })
    return found.ok ? found.value?.toString('hex') : found.fault
  }
  return {
    keychain: (await vault.look()).keychain,
    missing: await keychain.read('nothing of this name'),
    before: [await state(vault), await lent()],
    saved: await vault.save({ address: 'https://pay.example/', token: 'tökén'.normalize('NFC') }),
    savedRight: await vault.save({ address: 'https://pay.example/', token: 'a-token' }),
    after: [await state(vault), await vault.address(), await lent()],
    otherProfile: await state(other),
    unicode: [await keychain.write('note', 'ключ 🔑'), await keychain.read('note')],
    lostKey: await vault.dataKey('saved copies'),
    keys: [...new Set([await key(), await key()])],
    removed: [await keychain.remove('note'), await keychain.remove('note'), await keychain.read('note')],
    forgotten: [await vault.forget(), await state(vault)],
  }
}

exercise('Tillside test', '/profiles/one').then(
  (seen) => console.log(JSON.stringify(seen)),
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  },
)
