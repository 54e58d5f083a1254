import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument } from './testing/document.fixture.ts'
import { readPageTexts } from './testing/pdf-text.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())

/** Four lines, of so many rows each. */
const lines = (rows: number) =>
  Array.from({ length: 4 }, (_, index) => ({
    description: `Position ${index + 1}${'\nand more of it'.repeat(rows)}`,
    ...{ quantity: '1', unitPrice: '$1.00', total: '$1.00' },
  }))

// They are first laid out without holding the totals; only when they don't end on their first page, the totals' height is measured.
describe('few lines, however tall', () => {
  test.each(Object.keys(documentDesigns) as DocumentDesign[])('of %s keep the totals on the page of the last of them', async (theme) => {
    const counts = new Set<number>()
    for (let rows = 1; rows <= 16; rows += 1) {
      const pages = await readPageTexts(await renderer.render(sampleDocument({ theme, lines: lines(rows), notes: '', terms: '' })))
      const last = pages.find((page) => page.includes('Subtotal$5,570.00Tax(8.25%)$459.53Total$6,029.53'))
      expect(last, `${rows} rows`).toContain('andmoreofit')
      counts.add(pages.length)
    }
    expect(counts).toEqual(new Set([1, 2]))
  })
})
