/** The part of compose.ts that makes a profile a practice till, with a payment service of its own. */
import { randomBytes } from 'node:crypto'
import { practicePin } from '../shared/practice-pin'
import type { Log } from './log/log'
import { openPracticeService } from './profile/practice-service'
import type { Profile } from './profile/profile'

const now = () => new Date()

/** Starts the embedded service and stores its address and this start's token like any other's. */
export async function startPractice(profile: Profile, log: Log): Promise<() => Promise<void>> {
  const { folder, vault, settings, supervisorPin } = profile
  const { startPracticeService } = await import('../practice/start-practice-service')
  const { practiceStores } = await import('../practice/transaction')
  const token = randomBytes(24).toString('base64url')
  const warn = log.warn
  const service = await openPracticeService({ start: startPracticeService, folder, token, now, warn })
  await vault.save({ address: service.url, token })
  const pin = await supervisorPin.state()
  if (pin.ok && pin.value === 'none') await supervisorPin.keep(practicePin, 'none')
  // The practice till stands in the first of the practice stores, so that a payment of another can be tried.
  if (settings.read().storeId === '') settings.change({ storeId: practiceStores.harbour })
  return service.stop
}
