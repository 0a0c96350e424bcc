import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProxyAnswer } from './connection'

const proxy = (host: string, port: number) => ({ host, port })

describe('what the system says of its proxy', () => {
  it.each([
    ['DIRECT', [null]],
    ['PROXY proxy.shop:3128', [proxy('proxy.shop', 3128)]],
    ['PROXY 10.0.0.1:8080; DIRECT', [proxy('10.0.0.1', 8080), null]],
    ['proxy one:1;PROXY two:2 ; direct', [proxy('one', 1), proxy('two', 2), null]],
    ['PROXY [fe80::1]:3128', [proxy('fe80::1', 3128)]],
    ['SOCKS5 socks.shop:1080; PROXY proxy.shop:3128', [proxy('proxy.shop', 3128)]],
  ])('%j is read in its order', (answer, hops) => {
    expect(readProxyAnswer(answer)).toEqual(hops)
  })

  it.each([
    '',
    'SOCKS5 socks.shop:1080',
    'HTTPS proxy.shop:443',
    'QUIC proxy.shop:443',
    'PROXY proxy.shop',
    'PROXY proxy.shop:0',
    'PROXY proxy.shop:65536',
    'PROXY user@proxy.shop:80',
    'PROXY proxy.shop:80 DIRECT',
  ])('%j names no way, and above all not a straight one', (answer) => {
    expect(readProxyAnswer(answer)).toEqual([])
  })

  it('is never more than three ways, whatever it says', () => {
    const entry = fc.oneof(fc.constantFrom('DIRECT', 'PROXY a:1', 'SOCKS b:2', 'PROXY [::1]:9'), fc.string())
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const hops = readProxyAnswer(entries.join(';'))
        expect(hops.length).toBeLessThanOrEqual(3)
        for (const hop of hops) {
          if (hop !== null) expect(hop.host).not.toMatch(/[\s/@]|^$/)
        }
      }),
    )
  })
})
