import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

// Issued invoices that ask for nothing, long past their due date.

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(new Date('2050-03-01T12:00:00Z'))
  ada = await app.person(`ada${++count}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: `acme${count}@example.com` })).id
})

const send = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) => app.send(ada, method, url, body)
const read = async (url: string) => (await send('GET', url)).body
const work = [{ description: 'Design', quantity: '1', unitPrice: '100.00' }]
const form = (over: object = {}) => ({
  ...{ customerId, invoiceNumber: `Z-${count}`, issueDate: '2050-01-02', dueDate: '2050-01-12', lineItems: work },
  ...over,
})
const make = async (over: object = {}) => (await app.call(ada, 'POST', '/api/invoices', form({ status: 'sent', ...over }))).id
const edit = (id: number, over: object = {}) => send('PUT', `/api/invoices/${id}`, form(over))
const late = () => app.setNow(new Date('2050-03-01T12:00:00Z'))

/** An invoice from which its deposit is deducted in full. */
const makeDeducted = async () => {
  const draft = (await app.call(ada, 'POST', '/api/invoices', form())).id
  const deposit = (await send('POST', `/api/invoices/${draft}/deposits`, { percent: '100' })).body
  const { invoiceNumber, issueDate, dueDate, lineItems } = deposit
  const lines = lineItems.map(({ id, description, quantity, unitPrice }: Record<string, unknown>) => ({
    id,
    description,
    quantity,
    unitPrice,
  }))
  const issued = { customerId, invoiceNumber, issueDate, dueDate, lineItems: lines, status: 'sent' }
  expect((await send('PUT', `/api/invoices/${deposit.id}`, issued)).status).toBe(200)
  expect((await send('PUT', `/api/invoices/${draft}/deductions/${deposit.id}`)).status).toBe(200)
  const [line] = (await read(`/api/invoices/${draft}`)).lineItems
  expect((await edit(draft, { status: 'sent', lineItems: [{ ...work[0], id: line.id }] })).status).toBe(200)
  await send('POST', `/api/invoices/${deposit.id}/payments`, { amount: '100.00', paymentDate: '2050-01-05', paymentMethod: 'Cash' })
  return draft
}

const free = { lineItems: [{ ...work[0], unitPrice: '0' }] }
test.each<[string, () => Promise<number>]>([
  ['a discount of 100%', () => make({ discountPercent: '100' })],
  ['a discount of the whole amount', () => make({ discountAmount: '100.00' })],
  ['a price of zero', () => make(free)],
  ['a deposit that is deducted in full', makeDeducted],
  ['a price of zero, in yen', () => make({ ...free, currency: 'JPY', exchangeRate: '0.0066' })],
  [
    'a price of zero, marked overdue by an import',
    async () => {
      const id = await make(free)
      await app.sql(`update documents set status = 'overdue' where id = $1`, [id])
      return id
    },
  ],
])('an invoice that owes nothing by %s is settled everywhere', async (_, create) => {
  const id = await create()
  late()
  const { invoiceNumber: number, ...invoice } = await read(`/api/invoices/${id}`)
  expect(invoice).toMatchObject({ status: 'paid', total: '0.00', balanceDue: '0.00', settledBy: null })

  const listed = async (status: string) =>
    (await read(`/api/invoices?status=${status}`)).map((each: { invoiceNumber: string }) => each.invoiceNumber)
  expect([await listed('overdue'), await listed('sent')]).toEqual([[], []])
  expect(await listed('paid')).toContain(number)
  const { byStatus } = await read('/api/invoices/summary')
  expect(byStatus.filter(({ status }: { status: string }) => status !== 'paid').every((each: { count: number }) => each.count === 0)).toBe(
    true,
  )
  expect((await send('GET', '/api/invoices/export')).bytes.toString()).toMatch(new RegExp(`^${number},Acme,[^,]*,Paid,`, 'm'))

  const dashboard = await read('/api/dashboard')
  expect(dashboard).toMatchObject({ outstanding: '0.00', overdue: { count: 0, rows: [] }, attention: [] })
  expect(new Set(dashboard.recentInvoices.map(({ status }: { status: string }) => status))).toEqual(new Set(['paid']))
  expect((await read(`/api/customers/${customerId}/invoices`)).map(({ status }: { status: string }) => status)).not.toContain('overdue')
  expect((await read(`/api/customers/${customerId}/figures`)).overdue).toBe('0.00')
  expect((await read('/api/customers'))[0]).toMatchObject({ balanceDue: '0.00', overdue: '0.00' })
  const { hits } = await read(`/api/search?q=${number}`)
  expect(hits.find((hit: { id: number }) => hit.id === id).actions).toEqual(['send'])
  const { table } = await read('/api/reports?type=invoice&from=2050-01-01&to=2050-12-31')
  const counts = Object.fromEntries(
    table.rows.slice(1, 4).map(({ cells }: { cells: { text?: string; count?: number }[] }) => [cells[0]!.text, cells[1]!.count]),
  )
  expect(counts).toMatchObject({ Sent: 0, Overdue: 0 })

  await app.call(ada, 'PUT', '/api/reminder-settings', {
    ...{ isEnabled: true, timeZone: 'UTC', fromHour: 0, untilHour: 24, weekdays: [1, 2, 3, 4, 5, 6, 7], rules: [{ offsetDays: 7 }] },
  })
  expect(await read(`/api/invoices/${id}/reminders`)).toMatchObject({ coming: [], whyNot: 'Nothing is due on this invoice.' })
  await send('PUT', '/api/late-fee-rule', {
    ...{ kind: 'fixed', amount: '12.00', graceDays: 5, repeats: 'monthly', isAutomatic: false, validFrom: '2050-01-01' },
  })
  expect((await read(`/api/invoices/${id}/late-fees`)).proposal).toBeNull()

  const publicId = await getPublicId(app, id)
  const page = (await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).body
  expect(page.invoice).toMatchObject({ status: 'sent', balanceDue: '0.00' })
  const [pdf] = await readPageTexts((await send('GET', `/api/invoices/${id}/pdf`)).bytes)
  expect(pdf).toContain('Balancedue')
  expect(pdf).not.toContain('PAID')
})

test('it can be emailed, which says that nothing is due; money for it and another status are refused with the reason', async () => {
  const id = await make({ discountPercent: '100' })
  const sent = await send('POST', `/api/invoices/${id}/send-email`, {})
  expect(sent.status).toBe(200)
  const mails = async () => (await app.mails(0)).filter(({ to }) => to.address === `acme${count}@example.com`).map(({ html }) => html)
  await expect.poll(mails, { timeout: 60_000 }).toEqual(Array(2).fill(expect.stringContaining('Nothing is due')))
  const refused = async ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
  const nothingDue = 'Nothing is due on this invoice.'
  expect(await refused(await send('POST', `/api/invoices/${id}/mark-paid`, {}))).toEqual([409, nothingDue])
  const payment = { amount: '1.00', paymentDate: '2050-01-05', paymentMethod: 'Cash' }
  expect(await refused(await send('POST', `/api/invoices/${id}/payments`, payment))).toEqual([409, nothingDue])
  const discount = { discountPercent: '100' }
  for (const status of ['sent', 'overdue'])
    expect(await refused(await edit(id, { ...discount, status }))).toEqual([
      409,
      'Nothing is due on this invoice, so its status stays Paid. Choose Draft to withdraw it, or change what it asks for.',
    ])
  expect((await edit(id, { ...discount, status: 'draft' })).body.status).toBe('draft')
})

test('an edit that asks for something again makes it due, and back', async () => {
  const id = await make(free)
  const line = (await read(`/api/invoices/${id}`)).lineItems[0]
  const priced = (unitPrice: string) => ({ lineItems: [{ ...work[0], id: line.id, unitPrice }] })
  expect((await edit(id, { ...priced('80.00'), status: 'paid' })).body).toMatchObject({ status: 'overdue', balanceDue: '80.00' })
  expect((await edit(id, { ...priced('0'), status: 'overdue' })).body).toMatchObject({ status: 'paid', balanceDue: '0.00' })
  expect((await edit(id, { ...priced('80.00'), dueDate: '2050-04-01', status: 'sent' })).body.status).toBe('sent')
})

test('sending it can be undone', async () => {
  const made = (await app.call(ada, 'POST', '/api/invoices', form({ ...free, status: 'sent', holdEmail: true }))) as {
    id: number
    status: string
  }
  expect(made.status).toBe('paid')
  expect((await send('POST', `/api/invoices/${made.id}/undo-send`)).body).toMatchObject({ status: 'draft', total: '0.00' })
})

test('no reminder and no late fee comes by itself', async () => {
  const id = await make({ discountPercent: '100' })
  await app.call(ada, 'PUT', '/api/reminder-settings', {
    ...{ isEnabled: true, timeZone: 'UTC', fromHour: 0, untilHour: 24, weekdays: [1, 2, 3, 4, 5, 6, 7], rules: [{ offsetDays: 60 }] },
  })
  await send('PUT', '/api/late-fee-rule', {
    ...{ kind: 'fixed', amount: '12.00', graceDays: 5, repeats: 'monthly', isAutomatic: true, validFrom: '2050-01-01' },
  })
  app.setNow(new Date('2050-03-20T12:00:00Z'))
  for (const name of ['reminders.run', 'late-fees.run'])
    await app.runners.find((runner) => runner.name === name)!.run({ userId: ada.userId })
  expect(await app.sql('select 1 from late_fees where user_id = $1', [ada.userId])).toEqual([])
  expect(await app.sql('select 1 from reminders where user_id = $1 and document_id = $2', [ada.userId, id])).toEqual([])
})
