import { afterAll, describe, expect, test, vi } from 'vitest'
import { createRow, createSubtotal, createTotal, textCell } from '#features/reports/builders/cells.ts'
import type { StatementDetails } from '#features/reports/builders/statement-details.ts'
import { withBusinessDefaults } from '#server/domain/business/business.ts'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { sampleLogo } from '#server/platform/pdf/testing/document.fixture.ts'
import { readLinksAndTags, readPageSize, readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import type { Report } from '#shared/contract/reports.ts'
import { day } from '#shared/dates.ts'
import { cents as amountOf, toSum } from '#shared/money.ts'
import { ageBuckets } from '#shared/reports.ts'
import { maxPdfRows, renderReportPdf } from './pdf.ts'

const cents = (hundredths: number) => toSum(amountOf(hundredths))
const renderer = createPdfRenderer({ processes: 1, picture: async () => sampleLogo.bytes })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})

const business = withBusinessDefaults({
  name: 'Harbour & Pine',
  city: 'Portland',
  state: 'OR',
  size: 'a4',
  language: 'ar',
  logoKey: 'logos/1',
})
const sample: Report = {
  type: 'profit-loss',
  title: 'Profit & Loss',
  range: { from: day('2026-01-01'), to: day('2026-03-31') },
  previous: { from: day('2025-10-01'), to: day('2025-12-31') },
  basis: 'cash',
  customer: null,
  headline: [
    { label: 'Net profit', amount: cents(1_125_00), previous: cents(1_000_00) },
    { label: 'Invoices', count: 1_234, previous: null },
  ],
  chart: {
    isStacked: false,
    series: [{ key: 'a', label: 'Income' }],
    points: ['Jan 2026', 'Feb 2026'].map((label) => ({ label, from: day('2026-01-01'), to: day('2026-01-31'), values: [cents(-5_00)] })),
  },
  table: {
    columns: [
      { key: 'name', label: 'Name', kind: 'text' },
      { key: 'day', label: 'Date', kind: 'day' },
      { key: 'amount', label: 'Amount', kind: 'amount' },
      { key: 'change', label: 'Change', kind: 'text' },
    ],
    rows: [
      { role: 'heading', cells: [textCell('Income'), {}, {}, {}] },
      createRow(textCell('Sales'), { day: day('2026-02-03') }, { amount: cents(-1_234_56) }, textCell('+12.5%')),
      createSubtotal(textCell('Total income'), {}, { amount: cents(7_00) }, {}),
      createTotal(textCell('Net'), {}, { amount: cents(9_999_999_99) }, {}),
    ],
    isCut: false,
  },
  notes: ['Expenses count on their own date.'],
}
const pdfOf = async (changes: Partial<Report>, parts: StatementDetails | null = null, owner = business) =>
  (await renderReportPdf({ pdf: renderer, account: '1' }, owner, { ...sample, ...changes }, parts)).bytes
const textOf = async (...asked: Parameters<typeof pdfOf>) => (await readPageTexts(await pdfOf(...asked))).join('')
const rows = (count: number, name = 'Row') =>
  Array.from({ length: count }, (_, i) => createRow(textCell(`${name} ${i + 1}`), {}, { amount: cents(i) }, {}))
const tableOf = (body: Report['table']['rows'], isCut = false) => ({ table: { ...sample.table, rows: body, isCut } })
const missing = (said: string[], found: string) => said.filter((each) => !found.includes(squash(each)))

describe('a report as PDF', () => {
  test('has business, range, basis, figures, table and notes, and is tagged as PDF/UA-1', async () => {
    const reply = await renderReportPdf({ pdf: renderer, account: '1' }, business, sample)
    expect(reply).toMatchObject({ contentType: 'application/pdf', fileName: 'profit-and-loss-2026-01-01-to-2026-03-31.pdf' })
    const found = (await readPageTexts(reply.bytes)).join('')
    const said = [
      ...['Harbour & Pine', 'Portland, OR', 'Profit & Loss', 'Period  Jan 01, 2026 - Mar 31, 2026', 'Cash: counted when the money comes'],
      ...['Compared with  Oct 01, 2025 - Dec 31, 2025', 'Net profit $1,125.00 +12.5% from last period', 'Invoices 1,234'],
      ...['Name Date Amount Change', 'Sales Feb 03, 2026 -$1,234.56 +12.5%', 'Total income $7.00', 'Net $9,999,999.99'],
      ...['Expenses count on their own date.', 'Page 1 of 1', 'Feb 2026', '-$6'],
    ]
    expect(missing(said, found)).toEqual([])
    const { roles, conformance } = await readLinksAndTags(reply.bytes)
    expect([conformance, roles.filter((role) => role === 'H1').length, roles.filter((role) => role === 'TH').length]).toEqual(['1', 1, 4])
    // Logo and chart.
    expect(roles.filter((role) => role === 'Figure').length).toBeGreaterThan(1)
    expect(await readPageSize(reply.bytes)).toEqual([595, 842])
    expect(await readPageSize(await pdfOf({}, null, { ...business, size: 'letter' }))).toEqual([612, 792])
    expect(warnings).not.toHaveBeenCalled()
  })

  test('equal figures give an equal file', async () => {
    const [one, two] = [
      await renderReportPdf({ pdf: renderer, account: '1' }, business, sample),
      await renderReportPdf({ pdf: renderer, account: '1' }, business, { ...sample }),
    ]
    const other = await renderReportPdf({ pdf: renderer, account: '1' }, business, { ...sample, notes: [] })
    expect([one.etag === two.etag, one.etag === other.etag]).toEqual([true, false])
  })

  test('wide tables turn the page to landscape; open-ended ranges and empty tables are described in words', async () => {
    const columns = Array.from({ length: 9 }, (_, i) => ({ key: `c${i}`, label: `Column ${i}`, kind: 'amount' as const }))
    const wide = { columns, rows: [createRow(...columns.map(() => ({ amount: cents(123_456_789) })))], isCut: false }
    expect(await readPageSize(await pdfOf({ table: wide }))).toEqual([842, 595])
    const range = { from: day('1900-01-01'), to: day('9999-12-31') }
    const found = await textOf({ ...tableOf([]), range, previous: null, chart: null })
    expect(missing(['Period  All time', 'There is nothing in these days.'], found)).toEqual([])
    expect(await textOf({ type: 'receivables' })).toContain(squash('As of  Mar 31, 2026'))
  })

  test('a long table repeats its header and page number; omitted rows are mentioned and still summed', async () => {
    const pages = await readPageTexts(
      await pdfOf(tableOf([...rows(3_000), createTotal(textCell('Net'), {}, { amount: cents(77_00) }, {})])),
    )
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`Page${i + 1}of${pages.length}`)
      if (i < pages.length - 1) expect(page).toContain('NameDateAmountChange')
    }
    const all = pages.join('')
    expect(
      missing(
        ['Row 1$0.00', `Row ${maxPdfRows}$19.99`, 'Net $77.00', 'Only the first 2,000 rows are shown here. The CSV file has all rows.'],
        all,
      ),
    ).toEqual([])
    expect(all).not.toContain(`Row${maxPdfRows + 1}$`)
    expect(await textOf(tableOf(rows(5), true))).toContain(squash('Only the first 5 rows are shown here.'))
    expect(await textOf(tableOf(rows(5)))).not.toContain('Onlythefirst')
  })

  test('hostile text is printed letter for letter in every script, or cleaned', async () => {
    warnings.mockClear()
    const names = ['#eval("1") $x^2$ <b>*_@ref', '株式会社みなと設計', 'شركة النور للتصميم', 'left\u202eright\0x', 'q'.repeat(3_000)]
    const bytes = await pdfOf({
      ...tableOf([...names.map((name) => createRow(textCell(name), {}, {}, {})), { role: 'heading', cells: [textCell(names[0]!)] }]),
      ...{ title: names[0]!, notes: names, headline: [{ label: names[0]!, amount: cents(1), previous: null }] },
      ...{ customer: { id: 1, name: names[1]!, email: null } },
    })
    const pages = await readPageTexts(bytes)
    const found = pages.join('')
    expect(missing([...names.slice(0, 2), 'leftrightx', ...names[2]!.split(' ')], found)).toEqual([])
    // Title, figure, row, heading, note, and the footer of each page.
    expect([found.split(squash(names[0]!)).length - 1, found.split('q').length - 1]).toEqual([5 + pages.length, 6_000])
    expect(warnings).not.toHaveBeenCalled()
  })
})

const parts: StatementDetails = {
  customer: {
    name: 'Kim & Co',
    company: null,
    contactName: null,
    vatId: null,
    email: 'kim@x.example',
    phone: null,
    address: '1 Main St',
    city: 'Ames',
    state: 'IA',
    zipCode: '1',
    country: null,
    language: 'en',
  },
  balances: [
    {
      currency: 'USD',
      ageing: ageBuckets.map((bucket, i) => ({ bucket, amount: cents(i * 100) })),
      credit: cents(50),
      balance: cents(950),
    },
  ],
}
const statement: Partial<Report> = {
  type: 'statement',
  title: 'Customer Statement',
  basis: null,
  customer: { id: 1, name: 'Kim & Co', email: null },
}

test('a statement has both addresses, the overdue days of open invoices, and the credit', async () => {
  const found = await textOf(statement, parts)
  const said = [
    ...['Portland, OR', 'To Kim & Co 1 Main St Ames, IA 1 kim@x.example', 'Balance due $9.50', 'Of which overdue $9.50'],
    ...['Not yet due 1-30 days 31-60 days 61-90 days 90+ days Credit Balance due', '$0.00 $1.00 $2.00 $3.00 $4.00 -$0.50 $9.50'],
  ]
  expect(missing(said, found)).toEqual([])
  // Nothing that only the owner may see.
  expect(found).not.toMatch(/Comparedwith|fromlastperiod|CSV/)
  const owed = { ...parts, balances: [{ ...parts.balances[0]!, ageing: [], balance: cents(-50) }] }
  expect(await textOf(statement, owed)).toContain(squash('Credit In your favor -$0.50 $0.50'))
})

test.each([
  ['de', ['An Kim & Co', 'Zeitraum  1. Januar 2026 - 31. März 2026', 'Noch nicht fällig 1-30 Tage', '-0,50 $', 'Hinweis', 'Seite 1 von 1']],
  ['ar', ['كشف', 'الفترة', '31', 'مارس', '1-30يوما']],
] as const)('the own words, dates and amounts of a statement are in the language of its customer: %s', async (language, said) => {
  const own = { ...parts, customer: { ...parts.customer, language } }
  const title = language === 'de' ? 'Kontoauszug' : 'كشف حساب'
  const { fileName, bytes } = await renderReportPdf(
    { pdf: renderer, account: '1' },
    business,
    { ...sample, ...statement, title, notes: ['Hinweis'] },
    own,
  )
  expect(fileName).toBe(`${title.replace(' ', '-')}-2026-01-01-2026-03-31.pdf`)
  const found = (await readPageTexts(bytes)).join('')
  expect(missing([...said], found)).toEqual([])
  for (const english of ['Not yet due', 'Balance due', 'Page 1', 'Period']) expect(found).not.toContain(squash(english))
})
