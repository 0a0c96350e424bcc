import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFileKeychain } from '../file-keychain'
import { makeVault, type Vault } from '../vault'

// What profile-lock.test.ts runs twice at once, on one profile: one process renews the token, as provisioning does,
// the other notes journal after journal, as the program does. Each looks whether the other took its word away.

const [folder = '', role = ''] = process.argv.slice(2)
const rounds = 40

/** A keychain that takes its time, as the operating system's do. */
function slowKeychain() {
  const keychain = makeFileKeychain(path.join(folder, 'secrets.json'))
  return {
    ...keychain,
    read: async (name: string) => {
      const found = await keychain.read(name)
      await wait(3)
      return found
    },
  }
}

/** Every other token is a long one. */
const tokenOf = (round: number) => `token-${round}${'x'.repeat(round % 2 === 0 ? 0 : 1800)}`

async function renew(vault: Vault, round: number): Promise<boolean> {
  const saved = await vault.save({ address: 'https://pay.example', token: tokenOf(round) })
  await wait(1)
  return saved.ok && saved.value === 'keychain' && (await vault.isStoredToken(tokenOf(round))).ok
}

async function note(vault: Vault, round: number): Promise<boolean> {
  const changed = await vault.changeNote({ journal: `journal-${round}` })
  await wait(1)
  const found = await vault.note()
  return changed.ok && found.ok && found.value?.journal === `journal-${round}`
}

async function exercise(): Promise<void> {
  const vault = makeVault({ keychain: slowKeychain(), profile: folder })
  let lost = 0
  for (let round = 1; round <= rounds; round += 1) {
    if (!(await (role === 'renew' ? renew(vault, round) : note(vault, round)))) lost += 1
    if (role === 'renew') {
      const kept = await vault.isStoredToken(tokenOf(round))
      if (!kept.ok || !kept.value) lost += 1
    }
  }
  console.log(JSON.stringify({ role, lost }))
}

/** Takes the lock and is killed while it holds it. */
async function dieHolding(): Promise<void> {
  const keychain = slowKeychain()
  const hanging = { ...keychain, write: () => new Promise<never>(() => process.stdout.write('held\n')) }
  const heart = setInterval(() => {}, 1000)
  await makeVault({ keychain: hanging, profile: folder }).changeNote({ journal: 'never' })
  clearInterval(heart)
}

void (role === 'die' ? dieHolding() : exercise())
