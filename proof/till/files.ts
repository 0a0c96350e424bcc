/** What failing disks and curious hands do to a till's files. It opens no line. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import { filesIn } from '../../src/main/system/testing/temporary-folder'

export type Damage = {
  readonly kind:
    | 'page'
    | 'bytes'
    | 'cut'
    | 'emptied'
    | 'gone'
    | 'other_file'
    | 'delete_line'
    | 'garble_line'
    | 'double_line'
    | 'swap_lines'
    | 'last_lines'
    | 'index'
  /** Which file, line or page: taken modulo how many there are; the newest file first. */
  readonly first: number
  readonly second: number
  readonly third: number
}

const number = fastCheck.nat(1000)
/** Most often the newest file, which is the one that is read. */
const file = fastCheck.oneof(
  { weight: 2, arbitrary: fastCheck.constant(0) },
  { weight: 1, arbitrary: number },
)
const of = fastCheck.constantFrom
const parts = { first: file, second: number, third: number }

export const lineDamage: fastCheck.Arbitrary<Damage> = fastCheck.record({
  kind: of('delete_line', 'garble_line', 'garble_line', 'double_line', 'swap_lines', 'last_lines', 'index'),
  ...parts,
})

export const fileDamage: fastCheck.Arbitrary<Damage> = fastCheck.oneof(
  {
    weight: 3,
    arbitrary: fastCheck.record({
      kind: of('page', 'page', 'bytes', 'cut', 'cut', 'emptied', 'gone', 'other_file'),
      ...parts,
    }),
  },
  { weight: 3, arbitrary: lineDamage },
)

const pageSize = 512
const segment = /journal-.*\.log$/
const index = /index\.db$/

/** Damages files of a till, whether its program is running or not. Answers whether there was anything to damage. */
export function damageFiles(folder: string, damage: Damage): boolean {
  const files = filesIn(folder)
  const names = [...files.keys()].filter((name) => (damage.kind === 'index' ? index : segment).test(name))
  const name = names.sort().at(-1 - (damage.first % Math.max(1, names.length)))
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || bytes === undefined) return false
  if (damage.kind === 'gone') {
    rmSync(join(folder, name))
    return true
  }
  const other = files.get(names[damage.second % names.length] ?? name) ?? bytes
  const changed = damage.kind === 'other_file' ? other : changedBy(damage, bytes)
  if (changed.equals(bytes)) return false
  writeFileSync(join(folder, name), changed)
  return true
}

function changedBy({ kind, second, third }: Damage, bytes: Buffer): Buffer {
  const place = Math.floor((bytes.length * (second % 1000)) / 1000)
  const garbled = Buffer.from(bytes)
  switch (kind) {
    case 'emptied':
      return Buffer.alloc(0)
    case 'cut':
      return bytes.subarray(0, place)
    case 'bytes':
      return garbled.fill(third % 256, place, Math.min(bytes.length, place + 1 + (third % 64)))
    case 'page':
    case 'index': {
      const page = second % Math.max(1, Math.ceil(bytes.length / pageSize))
      const end = Math.min(bytes.length, (page + 1) * pageSize)
      return garbled.fill(third % 2 === 0 ? 0 : 0xa5, page * pageSize, end)
    }
    default:
      return changedLines(kind, second, third, bytes)
  }
}

function changedLines(kind: Damage['kind'], second: number, third: number, bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split('\n').slice(0, -1)
  const place = second % Math.max(1, lines.length)
  const [line = '', next = ''] = lines.slice(place, place + 2)
  if (kind === 'delete_line') lines.splice(place, 1)
  else if (kind === 'double_line') lines.splice(place, 0, line)
  else if (kind === 'swap_lines' && place + 1 < lines.length) lines.splice(place, 2, next, line)
  else if (kind === 'last_lines') lines.splice(-1 - (third % 4))
  else if (kind === 'garble_line') lines[place] = 'x'.repeat(line.length)
  return Buffer.from(lines.map((each) => `${each}\n`).join(''), 'latin1')
}
