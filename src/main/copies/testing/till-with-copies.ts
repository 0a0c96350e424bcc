import { afterEach, beforeEach } from 'vitest'
import { makeFakeClock } from '../../system/testing/fake-clock'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { makeSavedCopies } from '../saved-copies'

export const address = 'https://pay.example'

/** For each test of a file: a till's folder of its own, whose saved copies are closed when the test ends. */
export function tillsWithCopies() {
  let folder = ''
  let closings: (() => Promise<void>)[] = []

  beforeEach(() => {
    folder = folderOfTest()
    closings = []
  })
  afterEach(async () => {
    for (const close of closings) await close()
  })

  async function setUp(keychain = makeMemoryKeychain(), clock = makeFakeClock()) {
    const limits = { days: 30, count: 100 }
    const vault = makeVault({ keychain, profile: folder })
    const logged: string[] = []
    const start = (isPractice = (_address: string) => false) => {
      const copies = makeSavedCopies({
        folder,
        vault,
        clock,
        isPractice,
        retention: () => ({ ...limits }),
        log: (line) => logged.push(line),
      })
      closings.push(copies.close)
      return copies
    }
    await vault.save({ address, token: 'token-1' })
    const origin = (copies: ReturnType<typeof start>, token = 'token-1') =>
      copies.originOf({ address, token })
    return { folder, keychain, clock, vault, limits, logged, start, origin }
  }

  return setUp
}
