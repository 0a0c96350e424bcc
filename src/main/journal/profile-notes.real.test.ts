import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { madeElsewhere, placeFileName, rememberPlace } from './journal-keys'

it('a copied profile says where its entries were made until a journal is in force in its new folder', () => {
  const folder = folderOfTest()
  const copy = path.join(folder, 'copy')
  mkdirSync(copy)
  const before = madeElsewhere(folder, folder)
  rememberPlace(folder, folder)
  cpSync(path.join(folder, placeFileName), path.join(copy, placeFileName))
  const copied = [madeElsewhere(folder, folder), madeElsewhere(copy, copy)]
  rememberPlace(copy, copy)
  expect([before, copied, madeElsewhere(copy, copy)]).toEqual([null, [null, folder], null])
})
