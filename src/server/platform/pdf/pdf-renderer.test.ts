import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentDesign, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleEstimate, sampleLines, sampleReceipt } from './testing/document.fixture.ts'
import { readLinksAndTags, readPageTexts, squash } from './testing/pdf-text.fixture.ts'
import { hashDocument } from './testing/request.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())

const designs = Object.keys(documentDesigns) as DocumentDesign[]
const readText = async (changes: Partial<PdfDocument>) => (await readPageTexts(await renderer.render(sampleDocument(changes)))).join('')

const listTexts = (document: PdfDocument) => [
  document.kind,
  document.number,
  document.mark,
  document.markDay,
  document.business.name,
  ...document.business.lines,
  'Bill to',
  document.customer.name,
  ...document.customer.lines,
  ...document.dates.flatMap(({ label, value }) => [label, value]),
  ...['Description', 'Qty', 'Rate', 'Amount'],
  ...document.lines.flatMap(({ description, quantity, unitPrice, total }) => [description, quantity, unitPrice, total]),
  ...document.totals.flatMap(({ label, value }) => [label, value]),
  'Pay online',
  document.link?.url ?? '',
  document.notes,
  document.terms,
]
const findMissing = (texts: string[], text: string) => texts.filter((each) => !text.includes(squash(each)))

describe('a document as PDF', () => {
  test.each(designs)('%s contains all texts, is tagged as PDF/UA-1 and links to the payment page', async (theme) => {
    const document = sampleDocument({ theme })
    const bytes = await renderer.render(document)
    const pages = await readPageTexts(bytes)
    expect(findMissing(listTexts(document), pages.join(''))).toEqual([])
    expect(pages).toHaveLength(1)
    const { links, roles, conformance } = await readLinksAndTags(bytes)
    expect(new Set(links)).toEqual(new Set([document.link?.url]))
    expect(conformance).toBe('1')
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(roles.filter((role) => role === 'TH')).toHaveLength(4)
    expect(roles.filter((role) => role === 'TD')).toHaveLength(12)
  })

  test('addresses of the web in notes and terms can be clicked, and nothing else', async () => {
    const long = `https://example.com/${'a'.repeat(60)}?x=1`
    const notes = `See ${long}, or (https://example.org/terms). javascript:alert(1) www.example.com`
    const bytes = await renderer.render(sampleDocument({ link: null, notes, terms: 'http://example.net/a' }))
    const { links, conformance } = await readLinksAndTags(bytes)
    expect(new Set(links)).toEqual(new Set([long, 'https://example.org/terms', 'http://example.net/a']))
    expect(conformance).toBe('1')
  })

  test('the tax of each line is a column where a line has one', async () => {
    const [first, second] = sampleDocument({}).lines
    const bytes = await renderer.render(
      sampleDocument({
        lines: [
          { ...first!, tax: '20%' },
          { ...second!, tax: '–' },
        ],
      }),
    )
    const [text] = await readPageTexts(bytes)
    expect(text).toMatch(/RateTaxAmount.*\$3,200\.0020%\$3,200\.00.*\$180\.00–\$2,160\.00/i)
  })

  test.each(designs)('%s has the labels, the expiry date and the link of an estimate', async (theme) => {
    const document = sampleEstimate({ theme })
    const bytes = await renderer.render(document)
    const pages = await readPageTexts(bytes)
    const forInvoices = ['Bill to', 'Pay online']
    const texts = listTexts(document).filter((each) => !forInvoices.includes(each))
    expect(findMissing([...texts, 'Prepared for', 'View and accept online'], pages.join(''))).toEqual([])
    expect(findMissing([...forInvoices, 'Invoice'], pages.join(''))).toHaveLength(3)
    const { links, conformance } = await readLinksAndTags(bytes)
    expect([new Set(links), conformance]).toEqual([new Set([document.link?.url]), '1'])
  })

  test.each(designs)('%s has the payments, refunds and balance of a receipt, and leaves out empty columns', async (theme) => {
    const document = sampleReceipt({ theme })
    const bytes = await renderer.render(document)
    const forInvoices = ['Description', 'Qty', 'Rate']
    const texts = [...listTexts(document).filter((each) => !forInvoices.includes(each)), 'Payment method', 'Paid on', 'Refunded']
    expect(findMissing(texts, (await readPageTexts(bytes)).join(''))).toEqual([])
    const { roles, conformance } = await readLinksAndTags(bytes)
    expect([roles.filter((role) => role === 'TH').length, conformance]).toEqual([4, '1'])
    const withoutRefunds = document.lines.map((line) => ({ ...line, unitPrice: '' }))
    const plain = await renderer.render(sampleReceipt({ theme, lines: withoutRefunds, totals: document.totals.slice(0, 2), link: null }))
    expect((await readLinksAndTags(plain)).roles.filter((role) => role === 'TH')).toHaveLength(3)
    expect((await readPageTexts(plain)).join('')).toContain('PaymentmethodPaidonAmount')
  })

  test.each(designs)('%s renders 300 lines, with the table header and the page number on each page', async (theme) => {
    const document = sampleDocument({ theme, lines: sampleLines(300), notes: '', terms: '' })
    const pages = await readPageTexts(await renderer.render(document))
    expect(findMissing(listTexts(document), pages.join(''))).toEqual([])
    expect(pages.length).toBeGreaterThan(8)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('DescriptionQtyRateAmount')
      expect(page).toContain(`Page${index + 1}of${pages.length}`)
    }
  })

  test.each(designs)('%s never has the totals on a page without a line', async (theme) => {
    for (let count = 8; count <= 26; count += 1) {
      const document = sampleDocument({ theme, lines: sampleLines(count), notes: '', terms: '' })
      const pages = await readPageTexts(await renderer.render(document))
      const last = pages.find((page) => page.includes('Subtotal$5,570.00Tax(8.25%)$459.53Total$6,029.53'))
      expect(last, `${count} lines`).toContain(`Position${count}:`)
    }
  })

  test('notes longer than a page are complete', async () => {
    const notes = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')
    const text = await readText({ notes, terms: notes.replaceAll('word', 'term') })
    expect(findMissing(notes.split(' '), text)).toEqual([])
    expect(text).toContain('term1499')
  })

  test('a last line longer than a page is complete', async () => {
    const description = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')
    const text = await readText({ lines: [...sampleLines(3), { description, quantity: '1', unitPrice: '$1.00', total: '$1.00' }] })
    expect(findMissing(description.split(' '), text)).toEqual([])
  })

  test('an empty document is rendered', async () => {
    const empty = { name: '', lines: [] }
    const text = await readText({
      ...{ number: '', mark: '', business: empty, customer: empty, dates: [], lines: [], totals: [] },
      ...{ link: null, notes: '', terms: '' },
    })
    expect(text).toContain('Page1of1')
    expect(text).not.toContain('Payonline')
  })

  test('a link that is not http or https is left out', async () => {
    const bytes = await renderer.render(sampleDocument({ link: { words: 'Pay online', url: 'javascript:alert(1)' } }))
    expect((await readLinksAndTags(bytes)).links).toEqual([])
  })

  test('an unknown design or color gives the classic design in its default colors', async () => {
    const invalid = await renderer.render(sampleDocument({ theme: 'baroque' as DocumentDesign, primaryColor: 'red', accentColor: '#12' }))
    const classic = await renderer.render(sampleDocument())
    expect(Buffer.compare(invalid, classic)).toBe(0)
  })
})

describe('the bytes', () => {
  test('are the same for the same document, also from another process', async () => {
    const document = sampleDocument({ lines: sampleLines(30) })
    const other = createPdfRenderer({ processes: 1 })
    const [first, second] = await Promise.all([renderer.render(document), other.render(document)])
    await other.close()
    expect(first).not.toBe(second)
    expect(Buffer.compare(first, second)).toBe(0)
  })

  test('come from the cache the second time', async () => {
    expect(await renderer.render(sampleDocument({ number: 'TWICE' }))).toBe(await renderer.render(sampleDocument({ number: 'TWICE' })))
  })

  test('have a cache key that changes with the content', () => {
    const key = hashDocument(sampleDocument())
    expect(hashDocument(sampleDocument())).toBe(key)
    expect(key).toMatch(/^[\w-]{43}$/)
    const others = [
      sampleDocument({ notes: 'Thanks' }),
      sampleDocument({ theme: 'modern' }),
      sampleDocument({ changedAt: new Date('2026-01-06') }),
    ]
    expect(new Set([key, ...others.map(hashDocument)]).size).toBe(4)
  })
})
