import { afterAll, describe, expect, test } from 'vitest'
import { type Paper, type PaperTheme, paperThemes } from '#shared/paper.ts'
import { sampleEstimate, sampleLines, samplePaper, sampleReceipt } from './paper.fixture.ts'
import { createPdfRenderer } from './pdf.ts'
import { linksAndTags, pageTexts, squash } from './pdf-text.fixture.ts'
import { paperHash } from './request.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())

const themes = Object.keys(paperThemes) as PaperTheme[]
const textOf = async (changes: Partial<Paper>) => (await pageTexts(await renderer.render(samplePaper(changes)))).join('')

const stringsOf = (paper: Paper) => [
  paper.kind,
  paper.number,
  paper.mark,
  paper.markDay,
  paper.business.name,
  ...paper.business.lines,
  'Bill to',
  paper.customer.name,
  ...paper.customer.lines,
  ...paper.dates.flatMap(({ label, value }) => [label, value]),
  ...['Description', 'Qty', 'Rate', 'Amount'],
  ...paper.lines.flatMap(({ description, quantity, unitPrice, total }) => [description, quantity, unitPrice, total]),
  ...paper.totals.flatMap(({ label, value }) => [label, value]),
  'Pay online',
  paper.link?.url ?? '',
  paper.notes,
  paper.terms,
]
const missing = (strings: string[], text: string) => strings.filter((each) => !text.includes(squash(each)))

describe('a paper as PDF', () => {
  test.each(themes)('%s says everything, tagged as PDF/UA-1, with a link to pay', async (theme) => {
    const paper = samplePaper({ theme })
    const bytes = await renderer.render(paper)
    const pages = await pageTexts(bytes)
    expect(missing(stringsOf(paper), pages.join(''))).toEqual([])
    expect(pages).toHaveLength(1)
    const { links, roles, conformance } = await linksAndTags(bytes)
    expect(new Set(links)).toEqual(new Set([paper.link?.url]))
    expect(conformance).toBe('1')
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(roles.filter((role) => role === 'TH')).toHaveLength(4)
    expect(roles.filter((role) => role === 'TD')).toHaveLength(12)
  })

  test.each(themes)('%s says of an estimate what it is, until when it is good, and where to accept it', async (theme) => {
    const paper = sampleEstimate({ theme })
    const bytes = await renderer.render(paper)
    const pages = await pageTexts(bytes)
    const forInvoices = ['Bill to', 'Pay online']
    const strings = stringsOf(paper).filter((each) => !forInvoices.includes(each))
    expect(missing([...strings, 'Prepared for', 'View and accept online'], pages.join(''))).toEqual([])
    expect(missing([...forInvoices, 'Invoice'], pages.join(''))).toHaveLength(3)
    const { links, conformance } = await linksAndTags(bytes)
    expect([new Set(links), conformance]).toEqual([new Set([paper.link?.url]), '1'])
  })

  test.each(themes)(
    '%s says of a receipt what came, what went back, and what is left; a column without a figure is left out',
    async (theme) => {
      const paper = sampleReceipt({ theme })
      const bytes = await renderer.render(paper)
      const forInvoices = ['Description', 'Qty', 'Rate']
      const strings = [...stringsOf(paper).filter((each) => !forInvoices.includes(each)), 'Payment method', 'Paid on', 'Refunded']
      expect(missing(strings, (await pageTexts(bytes)).join(''))).toEqual([])
      const { roles, conformance } = await linksAndTags(bytes)
      expect([roles.filter((role) => role === 'TH').length, conformance]).toEqual([4, '1'])
      const whole = paper.lines.map((line) => ({ ...line, unitPrice: '' }))
      const plain = await renderer.render(sampleReceipt({ theme, lines: whole, totals: paper.totals.slice(0, 2), link: null }))
      expect((await linksAndTags(plain)).roles.filter((role) => role === 'TH')).toHaveLength(3)
      expect((await pageTexts(plain)).join('')).toContain('PaymentmethodPaidonAmount')
    },
  )

  test.each(themes)('%s carries 300 lines, with the head of the table and the page number on each page', async (theme) => {
    const paper = samplePaper({ theme, lines: sampleLines(300), notes: '', terms: '' })
    const pages = await pageTexts(await renderer.render(paper))
    expect(missing(stringsOf(paper), pages.join(''))).toEqual([])
    expect(pages.length).toBeGreaterThan(8)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('DescriptionQtyRateAmount')
      expect(page).toContain(`Page${index + 1}of${pages.length}`)
    }
  })

  test.each(themes)('%s never has the totals on a page without a line of the table', async (theme) => {
    for (let count = 8; count <= 26; count += 1) {
      const paper = samplePaper({ theme, lines: sampleLines(count), notes: '', terms: '' })
      const pages = await pageTexts(await renderer.render(paper))
      const last = pages.find((page) => page.includes('Subtotal$5,570.00Tax(8.25%)$459.53Total$6,029.53'))
      expect(last, `${count} lines`).toContain(`Position${count}:`)
    }
  })

  test('notes longer than a page are all there', async () => {
    const notes = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')
    const text = await textOf({ notes, terms: notes.replaceAll('word', 'term') })
    expect(missing(notes.split(' '), text)).toEqual([])
    expect(text).toContain('term1499')
  })

  test('a last line longer than a page is all there', async () => {
    const description = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')
    const text = await textOf({ lines: [...sampleLines(3), { description, quantity: '1', unitPrice: '$1.00', total: '$1.00' }] })
    expect(missing(description.split(' '), text)).toEqual([])
  })

  test('an empty paper is drawn too', async () => {
    const nobody = { name: '', lines: [] }
    const text = await textOf({
      ...{ number: '', mark: '', business: nobody, customer: nobody, dates: [], lines: [], totals: [] },
      ...{ link: null, notes: '', terms: '' },
    })
    expect(text).toContain('Page1of1')
    expect(text).not.toContain('Payonline')
  })

  test('a link that is not a web address is left out', async () => {
    const bytes = await renderer.render(samplePaper({ link: { words: 'Pay online', url: 'javascript:alert(1)' } }))
    expect((await linksAndTags(bytes)).links).toEqual([])
  })

  test('a theme or colour that does not exist gives the classic paper in its own colours', async () => {
    const odd = await renderer.render(samplePaper({ theme: 'baroque' as PaperTheme, primaryColor: 'red', accentColor: '#12' }))
    const usual = await renderer.render(samplePaper())
    expect(Buffer.compare(odd, usual)).toBe(0)
  })
})

describe('the bytes', () => {
  test('are the same for the same paper, from another process too', async () => {
    const paper = samplePaper({ lines: sampleLines(30) })
    const other = createPdfRenderer({ processes: 1 })
    const [first, second] = await Promise.all([renderer.render(paper), other.render(paper)])
    await other.close()
    expect(first).not.toBe(second)
    expect(Buffer.compare(first, second)).toBe(0)
  })

  test('come from memory the second time', async () => {
    expect(await renderer.render(samplePaper({ number: 'TWICE' }))).toBe(await renderer.render(samplePaper({ number: 'TWICE' })))
  })

  test('have a key that changes with anything printed and with nothing else', () => {
    const key = paperHash(samplePaper())
    expect(paperHash(samplePaper())).toBe(key)
    expect(key).toMatch(/^[\w-]{43}$/)
    const others = [samplePaper({ notes: 'Thanks' }), samplePaper({ theme: 'modern' }), samplePaper({ changedAt: new Date('2026-01-06') })]
    expect(new Set([key, ...others.map(paperHash)]).size).toBe(4)
  })
})
