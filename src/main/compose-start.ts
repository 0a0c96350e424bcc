/** The part of compose.ts that says whether what the system starts by itself may open, before there is a window. */
import { findPolicy } from './policy/find-policy'
import { readPolicy } from './policy/read-policy'
import type { OpenCommand } from './profile/command-line'

/**
 * What becomes of a start with the PC under the policy of this PC.
 * @returns the order as the policy wants it; null where it wants none
 */
export async function orderUnderPolicy(order: OpenCommand): Promise<OpenCommand | null> {
  const { startWithPc } = readPolicy(await findPolicy(order.policyFile)).policy
  if (startWithPc === 'no') return null
  return startWithPc === 'kiosk' ? { ...order, kiosk: true } : order
}
