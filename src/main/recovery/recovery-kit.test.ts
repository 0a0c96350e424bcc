import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KitContent, openKit, sealKit } from './recovery-kit'

const kit = (): KitContent => ({
  madeAt: 1_800_000_000_000,
  till: 'Harbour Road',
  deviceId: 'till-3',
  journals: [
    { id: randomUUID(), key: randomBytes(32).toString('base64'), lines: 41 },
    { id: randomUUID(), key: randomBytes(32).toString('base64'), lines: null },
  ],
})
const passphrase = 'nine grey geese fly'

describe('a recovery kit', () => {
  it('opens with its passphrase, however its letters are composed, and shows nothing before', async () => {
    const content = kit()
    const text = await sealKit(content, 'Café de Flore, neun')
    expect(await openKit(text, 'Cafe\u0301 de Flore, neun')).toEqual({ ok: true, value: content })
    for (const { id, key } of content.journals)
      expect([text.includes(id), text.includes(key)]).toEqual([false, false])
    expect(text).not.toContain('Harbour')
  })

  it('opens with no other passphrase', async () => {
    const text = await sealKit(kit(), passphrase)
    for (const other of ['', `${passphrase} `, passphrase.toUpperCase()])
      expect(await openKit(text, other)).toEqual({ ok: false, fault: 'wrong_passphrase' })
  })

  it('is never the same twice', async () => {
    const content = kit()
    expect(await sealKit(content, passphrase)).not.toBe(await sealKit(content, passphrase))
  })

  it('does not open once any of it was changed', async () => {
    const text = await sealKit(kit(), passphrase)
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const changed = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`
        const opened = await openKit(changed, passphrase)
        // Base64 has letters whose last bits say nothing, and JSON its blanks.
        expect(opened.ok).toBe(opened.ok && meansTheSame(changed, text))
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['another file', '{"format":"Tillside settings","version":1}'],
    ['a file of a megabyte', `{"format":"${'x'.repeat(1_100_000)}"}`],
  ])('is not %s', async (_name, text) => {
    expect(await openKit(text, passphrase)).toEqual({ ok: false, fault: 'not_a_kit' })
  })

  it('of a newer program is said to be one', async () => {
    const text = JSON.stringify({ format: 'Tillside recovery kit', version: 2, other: true })
    expect(await openKit(text, passphrase)).toEqual({ ok: false, fault: 'newer_kit' })
  })

  it('cannot ask for more memory or time than one of ours', async () => {
    const whole = JSON.parse(await sealKit(kit(), passphrase))
    for (const change of [{ N: 2 ** 30 }, { N: 3 }, { r: 1024 }, { p: 1000 }]) {
      const text = JSON.stringify({ ...whole, scrypt: { ...whole.scrypt, ...change } })
      expect(await openKit(text, passphrase)).toEqual({ ok: false, fault: 'not_a_kit' })
    }
  })

  it('of which the end is missing does not open', async () => {
    const text = await sealKit(kit(), passphrase)
    for (const length of [1, 40, text.length >> 1, text.length - 3])
      expect((await openKit(text.slice(0, length), passphrase)).ok).toBe(false)
  })
})

/** Whether both name the same bytes. */
function meansTheSame(one: string, other: string): boolean {
  const read = (text: string) => {
    const { tag, nonce, sealed, scrypt } = JSON.parse(text)
    return [tag, nonce, sealed, scrypt.salt].map((part) => Buffer.from(part, 'base64').toString('hex')).join()
  }
  return read(one) === read(other)
}
