import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DocumentDesign, designColors, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines, sampleLogo, sampleReceipt } from './testing/document.fixture.ts'
import { findCollisions, readFonts, readLinksAndTags, readPageSize, readPageTexts } from './testing/pdf-text.fixture.ts'

const designs = Object.keys(documentDesigns) as DocumentDesign[]
const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warnings.mockClear())

describe.each(designs)('%s', (theme) => {
  const { primary, accent } = designColors[theme]
  const whole = sampleDocument({ theme, logo: sampleLogo, lines: sampleLines(30), primaryColor: primary, accentColor: accent })

  test('embeds its fonts, its own face first', async () => {
    const fonts = await readFonts(await renderer.render(whole))
    // A prefix of six letters means that the font is a subset.
    expect([...fonts].filter(([name, isEmbedded]) => !isEmbedded || !/^[A-Z]{6}\+/.test(name))).toEqual([])
    const face = { classic: 'SourceSerif4', modern: 'Inter', elegant: 'EBGaramond', minimal: 'Inter', creative: 'BricolageGrotesque' }[
      theme
    ]
    expect([...fonts.keys()].join(' ')).toContain(face)
  })

  test('has alternative text for each picture', async () => {
    const { roles } = await readLinksAndTags(await renderer.render({ ...whole, lines: sampleLines(1) }))
    expect(roles.filter((role) => role === 'Figure').length).toBeGreaterThanOrEqual(2)
  })

  test('has the page size Letter or A4', async () => {
    expect(await readPageSize(await renderer.render(sampleDocument({ theme, size: 'letter' })))).toEqual([612, 792])
    expect(await readPageSize(await renderer.render(sampleDocument({ theme, size: 'a4' })))).toEqual([595, 842])
  })

  test.each(['en', 'ar'] as const)('renders very long texts completely (page in %s)', async (language) => {
    const veryLong = '\u042f'.repeat(2_000)
    const party = { name: veryLong, lines: [veryLong] }
    const document = sampleDocument({
      ...{ theme, language },
      ...{
        number: veryLong,
        business: party,
        customer: party,
        dates: [{ label: veryLong, value: veryLong }],
        notes: veryLong,
        terms: veryLong,
      },
      lines: [{ description: veryLong, quantity: veryLong, unitPrice: veryLong, total: veryLong }],
      totals: [{ label: veryLong, value: veryLong, strong: true }],
    })
    const found = (await readPageTexts(await renderer.render(document))).join('')
    expect(found.split('\u042f').length - 1).toBeGreaterThanOrEqual(15 * 2_000)
    expect(warnings).not.toHaveBeenCalled()
  })

  test.each(['$1,234.50', "CHF 262'132.04", 'Rp 4.499.999.999.999,99'])(
    'a total of %s has room beside or below a long label',
    async (value) => {
      const totals = [
        { label: 'Zwischensumme', value, strong: false },
        { label: 'Gesamtbetrag', value, strong: true },
      ]
      const bytes = await renderer.render(sampleDocument({ theme, totals }))
      expect(await findCollisions(bytes, 1)).toEqual([])
      expect((await readPageTexts(bytes)).join('').split(value.replaceAll(' ', '')).length).toBeGreaterThan(2)
    },
  )

  test('renders right-to-left text with left-to-right parts', async () => {
    const name = 'شركة النور للتصميم'
    const lines = [{ description: 'ورشة عمل مع Northwind', quantity: '1', unitPrice: '$7.14', total: '$7.14' }]
    const bytes = await renderer.render(sampleDocument({ theme, business: { name, lines: ['الرياض', 'a@b.example'] }, lines }))
    const found = (await readPageTexts(bytes)).join('')
    for (const word of [...name.split(' '), 'Northwind', 'a@b.example', '$7.14']) expect(found).toContain(word)
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
    expect(warnings).not.toHaveBeenCalled()
  })
})

// A change of a template, a font or the engine changes these hashes. Review the output of `npm run sample-pdfs` first, then update the hashes with those
// that the failing tests print.
const golden: Record<DocumentDesign, { invoice: string; receipt: string }> = {
  classic: { invoice: 'd0e70aa2e9ac1d8e', receipt: '394b55a85e0f9591' },
  modern: { invoice: 'bb32f7c03199715f', receipt: '9f8ca51cd499bbcd' },
  elegant: { invoice: '06e943706010fcb6', receipt: '723acb3f99d91306' },
  minimal: { invoice: '5295d6be4c2a2614', receipt: '00d95f4dbbc29c28' },
  creative: { invoice: 'c84426a3e495d267', receipt: 'e8a3726ab4e50336' },
}
test.each(designs)('%s renders byte for byte as reviewed', async (theme) => {
  const { primary, accent } = designColors[theme]
  const look = { theme, logo: sampleLogo, primaryColor: primary, accentColor: accent }
  const hashPdf = async (document: PdfDocument) =>
    createHash('sha256')
      .update(await renderer.render(document))
      .digest('hex')
      .slice(0, 16)
  expect({ invoice: await hashPdf(sampleDocument(look)), receipt: await hashPdf(sampleReceipt(look)) }).toEqual(golden[theme])
})

test('all designs differ', async () => {
  const pdfs = await Promise.all(
    designs.map(async (theme) => Buffer.from(await renderer.render(sampleDocument({ theme }))).toString('base64')),
  )
  expect(new Set(pdfs).size).toBe(designs.length)
})
