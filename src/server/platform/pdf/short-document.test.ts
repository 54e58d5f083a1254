import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument } from './testing/document.fixture.ts'
import { readPageTexts } from './testing/pdf-text.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())

/** Four lines with the given number of rows each. */
const createLines = (rows: number) =>
  Array.from({ length: 4 }, (_, index) => ({
    description: `Position ${index + 1}${'\nand more of it'.repeat(rows)}`,
    ...{ quantity: '1', unitPrice: '$1.00', total: '$1.00' },
  }))

// Short documents are first laid out without keeping the totals with the last line; the height of the totals is measured only if they need two pages.
describe('a document of few lines', () => {
  test.each(Object.keys(documentDesigns) as DocumentDesign[])('in %s keeps the totals on the page of the last line', async (theme) => {
    const counts = new Set<number>()
    for (let rows = 1; rows <= 16; rows += 1) {
      const pages = await readPageTexts(await renderer.render(sampleDocument({ theme, lines: createLines(rows), notes: '', terms: '' })))
      const last = pages.find((page) => page.includes('Subtotal$5,570.00Tax(8.25%)$459.53Total$6,029.53'))
      expect(last, `${rows} rows`).toContain('andmoreofit')
      counts.add(pages.length)
    }
    expect(counts).toEqual(new Set([1, 2]))
  })
})
