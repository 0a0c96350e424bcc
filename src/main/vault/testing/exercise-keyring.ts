import { makeOsKeychain } from '../keychain'

// keychain.real.test.ts runs this with a real keyring, or without one. It prints one JSON line.
async function exercise(): Promise<unknown> {
  const { read, write, remove } = makeOsKeychain({ service: 'Tillside test' })
  return {
    missing: await read('note'),
    written: [await write('note', 'ключ 🔑'), await write('other', 'x'), await read('note')],
    removed: [await remove('note'), await remove('note'), await read('note')],
  }
}

exercise().then(
  (seen) => console.log(JSON.stringify(seen)),
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  },
)
