import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullAccount } from '#features/account/testing/full-account.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import { smallPdf } from '#server/testing/upload.ts'
import { type Archive, exportAccount, readCsv, readJson, readText, waitForExport } from './testing/archive.ts'

let app: TestApp
let ada: Person
let account: Awaited<ReturnType<typeof createFullAccount>>
let archive: Archive
let id: number

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  account = await createFullAccount(app, ada)
  const bob = await app.person('bob')
  await app.send(bob, 'POST', '/api/customers', { name: 'STRANGER-1' })
  ;({ archive, id } = await exportAccount(app, ada))
})
afterAll(() => app.close())

const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0)

test('the archive contains spreadsheets, JSON, PDFs, files and a README that lists them', async () => {
  expect(Object.keys(archive).sort()).toEqual(
    [
      'README.txt',
      ...['customers', 'items', 'expenses', 'payments', 'tax-rates', 'exchange-rates'].map((name) => `csv/${name}.csv`),
      ...['invoice', 'estimate', 'credit-note'].flatMap((type) => [`csv/${type}s.csv`, `csv/${type}-lines.csv`, `csv/${type}-taxes.csv`]),
      ...['account', 'business-profile', 'customers', 'items', 'invoices', 'estimates', 'expenses', 'payments', 'refunds', 'files'].map(
        (name) => `json/${name}.json`,
      ),
      ...[
        'payment-attempts',
        'payment-accounts',
        'payment-checks',
        'tax-rates',
        'exchange-rates',
        'recurring-invoices',
        'bounced-addresses',
        'scheduled-sends',
        'statement-schedule',
        'statement-runs',
        ...['reminder-settings', 'reminder-rules', 'reminders', 'reminder-emails', 'reminder-opt-outs'],
        ...['late-fee-rules', 'late-fees'],
        'saved-cards',
        'invoice-numbering',
        'estimate-numbering',
        ...['credit-note-numbering', 'credit-notes', 'credit-note-emails', 'credit-note-history'],
        'journal',
        'closings',
        'manual-entries',
        'security-events',
        'api-tokens',
      ].map((n) => `json/${n}.json`),
      ...['invoice-emails', 'estimate-emails', 'statement-emails', 'invoice-history', 'estimate-history', 'record-history'].map(
        (name) => `json/${name}.json`,
      ),
      ...['deleted/invoices', 'deleted/estimates', 'deleted/records'].map((name) => `json/${name}.json`),
      'logo/logo.png',
      'pdf/estimates/Estimate-CO-N.pdf',
      'pdf/estimates/Estimate-co-n (2).pdf',
      'pdf/invoices/Invoice-..-..-x.pdf',
      'pdf/invoices/Invoice-CON.pdf',
      ...Object.keys(archive).filter((name) => /^pdf\/invoices\/Invoice-(Party|INV|N-)/.test(name)),
      'receipts/_CON (2).pdf',
      'receipts/_CON.pdf',
      ...Object.keys(archive).filter((name) => name.startsWith('receipts/😀')),
    ].sort(),
  )
  expect(await waitForExport(app, ada, id)).toMatchObject({
    state: 'done',
    filesTotal: Object.keys(archive).length,
    filesDone: Object.keys(archive).length,
  })
  const body = await app.call(ada, 'GET', `/api/account/exports/${id}`)
  const again = await app.send(ada, 'GET', `/api/account/exports/${id}/download`)
  expect([again.status, again.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(again.headers['content-disposition']).toMatch(/^attachment; filename="billfold-export-\d{4}-\d\d-\d\d\.zip"/)
  expect((await waitForExport(app, ada, id)).bytesSent).toBe(again.bytes.length)
  expect(body.bytesSent).toBeGreaterThan(10_000)
  expect(readText(archive, 'README.txt')).toContain('Everything that Billfold keeps of ada@example.com')
})

test('spreadsheets and JSON agree to the cent', () => {
  for (const [name, column, field] of [
    ['invoices', 'Total', 'total'],
    ['invoices', 'Balance Due', 'balanceDue'],
    ['estimates', 'Total', 'total'],
    ['expenses', 'Amount', 'amount'],
    ['payments', 'Amount', 'amount'],
    ['items', 'Unit Price', 'unitPrice'],
  ] as const) {
    const rows = readCsv(archive, name)
    expect([name, rows.length > 0, rows.length]).toEqual([name, true, readJson(archive, name).length])
    expect([name, sum(rows, column)]).toEqual([name, sum(readJson(archive, name), field)])
    for (const record of readJson(archive, name)) expect(record[field]).toMatch(/^\d+\.\d\d$/)
  }
  const lines = readJson(archive, 'invoices').flatMap((invoice) => invoice.lineItems)
  expect(sum(readCsv(archive, 'invoice-lines'), 'Total')).toBe(sum(lines, 'total'))
  expect(readCsv(archive, 'invoice-lines')).toHaveLength(lines.length)
  expect(readCsv(archive, 'customers')[0]!.Name).toBe(`'=HYPERLINK("evil")`)
  expect(readJson(archive, 'customers')[0]!.name).toBe('=HYPERLINK("evil")')
  expect(readCsv(archive, 'expenses').map((row) => row.Description)).toContain("'@SUM(1)")
})

test('records are complete, with decimal text, days and UTC instants, and the paths of their files', () => {
  const invoices = readJson(archive, 'invoices')
  const sent = invoices.find(({ id }) => id === account.sent.id)
  expect(sent).toMatchObject({
    ...{ invoiceNumber: 'CON', status: 'sent', dueDate: '2030-12-31', taxRate: '8.25', amountPaid: '0.00', balanceDue: sent!.total },
    lineItems: [
      { description: 'Hour', quantity: '1.50', unitPrice: '80.10', total: '120.15', itemId: account.item.id },
      { description: 'Hour', itemId: null },
    ],
    pdf: 'pdf/invoices/Invoice-CON.pdf',
    publicUrl: expect.stringMatching(new RegExp(`^${app.origin}/pay-invoice/[\\w-]{20,}$`)),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    businessAsSent: expect.objectContaining({ name: 'Ada Works' }),
  })
  expect(invoices.map(({ id }) => id)).not.toContain(account.deletedInvoice.id)
  expect(readJson(archive, 'deleted/invoices')).toEqual([expect.objectContaining({ invoiceNumber: 'GONE-1' })])
  expect(readJson(archive, 'deleted/records')).toEqual([
    expect.objectContaining({ kind: 'items', record: expect.objectContaining({ name: 'Binned', unit_price: '5.50' }) }),
  ])
  expect(readJson(archive, 'account')[0]).toMatchObject({ email: 'ada@example.com', subscriptionStatus: 'trial', trialInvoicesUsed: 5 })
  expect(readJson(archive, 'business-profile')[0]).toMatchObject({ businessName: 'Ada Works', logoFile: 'logo/logo.png' })
  expect(readJson(archive, 'expenses')[0]).toMatchObject({ receiptFile: 'receipts/_CON.pdf', customerName: '=HYPERLINK("evil")' })
  expect(readText(archive, 'receipts/_CON.pdf')).toBe(smallPdf)
  expect(readJson(archive, 'payments')[0]).toMatchObject({ amount: '10.00', paymentMethod: 'Cash', paymentDate: '2026-01-10' })
  expect(readJson(archive, 'invoice-history').length).toBeGreaterThan(4)
  expect(readText(archive, 'pdf/invoices/Invoice-CON.pdf').slice(0, 5)).toBe('%PDF-')
})

test('it contains nothing of other users, and no path leaves the folder it is extracted to', () => {
  for (const [path, bytes] of Object.entries(archive)) {
    expect(Buffer.from(bytes).includes('STRANGER-1')).toBe(false)
    expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|^\/|[\\<>:"|?*]/)
    for (const name of path.split('/')) {
      expect(Buffer.byteLength(name)).toBeLessThan(256)
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
    }
  }
  const lower = Object.keys(archive).map((path) => path.toLowerCase())
  expect(new Set(lower).size).toBe(lower.length)
})

test('write-offs are inside their invoices, and the spreadsheet adds up with them', async () => {
  const eve = await app.person('eve')
  const records = createRecords(app, eve)
  const { id: invoiceId } = await records.invoice({ status: 'sent', taxRate: '10' })
  const { writeOff } = await records.writeOff(invoiceId, { amount: '5.50', reason: 'Out of business', recoversTax: true })
  await app.call(eve, 'POST', `/api/invoices/${invoiceId}/write-offs/${writeOff.id}/reverse` as '/api/invoices/1/write-offs/1/reverse')
  await records.writeOff(invoiceId)
  const { archive: own } = await exportAccount(app, eve)
  const [invoice] = readJson(own, 'invoices')
  expect(invoice).toMatchObject({ status: 'paid', amountPaid: '0.00', amountWrittenOff: invoice!.total, balanceDue: '0.00' })
  expect(invoice!.movements).toMatchObject([
    { id: writeOff.id, amount: '5.50', taxPart: '0.50', day: '2026-01-12', notes: 'Out of business', reversedBy: 'owner' },
    { amount: invoice!.total, currency: 'USD', reversedAt: null },
  ])
  expect(readCsv(own, 'invoices')[0]).toMatchObject({ Paid: '0.00', 'Written Off': invoice!.total, 'Balance Due': '0.00' })
})

test('refunds are inside their credit notes', async () => {
  const gus = await app.person('gus')
  const { id: customerId } = await createRecords(app, gus).customer()
  const lineItems = [{ description: 'Rebate', quantity: 1, unitPrice: '50.00' }]
  const { creditNote } = await app.call(gus, 'POST', '/api/credit-notes', { customerId, issueDate: '2026-01-10', lineItems })
  const refund = { amount: '20.00', day: '2026-01-12', paymentMethod: 'Cash', notes: 'In the shop' } as const
  await app.call(gus, 'POST', `/api/credit-notes/${creditNote.id}/refunds`, refund)
  const { archive: own } = await exportAccount(app, gus)
  expect(readJson(own, 'credit-notes')[0]!.movements).toMatchObject([{ ...refund, currency: 'USD', homeAmount: null, reversedAt: null }])
})

test('a payment schedule is inside its invoice', async () => {
  const fred = await app.person('fred')
  const records = createRecords(app, fred)
  const { id: invoiceId } = await records.invoice({
    status: 'sent',
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
  })
  const instalments = ['2026-08-31', '2026-09-30'].map((dueDate) => ({ dueDate, amount: '50.00' }))
  await records.schedule(invoiceId, instalments)
  const { archive: own } = await exportAccount(app, fred)
  const [invoice] = readJson(own, 'invoices')
  expect(invoice).toMatchObject({ dueDate: '2026-08-31', instalments: instalments.map((row, i) => ({ position: i + 1, ...row })) })
})
