import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { madeElsewhere, placeFileName, rememberPlace } from './journal-keys'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-place-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a copied profile says where its entries were made until a journal is in force in its new folder', () => {
  const copy = path.join(folder, 'copy')
  mkdirSync(copy)
  const before = madeElsewhere(folder, folder)
  rememberPlace(folder, folder)
  cpSync(path.join(folder, placeFileName), path.join(copy, placeFileName))
  const copied = [madeElsewhere(folder, folder), madeElsewhere(copy, copy)]
  rememberPlace(copy, copy)
  expect([before, copied, madeElsewhere(copy, copy)]).toEqual([null, [null, folder], null])
})
