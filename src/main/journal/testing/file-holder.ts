import Database from 'libsql'

/** Another program that holds a journal's write lock: while it does, the journal takes nothing. */
export type FileHolder = { readonly hold: () => void; readonly letGo: () => void; readonly end: () => void }

export function makeFileHolder(file: string): FileHolder {
  const database = new Database(file)
  return {
    hold: () => database.exec('BEGIN IMMEDIATE'),
    letGo: () => database.exec('ROLLBACK'),
    end: () => database.close(),
  }
}
