import { afterEach, expect, it } from 'vitest'
import { languages } from '../../shared/base/languages'
import { startFailure } from '../window/life'
import { setSystemLanguage, systemWords } from './words'

afterEach(() => setSystemLanguage('en'))

it('says outside the page what the page’s language says, with the reference that support needs', () => {
  const said = languages.map((language) => {
    setSystemLanguage(language)
    const failed = startFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), { error: () => 'E-1' })
    return [systemWords.lists, failed.title, failed.paragraphs[0], failed.next.includes('E-1')]
  })
  expect(said).toEqual([
    ['Lists of codes', 'Tillside couldn’t start', 'The disk of this PC is full.', true],
    ['編號名單', 'Tillside 未能啟動', '這部電腦的硬碟已滿。', true],
    ['编号清单', 'Tillside 无法启动', '本电脑的硬盘已满。', true],
    ['コードのリスト', 'Tillsideを起動できませんでした', 'このPCのディスクがいっぱいです。', true],
  ])
})
