import { type ExchangeDeps, type Exchanged, exchange } from '../exchange'
import { placeAt } from './exchange-request'

export const secureHost = 'pay.test'
export const secureToken = 'tls-token'

/** A refund over TLS to a port of this PC under the name `secureHost`. */
export function refundOverTls(
  port: number,
  deps: Omit<ExchangeDeps, 'deadlines' | 'resolveName'>,
  limit = 5000,
): Promise<Exchanged> {
  return exchange(
    {
      place: placeAt(`https://${secureHost}:${port}`),
      method: 'POST',
      path: '/v1/transactions/a/refund',
      body: 'amount=1.00',
      token: secureToken,
    },
    {
      deadlines: { connect: limit, firstByte: 5000, whole: 5000 },
      resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
      ...deps,
    },
  )
}
