import { writeHundredths } from '../shared/money'
import type { TransactionFacts } from './stored-transaction'

/** ISO 4217 numbers of the currencies in the practice data; 999 is "no currency". */
const currencyNumbers: ReadonlyMap<string, string> = new Map([
  ['HKD', '344'],
  ['USD', '840'],
  ['EUR', '978'],
  ['GBP', '826'],
  ['CNY', '156'],
  ['JPY', '392'],
])

/** One data object of an EMV code: a tag of two digits, the length in two digits, the value. */
function dataObject(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

/** The checksum that ends an EMV code: CRC-16 with the polynomial 1021 that begins at FFFF, in four hex digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What the payment's EMV code held: the text of such a QR code, for a merchant that does not exist. */
export function emvPayload(facts: TransactionFacts): string {
  const merchant = dataObject('00', 'example.practice') + dataObject('01', facts.transaction_id)
  const text = [
    dataObject('00', '01'),
    dataObject('01', '12'),
    dataObject('26', merchant),
    dataObject('52', '5999'),
    dataObject('53', currencyNumbers.get(facts.currency) ?? '999'),
    dataObject('54', writeHundredths(facts.amount)),
    dataObject('58', 'HK'),
    dataObject('59', 'Practice Store'),
    dataObject('60', 'Hong Kong'),
    '6304',
  ].join('')
  return text + checksum(text)
}
