import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type DocumentDesign, documentDesigns, type SwissBillPart } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'
import { readFonts, readLinksAndTags, readPageTexts, readTextPlaces } from './testing/pdf-text.fixture.ts'

// jsqr is a CommonJS module whose function is its 'default' a second time.
const scan = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default
const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())

const code = 'SPC\n0200\n1\nCH5800791123000889012\nS\nMax Muster & Söhne\nMusterstrasse\n123\n8000\nSeldwyla\nCH'
const bill: SwissBillPart = {
  ...{ code, language: 'de', currency: 'CHF', amount: '1\u00a0199.95' },
  words: {
    ...{ paymentPart: 'Zahlteil', receipt: 'Empfangsschein', account: 'Konto / Zahlbar an', reference: 'Referenz', message: 'Zusätzliche' },
    ...{ payableBy: 'Zahlbar durch', payableByBlank: 'Zahlbar durch (Name/Adresse)', currency: 'Währung', amount: 'Betrag' },
    acceptancePoint: 'Annahmestelle',
  },
  account: ['CH58 0079 1123 0008 8901 2', 'Max Muster & Söhne', 'Musterstrasse 123', '8000 Seldwyla'],
  ...{ reference: 'RF18 5390 0754 7034', message: 'INV-4', payer: null },
}
const draw = (swissBill: SwissBillPart, changes: Parameters<typeof sampleDocument>[0] = {}) =>
  sampleDocument({
    ...{
      size: 'a4',
      mark: '',
      markDay: '',
      lines: sampleLines(1),
      transfer: { title: 'Pay by transfer', rows: [], code: null, scan: 'Scan', swissBill },
    },
    ...changes,
  })

const designs = Object.keys(documentDesigns) as DocumentDesign[]

describe('the payment part', () => {
  test.each(designs)('of %s stands on the page of a short document, at the places of the guideline', async (theme) => {
    const bytes = await renderer.render(draw(bill, { theme }))
    const [page, ...others] = await readPageTexts(bytes)
    expect([others, page]).toEqual([[], expect.stringContaining('Position1')])
    expect(page).not.toContain('Paybytransfer')
    const places = await readTextPlaces(bytes, 1)
    // In millimetres from the left and from the top of the part, to the base of the first line.
    expect(places.get('Empfangsschein')).toEqual([5, 8])
    expect(places.get('Zahlteil')).toEqual([67, 8])
    expect(places.get('Konto / Zahlbar an')).toEqual([118, 7])
    expect(places.get('1 199.95')).toEqual([82, 74])
    expect(places.get('CHF')).toEqual([67, 74])
    expect([...(await readFonts(bytes)).keys()].filter((name) => /Liberation/.test(name))).toHaveLength(2)
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
  })

  test.each(designs)('of %s has a page of its own where it doesn’t fit', async (theme) => {
    const pages = await readPageTexts(await renderer.render(draw(bill, { theme, lines: sampleLines(9), notes: 'A note\n'.repeat(9) })))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.map((page) => page.includes('Zahlteil'))).toEqual(pages.map((_, i) => i === pages.length - 1))
    expect(pages[0]).toContain(`Page1of${pages.length}`)
  })

  test('is scanned from the page, cross and all, and on a page in US Letter', async () => {
    // Uploads are read in the same process, which refuses drawings.
    const operation = ['VipsForeignLoadSvgBuffer']
    onTestFinished(() => sharp.block({ operation }))
    sharp.unblock({ operation })
    for (const size of ['a4', 'letter'] as const) {
      const svg = Buffer.from(await renderer.preview(draw(bill, { size, link: null })))
      const { data, info } = await sharp(svg, { density: 144 })
        .flatten({ background: '#fff' })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(scan(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(code)
    }
  })

  test('sets longer texts smaller, and prints all of them', async () => {
    const words = Array.from({ length: 12 }, (_, i) => `Gesellschaft${i} `.repeat(4))
    const [page] = await readPageTexts(await renderer.render(draw({ ...bill, account: words.slice(0, 3), payer: words.slice(3, 6) })))
    for (const i of [0, 1, 2, 3, 4, 5]) expect(page!.split(`Gesellschaft${i}`)).toHaveLength(9)
  })
})
