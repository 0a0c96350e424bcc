import type { AppState } from './contract'

/**
 * Practice is what the service says it is (architecture.md, "Practice"): one header on its answers, and one function that
 * tells what the window and the paper make of it.
 */

/** What a service that moves no real money has on every answer; its value is `1`. No part of the interface. */
export const practiceHeader = 'Tillside-Practice'

/** The services of which it is known, by name. */
type Known = Pick<AppState, 'mode' | 'serviceName' | 'practiceServices'>

/**
 * Whether what that service answered was no real money: it said so on some answer, or this is the practice profile.
 * @param service its name, as receipts and refunds carry it; left out, the service that is connected now.
 */
export function isPractice(app: Known, service: string = app.serviceName): boolean {
  return app.mode === 'practice' || app.practiceServices.includes(service)
}

/** The manager of a practice till, whose PIN guards nothing and stands on the sheet of practice codes. */
export const practiceManager = 'Manager'
export const practicePin = '805317'
