/**
 * Sends one refund from a real Electron by the program's own network rules, and prints how it ended: the floor build
 * takes services on this PC only, which are never looked for behind a proxy. `refund-once PORT POLICY`.
 */
import { app } from 'electron'
import { refundOverTls } from '../../src/main/service/testing/secure-exchange'
import { networkRules } from '../../src/main/settings/network-rules'
import { readPolicy } from '../../src/main/settings/policy'
import { findPolicyFile } from '../../src/main/settings/policy-places'

void app.whenReady().then(async () => {
  const [port, file = ''] = process.argv.slice(-2)
  const policy = readPolicy(findPolicyFile({ file, owner: process.getuid?.() ?? 0 }))
  const outcome = await refundOverTls(Number(port), networkRules(policy))
  process.stdout.write(`${JSON.stringify({ problem: policy.problem, ...outcome })}\n`, () => app.exit(0))
})
