import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLinksAndTags, readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let bob: Person
let customerId: number
let ids: number[]
const create = async (over: object) =>
  (
    await app.send(ada, 'POST', '/api/invoices', {
      customerId,
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lineItems: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
      ...over,
    })
  ).body.id as number

beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  ada = await app.person('ada')
  bob = await app.person('bob')
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: '=HYPERLINK("http://evil")', email: null })).body.id
  ids = [
    await create({ invoiceNumber: 'N-1', status: 'sent', taxRate: '8.25', notes: '@SUM(A1)\n"quoted", and more', terms: '+1' }),
    await create({ invoiceNumber: 'N-2', status: 'sent', dueDate: '2026-03-09' }),
    await create({ invoiceNumber: 'N-3' }),
    await create({ invoiceNumber: 'a/b\\..:"n-1"', status: 'sent' }),
    await create({ invoiceNumber: 'A\\B/..:"N-1"', status: 'sent' }),
  ]
  await app.sql(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
     values ($1, $2, 8.26, '2026-03-02', 'Cash', 'manual', 'succeeded'), ($1, $2, 50, '2026-03-02', 'Cash', 'manual', 'voided')`,
    [ada.userId, ids[0]],
  )
})
afterAll(() => app.close())

const csv = async (query = '') => {
  const reply = await app.send(ada, 'GET', `/api/invoices/export${query}`)
  return { reply, lines: reply.bytes.toString().split('\r\n') }
}

test('the CSV export has every column, decimal amounts, and no cell that a spreadsheet runs as a formula', async () => {
  const { reply, lines } = await csv('?search=N-1&sort=invoiceNumber')
  expect([reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="invoices-2026-03-10\.csv"/),
  ])
  expect(lines[0]).toBe(
    '\uFEFFInvoice,Customer,Email,Status,Issue Date,Due Date,Currency,Prices Include Tax,Subtotal,Discount,Charges,Net,Tax Rate,Tax Amount,Rounding,Total,Home Total,' +
      'Early Payment Discount,Withholding Tax,Paid,Written Off,Credited,Credit Applied,Balance Due,Notes,Terms',
  )
  expect(reply.bytes.toString()).toContain(
    `N-1,"'=HYPERLINK(""http://evil"")",,Sent,2026-03-01,2026-03-31,USD,,100.00,0.00,0.00,100.00,8.25,8.25,0.00,108.25,108.25,,0.00,8.26,0.00,0.00,0.00,99.99,"'@SUM(A1)\n""quoted"", and more",'+1\r\n`,
  )
})

test('the export follows search, status and sort, and contains only the user’s own invoices', async () => {
  const numbers = async (query: string) =>
    (await csv(query)).lines
      .slice(1)
      .map((line) => line.split(',')[0])
      .filter((cell) => /^N-\d$/.test(cell ?? ''))
  expect(await numbers('?sort=-invoiceNumber')).toEqual(['N-3', 'N-2', 'N-1'])
  expect(await numbers('?sort=invoiceNumber')).toEqual(['N-1', 'N-2', 'N-3'])
  expect(await numbers('?status=overdue')).toEqual(['N-2'])
  expect(await numbers('?status=draft')).toEqual(['N-3'])
  expect(await numbers('?from=2026-03-01&to=2026-03-01&status=draft')).toEqual(['N-3'])
  expect(await numbers('?from=2026-03-02')).toEqual([])
  expect((await app.send(bob, 'GET', '/api/invoices/export')).bytes.toString().trim().split('\r\n')).toHaveLength(1)
  expect((await app.send(null, 'GET', '/api/invoices/export')).status).toBe(401)
  for (const bad of ['status=late', 'sort=secret', 'limit=5', 'search=%00', 'from=2026-02-30', 'to='])
    expect([bad, (await app.send(ada, 'GET', `/api/invoices/export?${bad}`)).status]).toEqual([bad, 400])
})

test('the summary counts the matches; drafts and paid amounts are not due', async () => {
  const summary = async (query = '') => (await app.send(ada, 'GET', `/api/invoices/summary${query}`)).body
  const { byStatus, ...all } = await summary()
  expect(all).toEqual({ count: 5, total: '508.25', withoutRate: 0, balanceDue: '399.99' })
  // Each status as the list shows it, whatever status is asked for; together they are all invoices.
  expect(byStatus.map(({ status }: { status: string }) => status)).toEqual(['draft', 'sent', 'paid', 'overdue'])
  for (const { status, ...sums } of byStatus) expect(await summary(`?status=${status}`)).toEqual({ ...sums, byStatus })
  const cents = (key: 'total' | 'balanceDue') =>
    byStatus.reduce((before: number, sums: Record<string, string>) => before + Math.round(Number(sums[key]) * 100), 0)
  expect([cents('total'), cents('balanceDue')]).toEqual([50825, 39999])
  expect(await summary('?status=draft')).toMatchObject({ count: 1, total: '100.00', withoutRate: 0, balanceDue: '0.00' })
  expect(await summary('?status=overdue')).toMatchObject({ count: 1, total: '100.00', withoutRate: 0, balanceDue: '100.00' })
  expect(await summary('?search=n-3')).toMatchObject({ count: 1, total: '100.00', withoutRate: 0, balanceDue: '0.00' })
  expect(await summary('?from=2026-03-02')).toMatchObject({ count: 0, total: '0.00', withoutRate: 0, balanceDue: '0.00' })
  expect(await summary('?to=2026-03-01')).toEqual({ ...all, byStatus })
  expect((await app.send(ada, 'GET', '/api/invoices/summary?from=yesterday')).status).toBe(400)
  expect(await summary('?search=nothing')).toMatchObject({ count: 0, total: '0.00', withoutRate: 0, balanceDue: '0.00' })
  expect((await app.send(bob, 'GET', '/api/invoices/summary')).body.count).toBe(0)
  expect((await app.send(null, 'GET', '/api/invoices/summary')).status).toBe(401)
  expect((await app.send(ada, 'GET', '/api/invoices/summary?sort=total')).status).toBe(400)
})

const download = (query: string, who: Person | null = ada) => app.send(who, 'GET', `/api/invoices/download?${query}`)

test('a ZIP contains the same PDFs under safe, distinct names', async () => {
  const reply = await download(`ids=${ids.join(',')},${ids[0]}`)
  expect([reply.status, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    expect.stringMatching(/^attachment; filename="invoices-2026-03-10\.zip"/),
  ])
  const files = unzipSync(reply.bytes)
  expect(Object.keys(files)).toEqual([
    ...['Invoice-N-1.pdf', 'Invoice-N-2.pdf', 'Invoice-N-3.pdf'],
    ...['Invoice-a-b-..-n-1-.pdf', 'Invoice-A-B-..-N-1- (2).pdf'],
  ])
  for (const [i, bytes] of Object.values(files).entries()) {
    const one = (await app.send(ada, 'GET', `/api/invoices/${ids[i]}/pdf`)).bytes
    expect(Buffer.compare(Buffer.from(bytes), one)).toBe(0)
  }
})

test('a combined PDF contains the invoices in order, each with its own design and page count', async () => {
  const long = await create({ invoiceNumber: 'LONG', lineItems: Array(60).fill({ description: 'Work', quantity: 1, unitPrice: 1 }) })
  const reply = await download(`ids=${ids[1]},${long},${ids[2]}&as=pdf`)
  expect([reply.status, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    expect.stringMatching(/^attachment; filename="invoices-2026-03-10\.pdf"/),
  ])
  const pages = await readPageTexts(reply.bytes)
  expect(pages.map((text) => /·(.*)Page(\d)of(\d)$/.exec(text)?.slice(1))).toEqual([
    ['N-2', '1', '1'],
    ...['1', '2', '3'].slice(0, pages.length - 2).map((page) => ['LONG', page, String(pages.length - 2)]),
    ['N-3', '1', '1'],
  ])
  expect(pages.length).toBeGreaterThan(3)
  expect((await readLinksAndTags(reply.bytes)).conformance).toBe('1')
  // For a single invoice, the text equals that of the invoice's own PDF.
  const single = await download(`ids=${ids[1]}&as=pdf`)
  expect(await readPageTexts(single.bytes)).toEqual(await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${ids[1]}/pdf`)).bytes))
})

test('a combined PDF with more lines than one invoice may have is refused with a message, the ZIP is not', async () => {
  const id = await create({
    invoiceNumber: 'THOUSAND',
    lineItems: Array.from({ length: 1000 }, (_, i) => ({ description: `Work ${i}`, quantity: 1, unitPrice: 1 })),
  })
  const reply = await download(`ids=${id},${ids[0]}&as=pdf`)
  expect([reply.status, reply.body.message]).toEqual([
    400,
    'These invoices have 1,001 lines together; one PDF can hold 1,000. Choose fewer invoices, or download them as a ZIP file.',
  ])
  expect((await download(`ids=${id}&as=pdf`)).status).toBe(200)
  expect(Object.keys(unzipSync((await download(`ids=${id},${ids[0]}`)).bytes))).toEqual(['Invoice-THOUSAND.pdf', 'Invoice-N-1.pdf'])
})

test('a download is refused without a session, as a whole if one invoice is another user’s, and for invalid ids', async () => {
  expect((await download(`ids=${ids[0]}`, null)).status).toBe(401)
  expect((await download(`ids=${ids[0]}`, bob)).status).toBe(404)
  const several = await download(`ids=${ids[0]},999999`)
  expect([several.status, several.body.message]).toEqual([
    404,
    "One of the chosen invoices isn't there any more. Reload the list, and choose again.",
  ])
  const words = 'ids must be 1 to 100 row numbers, like 4,8,15'
  for (const [query, message] of [
    ['', words],
    ['ids=', words],
    ['ids=0', words],
    ['ids=1,,2', words],
    ['ids=1;2', words],
    ['ids=9007199254740992', words],
    [`ids=${Array.from({ length: 101 }, (_, i) => i + 1).join(',')}`, 'At most 100 invoices can be downloaded at once'],
    [`ids=${ids[0]}&as=exe`, 'as must be'],
  ] as const) {
    const reply = await download(query)
    expect([query, reply.status, reply.body.message]).toEqual([query, 400, expect.stringContaining(message)])
  }
})

test('the Paid tab of the invoices and the dashboard leave out what was refunded', async () => {
  app.setNow(new Date('2026-06-10T12:00:00Z'))
  const lea = await app.person('lea')
  const { id: customerId } = await app.call(lea, 'POST', '/api/customers', { name: 'Acme' })
  for (const [invoiceNumber, unitPrice, refund] of [
    ['P-1', '218.24', '0.00'],
    ['P-2', '25.00', '25.00'],
    ['P-3', '10.00', '4.50'],
  ] as const) {
    const { id } = await app.call(lea, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-06-01', dueDate: '2026-06-30' },
      lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    })
    await app.call(lea, 'POST', `/api/invoices/${id}/payments`, { amount: unitPrice, paymentDate: '2026-06-02', paymentMethod: 'Cash' })
    const { payments } = (await app.send(lea, 'GET', `/api/invoices/${id}/history`)).body
    if (refund !== '0.00') await app.call(lea, 'POST', `/api/invoices/${id}/payments/${payments[0].id}/refund`, { amount: refund })
  }
  const { byStatus, balanceDue } = await app.call(lea, 'GET', '/api/invoices/summary')
  expect(byStatus).toContainEqual({ status: 'paid', count: 3, total: '253.24', withoutRate: 0, balanceDue: '29.50' })
  expect(balanceDue).toBe('0.00')
  expect((await app.call(lea, 'GET', '/api/dashboard')).paidThisMonth).toBe('223.74')
})
