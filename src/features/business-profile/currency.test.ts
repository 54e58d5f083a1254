import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { ada, app, create, read, save, setUpProfileApp } from './testing/profiles.ts'

setUpProfileApp()

const makeInvoice = async (status = 'draft') => {
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body
  const made = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId: customer.id, invoiceNumber: 'A-1', status, issueDate: '2026-01-05', dueDate: '2030-02-04' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
  return { id: made.body.id as number, publicId: row!.public_id }
}
const readInvoice = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)

test('the currency of the business is that of the user, of drafts and of new documents', async () => {
  await create()
  const draft = await makeInvoice()
  expect(await readInvoice(draft.id)).toMatchObject({ currency: 'USD', version: 1 })
  expect((await save({ currency: 'EUR' })).body).toMatchObject({ currency: 'EUR', isCurrencyFixed: false })
  expect(await app.call(ada, 'GET', '/api/auth/user')).toMatchObject({ currency: 'EUR' })
  expect(await readInvoice(draft.id)).toMatchObject({ currency: 'EUR', version: 2, total: '150.25' })
  const [event] = await app.sql<{ changes: object[] }>(
    "select changes from events where user_id = $1 and subject_type = 'profile' order by id desc",
    [ada.userId],
  )
  expect(event!.changes).toEqual([{ field: 'Currency', before: 'US Dollar', after: 'Euro' }])
})

test('an invoice in another currency is paid and exported in it, and fixes the currency', async () => {
  await create({ currency: 'EUR' })
  const { id, publicId } = await makeInvoice('sent')
  expect(await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).toMatchObject({
    invoice: { currency: 'EUR', total: '150.25' },
    paymentConfig: { hasStripe: true, hasPayPal: true },
  })
  const paid = await app.send(ada, 'POST', `/api/invoices/${id}/payments`, {
    amount: '50.25',
    paymentDate: '2026-01-20',
    paymentMethod: 'Cash',
  })
  expect(paid.status).toBe(201)
  const more = await app.send(ada, 'POST', `/api/invoices/${id}/write-offs`, { amount: '150.25', day: '2026-01-20' })
  expect(readRefusal(more)).toMatchObject({ message: 'Amount must be at most the balance due, €100.00' })
  const { events } = await app.call(ada, 'GET', `/api/invoices/${id}/history`)
  expect(JSON.stringify(events)).toContain('€50.25, Cash')
  const journal = (await app.send(ada, 'GET', '/api/books/journal?format=hledger&basis=accrual')).bytes.toString()
  expect(journal).toContain('\ncommodity 1000.00 EUR\n')
  expect(journal).toMatch(/Assets:Bank +50\.25 EUR\n/)
  expect(journal).not.toContain('$')

  const refused = await save({ currency: 'USD' })
  const message = 'The currency stays EUR: your first documents were issued in it'
  expect([refused.status, readRefusal(refused)]).toEqual([
    409,
    expect.objectContaining({ message, issues: [{ path: 'currency', message }] }),
  ])
  expect((await save({ currency: 'EUR', businessName: 'Atelier' })).status).toBe(200)
  expect(await read()).toMatchObject({ currency: 'EUR', isCurrencyFixed: true, businessName: 'Atelier' })
})

test.each([
  ['NGN', true, false],
  ['GBP', true, true],
  ['BTN', false, false],
])('in %s cards are offered: %s, and PayPal: %s', async (currency, hasStripe, hasPayPal) => {
  await create({ currency })
  const { id, publicId } = await makeInvoice('sent')
  expect((await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).paymentConfig).toMatchObject({ hasStripe, hasPayPal })
  const link = await app.send(ada, 'POST', `/api/invoices/${id}/create-payment`)
  expect(link.status).toBe(hasStripe ? 200 : 409)
})

test.each([
  ['eur', 'Currency must be a code of ISO 4217, like EUR'],
  ['XXX', 'Currency must be a code of ISO 4217, like EUR'],
  [12, 'Currency must be a code of ISO 4217, like EUR'],
])('%s is refused as a currency', async (currency, message) => {
  const refused = await create({ currency })
  expect([refused.status, readRefusal(refused)]).toEqual([400, expect.objectContaining({ issues: [{ path: 'currency', message }] })])
})

test('drafts stay in the former currency when it has another number of decimals', async () => {
  await create()
  const draft = await makeInvoice()
  expect((await save({ currency: 'JPY' })).body).toMatchObject({ currency: 'JPY' })
  expect(await readInvoice(draft.id)).toMatchObject({ currency: 'USD', exchangeRate: null, homeTotal: null, total: '150.25', version: 2 })
  const { customerId, invoiceNumber, issueDate, dueDate } = await readInvoice(draft.id)
  const edited = await app.send(ada, 'PUT', `/api/invoices/${draft.id}`, {
    ...{ customerId, invoiceNumber, issueDate, dueDate, currency: 'JPY' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
  expect(edited.body).toMatchObject({ currency: 'JPY', exchangeRate: '1', total: '150.00', homeTotal: '150.00' })
})
