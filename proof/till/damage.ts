/** What failing disks and curious hands do to files: any page, any row, any length. It knows no table by name. */
import { join } from 'node:path'
import fastCheck from 'fast-check'
import type Libsql from 'libsql'
import { filesBelow, writeFiles } from './copy-folder'
import { RealDatabase } from './real-libsql'

export type Damage = {
  readonly kind:
    | 'page'
    | 'bytes'
    | 'cut'
    | 'gone'
    | 'delete_row'
    | 'garble_cell'
    | 'other_cell'
    | 'last_rows'
    | 'drop_index'
    | 'trigger'
    | 'table'
  /** Which file, table, row, column or page: taken modulo how many there are. */
  readonly first: number
  readonly second: number
  readonly third: number
}

const number = fastCheck.nat(1000)
const of = fastCheck.constantFrom

export const rowDamage: fastCheck.Arbitrary<Damage> = fastCheck.record({
  kind: of(
    'delete_row',
    'garble_cell',
    'garble_cell',
    'other_cell',
    'last_rows',
    'drop_index',
    'trigger',
    'table',
  ),
  first: number,
  second: number,
  third: number,
})

export const fileDamage: fastCheck.Arbitrary<Damage> = fastCheck.oneof(
  {
    weight: 3,
    arbitrary: fastCheck.record({
      kind: of('page', 'page', 'bytes', 'cut', 'cut', 'gone'),
      first: number,
      second: number,
      third: number,
    }),
  },
  { weight: 3, arbitrary: rowDamage },
)

const pageSize = 4096
const journals = /journal.*\.db(-wal)?$/

/** Damages files of a till whose program is not running. Answers whether there was anything to damage. */
export function damageFiles(folder: string, damage: Damage): boolean {
  const files = new Map(
    [...filesBelow(folder)].filter(([name]) => journals.test(name) && !name.endsWith('-shm')),
  )
  const names = [...files.keys()]
  const name = names[damage.first % Math.max(1, names.length)]
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || bytes === undefined) return false
  switch (damage.kind) {
    case 'gone':
      files.set(name, Buffer.alloc(0))
      break
    case 'cut':
      files.set(name, bytes.subarray(0, Math.floor((bytes.length * (damage.second % 1000)) / 1000)))
      break
    case 'bytes': {
      const garbled = Buffer.from(bytes)
      const place = Math.floor((bytes.length * (damage.second % 1000)) / 1000)
      garbled.fill(damage.third % 256, place, Math.min(bytes.length, place + 1 + (damage.third % 64)))
      files.set(name, garbled)
      break
    }
    case 'page': {
      const garbled = Buffer.from(bytes)
      const page = damage.second % Math.max(1, Math.ceil(bytes.length / pageSize))
      garbled.fill(
        damage.third % 2 === 0 ? 0 : 0xa5,
        page * pageSize,
        Math.min(bytes.length, (page + 1) * pageSize),
      )
      files.set(name, garbled)
      break
    }
    default: {
      const database = names.filter((one) => one.endsWith('.db'))
      const chosen = database[damage.first % Math.max(1, database.length)]
      return chosen === undefined ? false : damageCopy(folder, chosen, files, damage)
    }
  }
  writeFiles(folder, files)
  return true
}

let scratches = 0

/**
 * libsql keeps a file open after it was closed. So rows are changed in a copy, whose bytes then take the place of the
 * file's: nobody holds what lies there when something else happens to it.
 */
function damageCopy(
  folder: string,
  name: string,
  files: ReadonlyMap<string, Buffer>,
  damage: Damage,
): boolean {
  scratches += 1
  const scratch = `${folder}-scratch-${scratches}`
  writeFiles(scratch, new Map([...files].filter(([file]) => file.startsWith(name))))
  if (!damageRows(join(scratch, name), damage)) return false
  writeFiles(folder, new Map([...filesBelow(scratch)].filter(([file]) => !file.endsWith('-shm'))))
  return true
}

/** Changes one thing inside a database, while its program runs or not. */
export function damageRows(file: string, damage: Damage): boolean {
  const database = new RealDatabase(file)
  try {
    return change(database, damage)
  } catch {
    // A file that is damaged already, or locked at this moment, cannot be changed so.
    return false
  } finally {
    database.close()
  }
}

function namesOf(database: Libsql.Database, type: string): readonly string[] {
  const rows = database.prepare('SELECT name FROM sqlite_schema WHERE type = ? ORDER BY name').all([type])
  return rows.flatMap((row) => {
    const { name } = row as { readonly name: unknown }
    return typeof name === 'string' && !name.startsWith('sqlite_') ? [name] : []
  })
}

function change(database: Libsql.Database, { kind, first, second, third }: Damage): boolean {
  const tables = namesOf(database, 'table')
  const table = tables[second % Math.max(1, tables.length)]
  if (table === undefined) return false
  const count = (
    database.prepare(`SELECT count(*) AS count FROM ${table}`).get([]) as { readonly count: number }
  ).count
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`)
    .all([]) as readonly { readonly name: string }[]
  const column = columns[third % Math.max(1, columns.length)]?.name
  const place = Math.max(1, count) > 0 ? first % Math.max(1, count) : 0
  const row = `(SELECT rowid FROM ${table} ORDER BY rowid LIMIT 1 OFFSET ${place})`
  if (kind === 'trigger')
    database.exec(
      `CREATE TRIGGER meddling AFTER INSERT ON ${table} BEGIN DELETE FROM ${table} WHERE rowid = NEW.rowid; END`,
    )
  else if (kind === 'table') database.exec(`DELETE FROM ${table}`)
  else if (kind === 'drop_index') {
    const indexes = namesOf(database, 'index')
    const index = indexes[second % Math.max(1, indexes.length)]
    if (index === undefined) return false
    database.exec(`DROP INDEX ${index}`)
  } else if (count === 0 || column === undefined) return false
  else if (kind === 'delete_row') database.exec(`DELETE FROM ${table} WHERE rowid = ${row}`)
  else if (kind === 'last_rows')
    database.exec(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid DESC LIMIT ${1 + (third % 4)})`,
    )
  else if (kind === 'garble_cell')
    database.exec(`UPDATE ${table} SET ${column} = zeroblob(max(length(${column}), 1)) WHERE rowid = ${row}`)
  else {
    const other = `(SELECT ${column} FROM ${table} ORDER BY rowid DESC LIMIT 1)`
    database.exec(`UPDATE ${table} SET ${column} = ${other} WHERE rowid = ${row}`)
  }
  return true
}
