import { type ExchangeDeps, type Exchanged, exchange } from '../exchange'
import { patient, placeAt, requestTo } from './exchange-request'

export const secureHost = 'pay.test'
export const secureToken = 'tls-token'

/** A refund over TLS to a port of this PC under the name `secureHost`. */
export function refundOverTls(
  port: number,
  deps: Omit<ExchangeDeps, 'deadlines' | 'resolveName'>,
  limit = 5000,
): Promise<Exchanged> {
  const place = placeAt(`https://${secureHost}:${port}`)
  return exchange(requestTo(port, { place, token: secureToken }), {
    deadlines: { ...patient.deadlines, connect: limit },
    resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    ...deps,
  })
}
