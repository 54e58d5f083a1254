import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Refunds by hand of credit notes without an invoice.

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
/** A note over 119.00, of which 19.00 are tax. */
const makeNote = async (over: object = {}) => {
  const note = { customerId, issueDate: '2026-02-01', taxRate: 19, lineItems: [line], ...over }
  const { status, body } = await app.send(ada!, 'POST', '/api/credit-notes', note)
  expect(status).toBe(201)
  return body.creditNote
}
const makeInvoice = (unitPrice: string, over: object = {}) =>
  app.call(ada!, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-02-03', dueDate: '2030-02-04', status: 'sent', taxRate: 19 },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
    ...over,
  })
const give = { day: '2026-02-05', paymentMethod: 'Bank transfer' }
const refund = (id: number, over: object = {}, who: Person | null = ada!) =>
  app.send(who, 'POST', `/api/credit-notes/${id}/refunds`, { ...give, ...over })
const undo = (id: number, refundId: number | string, who: Person | null = ada!) =>
  app.send(who, 'POST', `/api/credit-notes/${id}/refunds/${refundId}/reverse`)
const apply = (id: number, body: object = {}) => app.send(ada!, 'POST', `/api/invoices/${id}/credit-applications`, body)
const voidNote = (id: number) => app.send(ada!, 'POST', `/api/credit-notes/${id}/void`)
const read = async (id: number) => (await app.send(ada!, 'GET', `/api/credit-notes/${id}`)).body
const history = async (id: number) => (await app.send(ada!, 'GET', `/api/credit-notes/${id}/history`)).body
const credit = async () =>
  (await app.send(ada!, 'GET', `/api/customers/${customerId}/credit`)).body.map(({ amount }: { amount: string }) => amount)
const figures = async () => (await app.send(ada!, 'GET', `/api/customers/${customerId}/figures`)).body
const findings = async () => (await app.send(ada!, 'GET', '/api/books/health')).body.findings
const closeThrough = (throughDay: string) => app.send(ada!, 'POST', '/api/books/closings', { throughDay })

/** The entries of a document: kind, day, basis, debited and credited account, and amount. */
const entriesOf = async (documentId: number, kind = 'credit refund') =>
  (
    await app.sql<{ line: string }>(
      `select concat_ws(' ', kind, day, basis, debit_account, credit_account, amount) as line from journal_lines
       where document_id = $1 and kind = $2 order by entry_id, position`,
      [documentId, kind],
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

test('a refund takes its amount off what is left of the note and off the credit of the customer, and is listed', async () => {
  const note = await makeNote()
  expect(note.creditLeft).toBe('119.00')
  const first = await refund(note.id, { amount: '40.00', notes: 'To the account that ends in 4711' })
  expect([first.status, first.body]).toEqual([
    201,
    {
      refund: {
        ...{ id: expect.any(Number), amount: '40.00', currency: 'USD', homeAmount: null, exchangeRate: null, rateSource: null },
        ...{ day: '2026-02-05', paymentMethod: 'Bank transfer', notes: 'To the account that ends in 4711' },
        ...{ recordedAt: expect.any(String), reversal: null },
      },
      creditLeft: '79.00',
    },
  ])
  expect([await credit(), (await read(note.id)).creditLeft, (await figures()).credit]).toEqual([['79.00'], '79.00', '79.00'])
  expect((await app.send(ada!, 'GET', '/api/credit-notes?short=true')).body[0]).toMatchObject({ id: note.id, creditLeft: '79.00' })
  expect((await read(note.id)).version).toBe(note.version + 1)

  // Without an amount all that is left.
  const rest = await refund(note.id, { paymentMethod: 'Cash' })
  expect([rest.body.refund.amount, rest.body.creditLeft, await credit()]).toEqual(['79.00', '0.00', []])
  const { refunds, events } = await history(note.id)
  expect(refunds).toEqual([rest.body.refund, first.body.refund])
  expect(events).toMatchObject([
    { kind: 'refunded', changes: [{ field: 'Refund', before: null, after: '$79.00, Cash, Feb 05, 2026' }] },
    { kind: 'refunded', changes: [{ field: 'Refund', before: null, after: '$40.00, Bank transfer, Feb 05, 2026' }] },
    { kind: 'created' },
  ])
  expect(await figures()).toMatchObject({ credit: '0.00', paid: '-119.00' })
  expect(await findings()).toEqual([])
})

test('a repeated request with the same key records it once', async () => {
  const note = await makeNote()
  const send = () =>
    app.send(ada!, 'POST', `/api/credit-notes/${note.id}/refunds`, { ...give, amount: '40.00' }, { 'Idempotency-Key': 'once' })
  const [first, second] = [await send(), await send()]
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect([(await history(note.id)).refunds.length, await credit()]).toEqual([1, ['79.00']])
})

describe('undoing a refund', () => {
  test('gives the credit back, once', async () => {
    const note = await makeNote()
    const { id } = (await refund(note.id, { amount: '40.00' })).body.refund
    const undone = await undo(note.id, id)
    expect([undone.status, undone.body]).toMatchObject([
      200,
      { refund: { id, amount: '40.00', reversal: { day: expect.any(String) } }, creditLeft: '119.00' },
    ])
    expect((await undo(note.id, id)).body).toEqual(undone.body)
    expect([await credit(), await balances('accrual'), await balances('cash')]).toEqual([
      ['119.00'],
      { 2200: '19.00', 2300: '-119.00', 4000: '100.00' },
      {},
    ])
    expect((await history(note.id)).events[0]).toMatchObject({
      kind: 'refund undone',
      changes: [{ before: '$40.00, Bank transfer, Feb 05, 2026' }],
    })
    expect(await findings()).toEqual([])
  })

  test('is possible when its day is in a closed period, and counts today', async () => {
    const note = await makeNote()
    const { id } = (await refund(note.id, { amount: '40.00' })).body.refund
    await closeThrough('2026-02-28')
    const { status, body } = await undo(note.id, id)
    const today = body.refund.reversal.day
    expect([status, await entriesOf(note.id, 'credit refund reversal')]).toEqual([
      200,
      [
        `credit refund reversal ${today} accrual 1000 2300 40.00`,
        `credit refund reversal ${today} cash 1000 4000 33.61`,
        `credit refund reversal ${today} cash 1000 2200 6.39`,
      ],
    ])
    expect(await findings()).toEqual([])
  })

  test('is refused for a visitor, a stranger, and a refund of another note', async () => {
    const [note, other] = [await makeNote(), await makeNote()]
    const { id } = (await refund(note.id)).body.refund
    expect([
      (await undo(note.id, id, null)).status,
      (await undo(note.id, id, bob!)).status,
      (await undo(other.id, id)).status,
      (await undo(note.id, 'x')).status,
      await credit(),
    ]).toEqual([401, 404, 404, 404, ['119.00']])
  })
})

describe('in the books', () => {
  test('it moves credit to the bank; on a cash basis it takes back sale and tax of the note', async () => {
    const note = await makeNote()
    await refund(note.id, { amount: '59.50' })
    expect(await entriesOf(note.id)).toEqual([
      'credit refund 2026-02-05 accrual 2300 1000 59.50',
      'credit refund 2026-02-05 cash 4000 1000 50.00',
      'credit refund 2026-02-05 cash 2200 1000 9.50',
    ])
    const target = await makeInvoice('50.00')
    await apply(target.id)
    expect([await credit(), await balances('accrual'), await balances('cash')]).toEqual([
      [],
      { 1000: '-59.50', 2200: '9.50', 4000: '50.00' },
      { 1000: '-59.50', 2200: '9.50', 4000: '50.00' },
    ])
    expect(await findings()).toEqual([])
  })

  test('in another currency it relieves its part of the note, and the rest is an exchange difference', async () => {
    // 119.00 euros are 108.42 + 20.60 dollars.
    const note = await makeNote({ currency: 'EUR', exchangeRate: '1.0842' })
    const first = await refund(note.id, { amount: '40.00', exchangeRate: '1.10' })
    expect(first.body.refund).toMatchObject({ homeAmount: '44.00', exchangeRate: '1.1', rateSource: 'typed' })
    const rest = await refund(note.id, { day: '2026-02-06', homeAmount: '82.95' })
    expect(rest.body.refund).toMatchObject({ amount: '79.00', homeAmount: '82.95', exchangeRate: '1.05', rateSource: 'typed' })
    expect(await entriesOf(note.id)).toEqual(
      expect.arrayContaining([
        'credit refund 2026-02-05 accrual 2300 1000 43.37',
        'credit refund 2026-02-05 accrual 4910 1000 0.63',
        'credit refund 2026-02-06 accrual 2300 1000 82.95',
        'credit refund 2026-02-06 accrual 2300 4910 2.70',
      ]),
    )
    // 44.00 + 82.95 went for what was worth 129.02.
    for (const basis of ['accrual', 'cash'] as const)
      expect(await balances(basis)).toEqual({ 1000: '-126.95', 2200: '20.60', 4000: '108.42', 4910: '-2.07' })
    expect([await credit(), await findings()]).toEqual([[], []])
  })

  test('without a rate of its day it is worth what the note is', async () => {
    const note = await makeNote({ currency: 'EUR', exchangeRate: '1.0842' })
    const { body } = await refund(note.id, { amount: '40.00' })
    expect(body.refund).toMatchObject({ homeAmount: '43.37', exchangeRate: '1.0842', rateSource: 'document' })
    expect(await entriesOf(note.id)).toContain('credit refund 2026-02-05 accrual 2300 1000 43.37')
  })

  test('reports count it as money given back, and the statement has it', async () => {
    const note = await makeNote()
    const target = await makeInvoice('100.00')
    await app.call(ada!, 'POST', `/api/invoices/${target.id}/payments` as '/api/invoices/1/payments', {
      ...{ amount: '50.00', paymentDate: '2026-02-04', paymentMethod: 'Cash' },
    })
    const { id } = (await refund(note.id, { amount: '40.00' })).body.refund
    const report = async (query: string) =>
      JSON.stringify((await app.send(ada!, 'GET', `/api/reports?from=2026-02-01&to=2026-02-28&${query}`)).body)
    expect(await report('type=revenue')).toContain('"10.00"')
    const statement = await report(`type=statement&customerId=${customerId}`)
    expect(statement).toContain(`Refund of ${note.creditNoteNumber} (Bank transfer)`)
    expect(statement).toContain(`/credit-notes/${note.id}`)
    expect(await report('type=sales-tax&basis=cash')).toContain('-6.39')
    const [entry] = (await app.send(ada!, 'GET', '/api/books/entries')).body
    expect(entry).toMatchObject({
      kind: 'credit refund',
      path: `/credit-notes/${note.id}`,
      description: `Refund of ${note.creditNoteNumber}`,
    })
    await undo(note.id, id)
    expect(
      JSON.stringify(
        (await app.send(ada!, 'GET', `/api/reports?type=statement&customerId=${customerId}&from=2026-01-01&to=2030-12-31`)).body,
      ),
    ).toContain(`Refund of ${note.creditNoteNumber} taken back`)
    expect(await findings()).toEqual([])
  })
})

describe('refused', () => {
  test('for a visitor, a stranger and an unknown note', async () => {
    const note = await makeNote()
    expect([(await refund(note.id, {}, null)).status, (await refund(note.id, {}, bob!)).status, (await refund(999_999)).status]).toEqual([
      401, 404, 404,
    ])
    expect(await credit()).toEqual(['119.00'])
  })

  test.each<[string, object, string, string]>([
    ['an amount of zero', { amount: '0.00' }, 'amount', 'Amount must be more than 0'],
    ['a fraction of a cent', { amount: '1.005' }, 'amount', 'Amount can have at most 2 decimals'],
    ['no day', { day: undefined }, 'day', 'Day is required'],
    ['a day before the note', { day: '2026-01-31' }, 'day', 'Day must not be before that of the credit note, Feb 01, 2026'],
    [
      'an unknown method',
      { paymentMethod: 'Gold' },
      'paymentMethod',
      'Payment method must be one of Bank transfer, Cash, Check, Card, PayPal, Other',
    ],
    [
      'a rate at home',
      { exchangeRate: '1.1' },
      'exchangeRate',
      'Leave out the exchange rate: this credit note is in your own currency, USD',
    ],
  ])('%s', async (_, over, path, message) => {
    const note = await makeNote()
    const { status, body } = await refund(note.id, over)
    expect([status, body.issues[0]]).toEqual([400, { path, message }])
    expect(await credit()).toEqual(['119.00'])
  })

  test('more than is left', async () => {
    const note = await makeNote()
    const target = await makeInvoice('50.00')
    await apply(target.id)
    const message = 'Amount must be at most $59.50, which is what is left of this credit note'
    const { status, body } = await refund(note.id, { amount: '59.51' })
    expect([status, body.issues]).toEqual([409, [{ path: 'amount', message }]])
    expect((await refund(note.id, { amount: '59.50' })).status).toBe(201)
    const nothing = await refund(note.id)
    expect([nothing.status, nothing.body.message]).toEqual([409, 'Nothing is left of this credit note: all of it was applied or refunded.'])
    // Nor is it applied again.
    expect((await apply((await makeInvoice('50.00')).id)).status).toBe(409)
  })

  test('a note of an invoice, with the way out', async () => {
    const { id: invoiceId, invoiceNumber } = await makeInvoice('100.00')
    const { creditNote } = (await app.send(ada!, 'POST', '/api/credit-notes', { invoiceId })).body
    expect(creditNote.creditLeft).toBe(null)
    const { status, body } = await refund(creditNote.id)
    expect([status, body.message]).toEqual([409, `This credit note is for ${invoiceNumber}. Refund a payment of that invoice instead.`])
  })

  test('a voided note; and voiding one of which a part is refunded, with the way out', async () => {
    const note = await makeNote()
    const { id } = (await refund(note.id, { amount: '40.00' })).body.refund
    const refused = await voidNote(note.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "$40.00 of this credit note was refunded on Feb 05, 2026, so it can't be voided. Undo that refund first.",
    ])
    await undo(note.id, id)
    expect(await voidNote(note.id)).toMatchObject({ status: 200, body: { status: 'voided', creditLeft: '0.00' } })
    const { status, body } = await refund(note.id)
    expect([status, body.message]).toEqual([409, 'This credit note was voided, so nothing of it can be refunded.'])
    expect(await findings()).toEqual([])
  })

  test('a day in a closed period', async () => {
    const note = await makeNote()
    await closeThrough('2026-02-28')
    const { status, body } = await refund(note.id)
    expect([status, body.issues]).toEqual([409, [expect.objectContaining({ path: 'day' })]])
    expect((await refund(note.id, { day: '2026-03-01' })).status).toBe(201)
  })
})

describe('at the same moment', () => {
  test('twenty refunds give back exactly what there is', async () => {
    const note = await makeNote()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refund(note.id, { amount: '11.90' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(10).fill(409)])
    expect([await credit(), (await balances('accrual'))[1000]]).toEqual([[], '-119.00'])
    expect(await findings()).toEqual([])
  })

  test('refunding, applying and voiding the whole: one of them happens', async () => {
    for (let round = 0; round < 5; round++) {
      const note = await makeNote()
      const target = await makeInvoice('100.00')
      const [given, applied, voided] = await Promise.all([refund(note.id), apply(target.id), voidNote(note.id)])
      const done = [given.status === 201, applied.status === 201, voided.status === 200]
      expect(done.filter((each) => each)).toHaveLength(1)
      expect([await credit(), await findings()]).toEqual([[], []])
    }
  })
})
