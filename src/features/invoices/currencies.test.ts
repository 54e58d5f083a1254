import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

// Invoices and estimates in other currencies than that of the business, which is the US dollar.

let app: TestApp
let ada: Person
let records: ReturnType<typeof createRecords>
let vat: number
let europeanId: number

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  records = createRecords(app, ada)
  vat = (
    await app.call(ada, 'POST', '/api/tax-rates', { name: 'VAT 19%', components: [{ name: 'VAT', percent: '19', isCompound: false }] })
  ).id
  europeanId = (await records.customer({ name: 'Müller', currency: 'EUR' })).id
})
afterAll(() => app.close())

const day = '2026-01-05'
const thousand = () => [{ description: 'Work', quantity: '1', unitPrice: '1000.00', taxRateId: vat }]
const euros = (more: object = {}) => ({ currency: 'EUR' as const, lineItems: thousand(), ...more })
const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)
const edit = async (id: number, more: object) => {
  const { customerId, invoiceNumber, issueDate, dueDate, lineItems } = await read(id)
  const lines = lineItems.map(({ discountAmount: _a, discountPercent: _p, total: _t, ...line }) => line)
  return app.send(ada, 'PUT', `/api/invoices/${id}`, { customerId, invoiceNumber, issueDate, dueDate, lineItems: lines, ...more })
}
const issue = (id: number) => edit(id, { status: 'sent' })
const readStored = async (id: number) =>
  (
    await app.sql(
      `select d.home_total::text, t.home_base::text, t.home_amount::text from documents d
       left join document_taxes t on t.user_id = d.user_id and t.document_id = d.id where d.id = $1`,
      [id],
    )
  )[0]
const converted = { home_total: '1290.20', home_base: '1084.20', home_amount: '206.00' }
const addRate = (rate: string, more: { source?: string; currency?: string; on?: string } = {}) =>
  app.sql(
    `insert into exchange_rates (user_id, currency, day, rate, source) values ($1, $2, $3, $4, $5)
     on conflict (user_id, currency, day) do update set rate = excluded.rate, source = excluded.source`,
    [ada.userId, more.currency ?? 'EUR', more.on ?? day, rate, more.source ?? 'typed'],
  )
const expectRefused = async (reply: { status: number }, status: number, path: string, message: string) =>
  expect([reply.status, readRefusal(reply as never)]).toEqual([status, expect.objectContaining({ message, issues: [{ path, message }] })])

describe('an invoice in euros of a business in dollars', () => {
  test('has the exchange rate that was typed, and its home amounts', async () => {
    const made = await records.invoice(euros({ exchangeRate: '1.08420' }))
    const rate = { currency: 'EUR', total: '1190.00', exchangeRate: '1.0842', rateDay: day, rateSource: 'typed', homeTotal: '1290.20' }
    expect(made).toMatchObject(rate)
    const { emailedTo: _, ...reply } = made
    expect(await read(made.id)).toEqual(reply)
    const short = await app.send(ada, 'GET', '/api/invoices?short=true')
    expect(short.body.find(({ id }: { id: number }) => id === made.id)).toMatchObject(rate)
    expect(await readStored(made.id)).toEqual(converted)
    expect((await issue(made.id)).body).toMatchObject({ ...rate, status: 'sent' })
    expect(await readStored(made.id)).toEqual(converted)
  })

  test('is by default what a customer in euros gets, as an estimate is', async () => {
    expect(await records.invoice({ customerId: europeanId })).toMatchObject({ currency: 'EUR', exchangeRate: null, homeTotal: null })
    expect(await records.estimate({ customerId: europeanId })).toMatchObject({ currency: 'EUR', exchangeRate: null, rateSource: null })
    expect(await records.invoice({ customerId: europeanId, currency: 'USD' })).toMatchObject({
      ...{ currency: 'USD', exchangeRate: '1', rateDay: null, rateSource: null, homeTotal: '100.00' },
    })
  })

  test('can be saved without an exchange rate, and asks for it when it is issued', async () => {
    const made = await records.invoice(euros({ currency: 'CHF' }))
    const message = 'Enter the exchange rate of CHF on Jan 05, 2026'
    await expectRefused(await issue(made.id), 400, 'exchangeRate', message)
    await app.call(ada, 'PUT', `/api/customers/${made.customerId}`, { name: 'Acme', email: 'acme@example.com' })
    await expectRefused(await app.send(ada, 'POST', `/api/invoices/${made.id}/send-email`), 400, 'exchangeRate', message)
    expect(await read(made.id)).toMatchObject({ status: 'draft', exchangeRate: null, version: 1 })
    const sent = await app.send(ada, 'POST', '/api/invoices', {
      ...{ customerId: europeanId, invoiceNumber: 'S-1', issueDate: day, dueDate: '2030-01-01', status: 'sent' },
      ...euros({ currency: 'CHF' }),
    })
    await expectRefused(sent, 400, 'exchangeRate', message)
  })

  test('takes the rate of its issue date when it is issued, and has the same home amounts as with a typed one', async () => {
    await addRate('1.0842', { source: 'file', on: '2026-01-02' })
    const made = await records.invoice(euros({ lineItems: [...thousand(), ...thousand()], discountPercent: '50' }))
    expect((await issue(made.id)).body).toMatchObject({
      exchangeRate: '1.0842',
      rateDay: '2026-01-02',
      rateSource: 'file',
      homeTotal: '1290.20',
    })
    expect(await readStored(made.id)).toEqual(converted)
  })

  test('has home amounts of prices that include tax', async () => {
    const lineItems = [{ ...thousand()[0]!, unitPrice: '79.20' }]
    const options = euros({ pricesIncludeTax: true, lineItems })
    await addRate('1.5', { on: '2026-03-02' })
    const typed = await records.invoice({ ...options, exchangeRate: '1.5' })
    const found = await records.invoice({ ...options, issueDate: '2026-03-02' as never })
    // 66.55, 12.64 and 0.01: 99.825, 18.96 and 0.015.
    expect(typed).toMatchObject({ rounding: '0.01', total: '79.20', homeTotal: '118.81' })
    expect((await issue(found.id)).body).toMatchObject({ homeTotal: '118.81' })
    expect(await readStored(found.id)).toEqual(await readStored(typed.id))
  })
})

describe('a later rate', () => {
  test.each([
    ['typed', () => addRate('2', { source: 'typed' })],
    ['imported', () => addRate('3', { source: 'file' })],
    [
      "of today's, not of the issue date",
      async () =>
        void (await Promise.all([addRate('4', { on: '2026-01-06' }), addRate('5', { on: new Date().toISOString().slice(0, 10) })])),
    ],
    [
      'published',
      async () => {
        await app.sql('delete from exchange_rates where user_id = $1', [ada.userId])
        await app.sql(
          "insert into ecb_rates (currency, day, rate) values ('USD', '2026-01-05', 6), ('USD', '2026-01-06', 7) on conflict do nothing",
        )
      },
    ],
  ])('never changes an issued invoice: %s', async (_, change) => {
    await addRate('1.0842')
    const made = await records.invoice(euros())
    await issue(made.id)
    await change()
    const rate = { exchangeRate: '1.0842', rateDay: day, rateSource: 'typed', homeTotal: '1290.20' }
    expect(await read(made.id)).toMatchObject(rate)
    expect((await edit(made.id, { notes: 'Thank you', exchangeRate: null })).body).toMatchObject(rate)
    expect((await edit(made.id, { issueDate: '2026-01-06' })).body).toMatchObject(rate)
    expect(await readStored(made.id)).toEqual(converted)
    // Twice the work.
    expect((await edit(made.id, { lineItems: [...thousand(), ...thousand()] })).body).toMatchObject({ ...rate, homeTotal: '2580.40' })
    expect(await readStored(made.id)).toEqual({ home_total: '2580.40', home_base: '2168.40', home_amount: '412.00' })
  })

  test('changes an issued invoice only when its owner types it there', async () => {
    const made = await records.invoice(euros({ exchangeRate: '1.0842', status: 'sent' }))
    const edited = await edit(made.id, { exchangeRate: '1.1' })
    expect(edited.body).toMatchObject({ exchangeRate: '1.1', rateSource: 'typed', homeTotal: '1309.00' })
    expect(await readStored(made.id)).toEqual({ home_total: '1309.00', home_base: '1100.00', home_amount: '209.00' })
    const { events } = await app.call(ada, 'GET', `/api/invoices/${made.id}/history`)
    expect(events[0]!.changes).toEqual([{ field: 'Exchange rate', before: '1.0842', after: '1.1' }])
  })
})

describe('the currency of a document', () => {
  test('can be changed while it is a draft, which drops the rate of the former one', async () => {
    const made = await records.invoice(euros({ exchangeRate: '1.0842' }))
    expect((await edit(made.id, { currency: 'GBP' })).body).toMatchObject({
      currency: 'GBP',
      exchangeRate: null,
      homeTotal: null,
      version: 2,
    })
    expect((await edit(made.id, { exchangeRate: '1.25' })).body).toMatchObject({ rateDay: day, homeTotal: '1487.50' })
    expect((await edit(made.id, { issueDate: '2026-01-04' })).body).toMatchObject({ exchangeRate: '1.25', rateDay: '2026-01-04' })
    expect((await edit(made.id, { exchangeRate: null })).body).toMatchObject({ exchangeRate: null, rateDay: null, rateSource: null })
    expect(await readStored(made.id)).toEqual({ home_total: null, home_base: null, home_amount: null })
    expect((await edit(made.id, { currency: 'USD' })).body).toMatchObject({ currency: 'USD', exchangeRate: '1', homeTotal: '1190.00' })
    const { events } = await app.call(ada, 'GET', `/api/invoices/${made.id}/history`)
    expect(events.at(-2)!.changes).toContainEqual({ field: 'Currency', before: 'EUR', after: 'GBP' })
  })

  test('stays when it was issued', async () => {
    const invoice = await records.invoice(euros({ exchangeRate: '1.0842', status: 'sent' }))
    const message = 'The currency of an issued invoice stays EUR. Duplicate it to get a new one in USD.'
    await expectRefused(await edit(invoice.id, { currency: 'USD' }), 409, 'currency', message)
    expect((await edit(invoice.id, { currency: 'EUR' })).status).toBe(200)
    const estimate = await records.estimate({ status: 'sent' })
    const { customerId, estimateNumber, issueDate, expiryDate } = estimate
    const refused = await app.send(ada, 'PUT', `/api/estimates/${estimate.id}`, {
      ...{ customerId, estimateNumber, issueDate, expiryDate, lineItems: thousand(), currency: 'EUR' },
    })
    await expectRefused(refused, 409, 'currency', 'The currency of an issued estimate stays USD. Duplicate it to get a new one in EUR.')
  })

  test('is that of the estimate in its invoice, which asks for a rate of its own', async () => {
    const estimate = await records.estimate(euros({ exchangeRate: '1.0842', status: 'sent' }))
    expect(estimate).toMatchObject({ currency: 'EUR', homeTotal: '1290.20', status: 'sent' })
    const { id } = await app.call(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
    expect(await read(id)).toMatchObject({ currency: 'EUR', total: '1190.00', exchangeRate: null, status: 'draft' })
  })

  test('needs no rate in an estimate', async () => {
    const estimate = await records.estimate(euros({ currency: 'CHF', status: 'sent' }))
    expect(estimate).toMatchObject({ status: 'sent', exchangeRate: null, homeTotal: null })
  })

  test('stays when an invoice becomes a draft again, which forgets a rate that was found', async () => {
    await addRate('1.0842', { source: 'file' })
    const found = await records.invoice(euros({ status: 'sent' }))
    expect(found).toMatchObject({ rateSource: 'file' })
    expect((await edit(found.id, { status: 'draft' })).body).toMatchObject({ currency: 'EUR', exchangeRate: null, homeTotal: null })
    const readHome = (id: number) => app.sql('select home_base, home_amount from document_taxes where document_id = $1', [id])
    expect(await readHome(found.id)).toEqual([{ home_base: null, home_amount: null }])
    const typed = await records.invoice(euros({ status: 'sent', exchangeRate: '1.2' }))
    expect((await edit(typed.id, { status: 'draft' })).body).toMatchObject({ currency: 'EUR', exchangeRate: '1.2', homeTotal: '1428.00' })
    expect(await readHome(typed.id)).toEqual([{ home_base: '1200.00', home_amount: '228.00' }])
  })

  test('stays when sending is undone', async () => {
    const customerId = (await records.customer({ email: 'held@example.com', currency: 'EUR' })).id
    const sent = await records.invoice(euros({ customerId, status: 'sent', holdEmail: true, exchangeRate: '1.0842' }))
    expect(await app.call(ada, 'POST', `/api/invoices/${sent.id}/undo-send`)).toMatchObject({
      status: 'draft',
      currency: 'EUR',
      homeTotal: '1290.20',
    })
  })

  test.each([
    [
      { currency: 'USD', exchangeRate: '1.1' },
      'exchangeRate',
      'Leave the exchange rate empty: this invoice is in USD, the currency of your business',
    ],
    [{ currency: 'EUR', exchangeRate: '0' }, 'exchangeRate', 'Exchange rate must be above 0'],
    [{ currency: 'EUR', exchangeRate: '9999999999' }, 'exchangeRate', 'The total in USD is too large: check the exchange rate'],
    [{ currency: 'eur' }, 'currency', 'Currency must be a code of ISO 4217, like EUR'],
  ])('%j is refused', async (fields, path, message) => {
    const refused = await app.send(ada, 'POST', '/api/invoices', {
      ...{ customerId: europeanId, invoiceNumber: 'R-1', issueDate: day, dueDate: '2030-01-01', lineItems: thousand(), ...fields },
    })
    await expectRefused(refused, 400, path, message)
  })

  test('may be named with the rate 1 in the currency of the business', async () => {
    const made = await records.invoice({ currency: 'USD', exchangeRate: '1' })
    expect(made).toMatchObject({ exchangeRate: '1', rateSource: null })
    expect((await edit(made.id, { exchangeRate: '1' })).body).toMatchObject({ version: 1 })
  })
})

test('drafts in the former currency of a business follow it, and the others ask for a rate again', async () => {
  const bob = await app.person('bob')
  const own = createRecords(app, bob)
  const profile = await app.call(bob, 'POST', '/api/business-profile', { businessName: 'Atelier' })
  const home = await own.invoice()
  const inEuros = await own.invoice({ currency: 'EUR', exchangeRate: '1.1', taxRate: '10.00' })
  const inPounds = await own.invoice({ currency: 'GBP', exchangeRate: '1.3' })
  await app.call(bob, 'PUT', `/api/business-profile/${profile.id}`, { businessName: 'Atelier', currency: 'EUR' })
  const readOwn = (id: number) => app.call(bob, 'GET', `/api/invoices/${id}`)
  expect(await readOwn(home.id)).toMatchObject({ currency: 'EUR', exchangeRate: '1', homeTotal: '100.00' })
  expect(await readOwn(inEuros.id)).toMatchObject({ currency: 'EUR', exchangeRate: '1', rateSource: null, homeTotal: '110.00' })
  expect(await readStored(inEuros.id)).toMatchObject({ home_amount: null })
  expect(await readOwn(inPounds.id)).toMatchObject({ currency: 'GBP', exchangeRate: null, homeTotal: null })
})

test('an invoice that was written while the currency of the business changed is issued with the right rate', async () => {
  const stale = await records.invoice()
  await app.sql("update documents set currency = 'EUR' where id = $1", [stale.id])
  await app.sql("delete from exchange_rates where user_id = $1 and currency = 'EUR'", [ada.userId])
  await addRate('1.25')
  expect((await issue(stale.id)).body).toMatchObject({ currency: 'EUR', exchangeRate: '1.25', homeTotal: '125.00' })
  const own = await records.invoice({ currency: 'GBP', exchangeRate: '1.3' })
  await app.sql("update documents set currency = 'USD' where id = $1", [own.id])
  expect((await issue(own.id)).body).toMatchObject({ currency: 'USD', exchangeRate: '1', rateSource: null, homeTotal: '100.00' })
})

test('the sums of a list are in the currency of the business, and say how many documents they lack', async () => {
  const cleo = await app.person('cleo')
  const own = createRecords(app, cleo)
  const sent = { status: 'sent' as const, issueDate: day as never, dueDate: '2030-01-01' as never }
  await own.invoice(sent)
  const foreign = await own.invoice({ ...sent, currency: 'EUR', exchangeRate: '1.0842' })
  await own.payment(foreign.id, { amount: '25.00' })
  await own.invoice({ currency: 'EUR' })
  await own.estimate({ currency: 'EUR', exchangeRate: '2' })
  await own.estimate({ currency: 'EUR' })
  const { byStatus, ...all } = await app.call(cleo, 'GET', '/api/invoices/summary')
  // 108.42 less round(108.42 x 25 / 100) = 27.11.
  expect(all).toEqual({ count: 3, total: '208.42', withoutRate: 1, balanceDue: '181.31' })
  expect(byStatus).toContainEqual({ status: 'draft', count: 1, total: '0.00', withoutRate: 1, balanceDue: '0.00' })
  const estimates = await app.call(cleo, 'GET', '/api/estimates/summary')
  expect(estimates).toMatchObject({ count: 2, total: '200.00', withoutRate: 1 })
})

test('the customer of an invoice in euros reads euros, and nothing about the exchange rate', async () => {
  const { id: customerId } = await records.customer({ email: 'euro@example.com', currency: 'EUR' })
  const { id } = await records.invoice(euros({ customerId, exchangeRate: '1.0842', status: 'sent', dueDate: '2026-02-01' as never }))
  const preview = JSON.stringify(await app.call(ada, 'GET', `/api/invoices/${id}/email-preview`))
  expect(preview).toContain('€1,190.00')
  expect(preview).not.toContain('$')
  const page = await app.call(null, 'GET', `/api/public/invoice/${await getPublicId(app, id)}`)
  expect(page.invoice).toMatchObject({ currency: 'EUR', total: '1190.00' })
  expect(JSON.stringify(page)).not.toMatch(/1\.0842|1290\.20|exchangeRate/)
})
