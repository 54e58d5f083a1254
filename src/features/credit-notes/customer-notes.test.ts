import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Credit notes without an invoice: their total is credit of the customer.

let app: TestApp
let [ada, bob]: Person[] = []
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[ada, bob] = [await app.person(`ada${++count}`), await app.person(`bob${count}`)]
  customerId = (await app.call(ada!, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})

const line = { description: 'Loyalty rebate', quantity: 1, unitPrice: '100.00' }
const issue = (over: object = {}, who: Person | null = ada!) =>
  app.send(who, 'POST', '/api/credit-notes', { customerId, issueDate: '2026-02-01', taxRate: 19, lineItems: [line], ...over })
const makeNote = async (over: object = {}) => {
  const { status, body } = await issue(over)
  expect([status, body.draft]).toEqual([201, null])
  return body.creditNote
}
const makeInvoice = (unitPrice: string, over: object = {}) =>
  app.call(ada!, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-02-03', dueDate: '2030-02-04', status: 'sent', taxRate: 19 },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    ...over,
  })
const apply = (id: number, body: object = {}) => app.send(ada!, 'POST', `/api/invoices/${id}/credit-applications`, body)
const undo = (id: number, applicationId: number) =>
  app.send(ada!, 'POST', `/api/invoices/${id}/credit-applications/${applicationId}/reverse`)
const voidNote = (id: number, who: Person | null = ada!) => app.send(who, 'POST', `/api/credit-notes/${id}/void`)
const credit = async () => (await app.send(ada!, 'GET', `/api/customers/${customerId}/credit`)).body
const findings = async () => (await app.send(ada!, 'GET', '/api/books/health')).body.findings

/** The entries of a document: kind, basis, debited and credited account, and amount. */
const entriesOf = async (documentId: number) =>
  (
    await app.sql<{ line: string }>(
      `select concat_ws(' ', kind, basis, debit_account, credit_account, amount) as line from journal_lines
       where document_id = $1 order by entry_id, position`,
      [documentId],
    )
  ).map((each) => each.line)
/** The balances of accounts on a basis; debits are positive. */
const balances = async (basis: 'accrual' | 'cash') =>
  Object.fromEntries(
    (
      await app.sql<{ account: number; amount: string }>(
        `select a.account, sum(a.sign * l.amount)::text as amount from journal_lines l
         cross join lateral (values (l.debit_account, 1), (l.credit_account, -1)) a (account, sign)
         where l.user_id = $1 and l.basis = $2 group by 1 having sum(a.sign * l.amount) <> 0`,
        [ada!.userId, basis],
      )
    ).map(({ account, amount }) => [account, amount]),
  )

test('a note for a customer has a number and totals of its own, and is listed, read, exported, printed and shown to the customer', async () => {
  const note = await makeNote({ notes: 'For a good year' })
  expect(note).toMatchObject({
    ...{ status: 'issued', issueDate: '2026-02-01', netAmount: '100.00', taxAmount: '19.00', total: '119.00', notes: 'For a good year' },
    ...{ invoice: null, customerId, customer: { name: 'Acme', email: 'acme@example.com' }, currency: 'USD' },
    creditNoteNumber: expect.stringMatching(/^CN-\d{4}-0001$/),
  })
  expect(note.lineItems).toMatchObject([{ description: 'Loyalty rebate', creditedLineId: null, total: '100.00' }])
  const url = `/api/credit-notes/${note.id}`
  expect((await app.send(ada!, 'GET', url)).body).toEqual(note)
  expect((await app.send(ada!, 'GET', '/api/credit-notes')).body).toEqual([note])
  expect((await app.send(ada!, 'GET', '/api/credit-notes/export')).bytes.toString()).toContain(`${note.creditNoteNumber},,Acme`)
  expect((await app.send(ada!, 'GET', `${url}/history`)).body.events).toMatchObject([{ kind: 'created' }])
  expect((await app.send(ada!, 'GET', `${url}/pdf`)).status).toBe(200)
  expect((await app.send(ada!, 'GET', `${url}/email-preview`)).body.subject).toContain(note.creditNoteNumber)
  const publicUrl = new URL(note.publicUrl).pathname.replace('/credit/', '/api/public/credit-note/')
  const [link] = await app.sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [note.id])
  expect(publicUrl).toContain(link!.id)
  const shown = (await app.send(null, 'GET', `/api/public/credit-note/${link!.id}`)).body
  expect([shown.customerName, shown.invoiceNumber, shown.total]).toEqual(['Acme', null, '119.00'])
  expect((await app.send(ada!, 'POST', `${url}/send-email`)).status).toBe(200)
  await expect
    .poll(async () => (await app.mails(0)).filter(({ text }) => text.includes(note.creditNoteNumber)).length, { timeout: 60_000 })
    .toBe(1)
  expect(await findings()).toEqual([])
})

test('its total is credit of the customer, is applied to invoices oldest first, and never twice', async () => {
  const late = await makeNote({ issueDate: '2026-02-02', taxRate: 0, lineItems: [{ ...line, unitPrice: '30.00' }] })
  const early = await makeNote({ issueDate: '2026-01-02', taxRate: 0, lineItems: [{ ...line, unitPrice: '20.00' }] })
  const reference = ({ id, creditNoteNumber }: typeof late) => ({ id, creditNoteNumber })
  expect(await credit()).toEqual([
    { source: reference(early), amount: '20.00', currency: 'USD' },
    { source: reference(late), amount: '30.00', currency: 'USD' },
  ])
  const figures = async () => (await app.send(ada!, 'GET', `/api/customers/${customerId}/figures`)).body
  expect(await figures()).toMatchObject({ credit: '50.00', balanceDue: '0.00', invoiced: '0.00' })
  const target = await makeInvoice('100.00')
  const first = await apply(target.id, { amount: '35.00' })
  expect(first.body.creditApplications.map(({ source, amount }: { source: object; amount: string }) => [source, amount])).toEqual([
    [reference(early), '20.00'],
    [reference(late), '15.00'],
  ])
  expect((await app.send(ada!, 'GET', `/api/credit-notes/${early.id}/history`)).body.events[0]).toMatchObject({
    kind: 'credit applied',
    changes: [{ field: 'Credit for', after: `${target.invoiceNumber}, $20.00` }],
  })
  const other = await makeInvoice('100.00')
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => apply(i % 2 ? target.id : other.id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  expect([await credit(), await figures()]).toEqual([[], expect.objectContaining({ credit: '0.00', balanceDue: '188.00' })])
  expect(await findings()).toEqual([])
})

test('the customer’s page applies it to what is due, and the invoice is paid by it', async () => {
  await makeNote()
  const target = await makeInvoice('100.00')
  const { status, body } = await app.send(ada!, 'POST', `/api/customers/${customerId}/credit/apply`)
  expect([status, body.map(({ amount }: { amount: string }) => amount)]).toEqual([expect.any(Number), ['119.00']])
  expect((await app.send(ada!, 'GET', `/api/invoices/${target.id}`)).body).toMatchObject({ status: 'paid', settledBy: 'credited' })
})

test('applying it to what is due happens once per key: a repetition gets the first reply, also when there is new credit', async () => {
  await makeNote()
  const targets = [await makeInvoice('50.00'), await makeInvoice('100.00')]
  const ask = (who: Person | null = ada!) =>
    app.send(who, 'POST', `/api/customers/${customerId}/credit/apply`, undefined, { 'idempotency-key': 'apply-all-0001' })
  const replies = await Promise.all(Array.from({ length: 5 }, () => ask()))
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(replies.map(({ body }) => body)).toEqual(Array(5).fill(replies[0]!.body))
  expect(replies[0]!.body.map(({ amount }: { amount: string }) => amount)).toEqual(['59.50', '59.50'])
  await makeNote()
  expect((await ask()).body).toEqual(replies[0]!.body)
  expect((await credit()).map(({ amount }: { amount: string }) => amount)).toEqual(['119.00'])
  expect((await app.send(ada!, 'GET', `/api/invoices/${targets[1]!.id}`)).body).toMatchObject({ status: 'sent', balanceDue: '59.50' })
  expect([(await ask(bob!)).status, (await ask(null)).status]).toEqual([404, 401])
  expect(await findings()).toEqual([])
})

test('its customer is not deleted, also when the note is voided', async () => {
  await voidNote((await makeNote()).id)
  const { status, body } = await app.send(ada!, 'DELETE', `/api/customers/${customerId}`)
  expect([status, body.message]).toEqual([409, "This customer has 1 credit note, so it can't be deleted. Credit notes are kept."])
})

test('it is found by its number and its customer', async () => {
  const note = await makeNote()
  for (const text of [note.creditNoteNumber, 'acme'])
    expect((await app.send(ada!, 'GET', `/api/credit-notes?search=${text}`)).body).toEqual([note])
})

describe('voiding', () => {
  test('takes the credit back, once', async () => {
    const note = await makeNote()
    expect([(await voidNote(note.id, bob!)).status, (await voidNote(note.id, null)).status]).toEqual([404, 401])
    const voided = await voidNote(note.id)
    expect([voided.status, voided.body.status, (await voidNote(note.id)).status]).toEqual([200, 'voided', 200])
    expect([await credit(), await balances('accrual'), await balances('cash')]).toEqual([[], {}, {}])
    expect((await apply((await makeInvoice('10.00')).id)).status).toBe(409)
    expect(await findings()).toEqual([])
  })

  test('is refused while a part is applied, with the way out', async () => {
    const note = await makeNote()
    const target = await makeInvoice('50.00')
    const { body } = await apply(target.id)
    const refused = await voidNote(note.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `$59.50 of credit was applied from ${note.creditNoteNumber} to ${target.invoiceNumber}, so this credit note can't be voided. Undo that first, on ${target.invoiceNumber}.`,
    ])
    await undo(target.id, body.creditApplications[0].id)
    expect((await voidNote(note.id)).status).toBe(200)
    expect(await findings()).toEqual([])
  })

  test('at the same moment as it is applied: one of them is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const note = await makeNote()
      const target = await makeInvoice('50.00')
      const [applied, voided] = await Promise.all([apply(target.id), voidNote(note.id)])
      expect([applied.status, voided.status].toSorted()).toEqual(applied.status === 201 ? [201, 409] : [200, 409])
      if (applied.status === 201) await undo(target.id, applied.body.creditApplications[0].id)
      await voidNote(note.id)
      expect(await findings()).toEqual([])
    }
  })
})

describe('in the books', () => {
  test('it takes back the sale and its tax on its day; on a cash basis when it is applied', async () => {
    const note = await makeNote()
    const issued = ['credit note accrual 4000 2300 100.00', 'credit note accrual 2200 2300 19.00']
    expect(await entriesOf(note.id)).toEqual(issued)
    expect([await balances('accrual'), await balances('cash')]).toEqual([{ 4000: '100.00', 2200: '19.00', 2300: '-119.00' }, {}])

    const target = await makeInvoice('50.00')
    const { body } = await apply(target.id)
    expect(await entriesOf(note.id)).toEqual([
      ...issued,
      'credit application cash 4000 2300 50.00',
      'credit application cash 2200 2300 9.50',
    ])
    // The income of the invoice and the sale that the note takes back are the same amount.
    expect([await balances('accrual'), await balances('cash')]).toEqual([{ 4000: '50.00', 2200: '9.50', 2300: '-59.50' }, {}])
    expect(await findings()).toEqual([])

    await undo(target.id, body.creditApplications[0].id)
    expect([await balances('accrual'), await balances('cash')]).toEqual([
      { 1200: '59.50', 4000: '50.00', 2200: '9.50', 2300: '-119.00' },
      {},
    ])
    expect(await findings()).toEqual([])
  })

  test('in another currency the parts that are applied are worth the whole, at the rate of the note', async () => {
    const note = await makeNote({ currency: 'EUR', exchangeRate: '1.0842', lineItems: [{ ...line, unitPrice: '77.77' }] })
    // Each of them rounded by itself would come to a cent more.
    for (const amount of ['10.05', '33.35', undefined]) {
      const target = await makeInvoice('500.00', { currency: 'EUR', exchangeRate: '1.0842' })
      expect((await apply(target.id, amount === undefined ? {} : { amount })).status).toBe(201)
    }
    const left = await app.sql(
      `select a.account, sum(a.sign * l.amount) from journal_lines l
       cross join lateral (values (l.debit_account, 1), (l.credit_account, -1)) a (account, sign)
       where l.document_id = $1 and a.account in (1200, 4910) group by 1 having sum(a.sign * l.amount) <> 0`,
      [note.id],
    )
    expect([left, await credit(), (await balances('accrual'))[2300], (await balances('cash'))[2300]]).toEqual([
      [],
      [],
      undefined,
      undefined,
    ])
    expect(await findings()).toEqual([])
  })

  test('the sales tax report takes its tax back, the statement has it, and the books link to it', async () => {
    const note = await makeNote()
    const tax = (await app.send(ada!, 'GET', '/api/reports?type=sales-tax&from=2026-02-01&to=2026-02-28')).body
    expect(JSON.stringify(tax)).toContain('-19.00')
    const statement = (await app.send(ada!, 'GET', `/api/reports?type=statement&customerId=${customerId}&from=2026-01-01&to=2026-12-31`))
      .body
    expect(JSON.stringify(statement)).toContain(`Credit note ${note.creditNoteNumber}`)
    expect(JSON.stringify(statement)).toContain(`/credit-notes/${note.id}`)
    const [entry] = (await app.send(ada!, 'GET', '/api/books/entries')).body
    expect(entry).toMatchObject({
      kind: 'credit note',
      path: `/credit-notes/${note.id}`,
      description: `Credit note ${note.creditNoteNumber}`,
    })
  })
})

test('the notes of one customer are listed, counted and exported', async () => {
  const note = await makeNote()
  const { id: other } = await app.call(ada!, 'POST', '/api/customers', { name: 'Other' })
  await makeNote({ customerId: other })
  const ofCustomer = `customerId=${customerId}`
  expect((await app.send(ada!, 'GET', `/api/credit-notes?${ofCustomer}`)).body).toEqual([note])
  expect((await app.send(ada!, 'GET', `/api/credit-notes/summary?${ofCustomer}`)).body).toMatchObject({ count: 1, total: '119.00' })
  const csv = (await app.send(ada!, 'GET', `/api/credit-notes/export?${ofCustomer}`)).bytes.toString()
  expect([csv.includes(note.creditNoteNumber), csv.includes('Other')]).toEqual([true, false])
  expect((await app.send(bob!, 'GET', `/api/credit-notes?${ofCustomer}`)).body).toEqual([])
  expect((await app.send(bob!, 'GET', `/api/credit-notes/summary?${ofCustomer}`)).body).toMatchObject({ count: 0, total: '0.00' })
  expect((await app.send(null, 'GET', `/api/credit-notes?${ofCustomer}`)).status).toBe(401)
  expect((await app.send(ada!, 'GET', '/api/credit-notes?customerId=x')).status).toBe(400)
})

describe('refused', () => {
  test('a visitor, and the customer, the item and the tax rate of another user', async () => {
    expect([(await issue({}, null)).status, (await issue({}, bob!)).status, (await issue({ customerId: 999_999 })).status]).toEqual([
      401, 404, 404,
    ])
    const { id: itemId } = await app.call(bob!, 'POST', '/api/items', { name: 'Hour', unitPrice: '1.00' })
    const { id: taxRateId } = await app.call(bob!, 'POST', '/api/tax-rates', {
      name: 'VAT',
      components: [{ name: 'VAT', percent: '19', isCompound: false }],
    })
    expect([
      (await issue({ lineItems: [{ ...line, itemId }] })).status,
      (await issue({ lineItems: [{ ...line, taxRateId }] })).status,
    ]).toEqual([404, 404])
    expect((await app.send(ada!, 'GET', '/api/credit-notes')).body).toEqual([])
  })

  test.each<[string, object, string, string]>([
    ['neither an invoice nor a customer', { customerId: undefined }, 'invoiceId', 'An invoice or a customer is required'],
    ['both', { invoiceId: 1 }, 'customerId', 'Credit an invoice or a customer, not both'],
    ['no lines', { lineItems: undefined }, 'lineItems', 'Line items are required'],
    ['an empty list of lines', { lineItems: [] }, 'lineItems', 'At least one line item is required'],
    ['a total of zero', { lineItems: [{ ...line, unitPrice: '0.00' }] }, 'lineItems', 'The total must be more than 0'],
    ['another total', { total: '118.00' }, 'total', 'The total is 118.00, but the lines come to 119.00'],
    ['an amount of an invoice', { amount: '5.00' }, 'amount', 'A credit note for a customer has no amount'],
    [
      'lines of its own for an invoice',
      { invoiceId: 1, customerId: undefined },
      'lineItems',
      'A credit note for an invoice has no lineItems',
    ],
    ['a future day', { issueDate: '2030-01-01' }, 'issueDate', expect.stringContaining('Issue date must not be after today, ')],
    ['a currency without a rate', { currency: 'EUR' }, 'exchangeRate', 'Enter the exchange rate of EUR on Feb 01, 2026'],
  ])('%s', async (_, over, path, message) => {
    const { status, body } = await issue(over)
    expect([status, body.issues[0]]).toEqual([400, { path, message }])
    expect((await app.send(ada!, 'GET', '/api/credit-notes')).body).toEqual([])
  })

  test('a day in a closed period, for the note and for its end', async () => {
    const note = await makeNote({ issueDate: '2026-01-10' })
    await app.send(ada!, 'POST', '/api/books/closings', { throughDay: '2026-01-31' })
    const late = await issue({ issueDate: '2026-01-20' })
    expect([late.status, late.body.issues]).toEqual([409, [expect.objectContaining({ path: 'issueDate' })]])
    expect((await voidNote(note.id)).status).toBe(409)
  })
})
