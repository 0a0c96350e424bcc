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
export function answers(when: When, bytes: Buffer): Plan {
  return async (call) => {
    await applied(call, when)
    call.write(bytes)
    call.breakOff('end')
  }
}

/** The connection stays open and silent. */
export function stalls(when: When): Plan {
  return async (call) => {
    await applied(call, when)
    await call.over
  }
}

/** An answer that begins and then brings a space at a time without end. */
export function drips(): Plan {
  return async (call) => {
    await call.deliver(call.request)
    call.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n')
    const dripping = setInterval(() => call.write(' '), 20)
    await call.over
    clearInterval(dripping)
  }
}

/** Something between us and the service brings the refund there twice, and the second answer comes back. */
export const deliversTwice: Plan = async (call) => {
  await call.deliver(call.request)
  call.write(await call.deliver(call.request))
  call.breakOff('end')
}
