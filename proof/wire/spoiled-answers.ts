/** What the wire does to one refund, as plans for the cutting proxy. `after`: the service applied it first. */
import type { Break, Call, Plan } from './cutting-proxy'

type When = 'before' | 'after'

async function applied(call: Call, when: When): Promise<Buffer> {
  return when === 'after' ? call.deliver(call.request) : Buffer.alloc(0)
}

/** The line breaks without a byte of an answer. */
export function breaks(when: When, how: Break): Plan {
  return async (call) => {
    await applied(call, when)
    call.breakOff(how)
  }
}

/** Something answers in the service's place, whether or not the service has acted. */
export function answers(when: When, text: string): Plan {
  return async (call) => {
    await applied(call, when)
    call.write(text)
    call.breakOff('end')
  }
}

/** Something between us and the service brings the refund there twice, and the second answer comes back. */
export const deliversTwice: Plan = async (call) => {
  await call.deliver(call.request)
  call.write(await call.deliver(call.request))
  call.breakOff('end')
}
