import { describe, expect, it } from 'vitest'
import { fileName } from '../files/save-file'
import { countPages, layOutPdf, type PdfOptions } from './lay-out-pdf'

/** A printer whose text needs so many millimetres; what it answers names its pages as a PDF does. */
function printerOf(millimetres: number) {
  const asked: PdfOptions['pageSize'][] = []
  const print = async ({ pageSize }: PdfOptions) => {
    asked.push(pageSize)
    const height = pageSize === 'A4' ? 297 : pageSize.height * 25.4
    const pages = Math.ceil(millimetres / height)
    return Buffer.from(`%PDF ${Math.round(height)} /Type /Pages ${'/Type /Page\n'.repeat(pages)}`)
  }
  return { print, asked }
}

const heightOf = (pdf: Uint8Array) => Number(Buffer.from(pdf).toString().split(' ')[1])

describe('a receipt as a PDF', () => {
  it.each([61, 180, 333, 1499])('is one strip just as long as its %d mm of text', async (millimetres) => {
    const { print, asked } = printerOf(millimetres)
    const pdf = await layOutPdf(print, '80mm')
    expect(countPages(pdf)).toBe(1)
    expect(heightOf(pdf) - millimetres).toBeLessThanOrEqual(4)
    expect(asked.length).toBeLessThanOrEqual(14)
  })

  it('takes further strips only when one cannot hold it', async () => {
    const { print, asked } = printerOf(2000)
    expect([countPages(await layOutPdf(print, '80mm')), asked.length]).toEqual([2, 5])
  })

  it('takes pages on A4', async () => {
    const { print, asked } = printerOf(400)
    expect([countPages(await layOutPdf(print, 'a4')), asked]).toEqual([2, ['A4']])
  })
})

describe("a file's name", () => {
  it.each([
    ['receipt 4839', 'pdf', 'receipt 4839.pdf'],
    ['receipt.PDF', 'pdf', 'receipt.pdf'],
    ['../../etc/passwd', 'csv', 'etc passwd.csv'],
    ['a:b*c?\u0000"<>|', 'json', 'a b c.json'],
    [' ... ', 'pdf', 'Tillside.pdf'],
  ] as const)('%j becomes one that every file system takes', (suggested, kind, name) => {
    expect(fileName(suggested, kind)).toBe(name)
  })
})
