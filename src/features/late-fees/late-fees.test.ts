import { expect, test } from 'vitest'
import { createLateFeeFixture, keyOf } from './testing/late-fee-fixture.ts'

const { app, ada, customerId, send, read, act, save, readRule, invoice, getInvoice, pay, charge, at, countFees, income } =
  createLateFeeFixture()

test('a fee is proposed once it is due, and charging it creates an invoice without tax, issued and emailed', async () => {
  await save()
  const id = await invoice()
  at('2050-03-21')
  expect(await read(id)).toEqual({ proposal: null, whyNot: null, fees: [], feeFor: null })
  at('2050-03-22')
  const before = await read(id)
  expect(before.proposal).toMatchObject({ occurrence: 1, amount: '12.00', currency: 'USD', firstDay: '2050-03-22', lastDay: '2050-04-21' })
  const after = await charge(id)
  expect(after).toMatchObject({ proposal: null, fees: [{ occurrence: 1, amount: '12.00', isWaived: false }] })
  const fee = await getInvoice(after.fees[0]!.invoice!.id)
  const { invoiceNumber } = await getInvoice(id)
  expect(fee).toMatchObject({
    ...{
      status: 'sent',
      customerId: customerId(),
      currency: 'USD',
      issueDate: '2050-03-22',
      dueDate: '2050-04-21',
      total: '12.00',
      taxAmount: '0.00',
    },
    lineItems: [
      { description: `Late fee for invoice ${invoiceNumber}, Mar 22, 2050 to Apr 21, 2050`, quantity: '1.00', unitPrice: '12.00' },
    ],
  })
  expect((await read(fee.id)).feeFor).toEqual({ id, invoiceNumber, isDeleted: false })
  await expect
    .poll(async () => (await app().mails(0)).filter(({ subject }) => subject.includes(fee.invoiceNumber)).length, { timeout: 60_000 })
    .toBe(1)
  const history = (await send('GET', `/api/invoices/${id}/history`)).body
  expect(history.events[0]).toMatchObject({ kind: 'late fee charged', changes: [{ after: `$12.00, ${fee.invoiceNumber}` }] })
  // The balance of the overdue invoice is what it was, and the next month brings the next fee.
  expect((await getInvoice(id)).balanceDue).toBe('400.00')
  at('2050-04-22')
  expect((await read(id)).proposal).toMatchObject({ occurrence: 2, firstDay: '2050-04-22' })
})

test('a percentage and interest are of the balance due', async () => {
  await save({ kind: 'percent', amount: undefined, percent: '1.5', graceDays: 0 })
  const id = await invoice()
  at('2050-04-16')
  await pay(id, '100.00', '2050-04-16')
  expect((await read(id)).proposal).toMatchObject({ amount: '4.50', occurrence: 1 })
  expect((await save({ kind: 'yearly', amount: undefined, percent: '8', graceDays: 0 })).status).toBe(200)
  at('2050-04-17')
  // 300.00 x 8% x 31 days / 365
  expect((await read(id)).proposal).toMatchObject({ amount: '2.04', firstDay: '2050-03-17', lastDay: '2050-04-16' })
})

test('with a payment schedule, a fee is for the delay of the oldest open instalment alone', async () => {
  await save({ kind: 'percent', amount: undefined, percent: '10', graceDays: 0 })
  const id = await invoice()
  await send('PUT', `/api/invoices/${id}/instalments`, {
    instalments: ['2050-03-16', '2050-03-20', '2050-05-31'].map((dueDate, i) => ({ dueDate, amount: ['100', '250', '50'][i] })),
  })
  at('2050-03-21')
  expect((await read(id)).proposal).toMatchObject({ amount: '10.00', firstDay: '2050-03-17' })
  await pay(id, '150.00', '2050-03-21')
  expect((await read(id)).proposal).toMatchObject({ amount: '20.00', firstDay: '2050-03-21' })
  await pay(id, '200.00', '2050-03-21')
  expect((await read(id)).proposal).toBeNull()
})

test('drafts, deleted and paid invoices, fees themselves and invoices that are not overdue bear no fee; an opening balance does', async () => {
  await save({ graceDays: 0 })
  const [draft, deleted, paid, late] = [await invoice({ status: 'draft' }), await invoice(), await invoice(), await invoice()]
  const coming = await invoice({ dueDate: '2050-12-01' })
  const opening = (
    await send('POST', '/api/books/opening-balances', {
      customerId: customerId(),
      amount: '50.00',
      day: '2050-03-01',
      dueDate: '2050-03-16',
    })
  ).body
  at('2050-03-17')
  await send('DELETE', `/api/invoices/${deleted}`)
  await pay(paid, '400.00', '2050-03-17')
  const fee = (await charge(late)).fees[0]!.invoice!.id
  at('2050-12-01')
  for (const id of [draft, paid, coming, fee]) expect(await read(id)).toMatchObject({ proposal: null, whyNot: null })
  expect((await send('GET', `/api/invoices/${deleted}/late-fees`)).status).toBe(404)
  expect((await read(opening.id)).proposal).toMatchObject({ amount: '12.00' })
})

test('an invoice in another currency has no fixed fee, and a disputed one has none, each with the reason', async () => {
  await save()
  const euros = await invoice({ currency: 'EUR', exchangeRate: '1.1' })
  const disputed = await invoice()
  const [link] = await app().sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [disputed])
  await app().send(null, 'POST', `/api/public/invoice/${link!.id}/reminder-reply`, { reply: 'disputed' })
  at('2050-03-22')
  expect(await read(euros)).toMatchObject({ proposal: null, whyNot: 'The late fee is in USD, and this invoice in EUR.' })
  const why = 'The customer disputes it. Resume reminders to charge late fees again.'
  expect(await read(disputed)).toMatchObject({ proposal: null, whyNot: why })
  const rule = await readRule()
  expect(await act(disputed, 'charge', { ruleId: rule.id, occurrence: 1 })).toMatchObject({ status: 409, body: { message: why } })
  await save({ kind: 'percent', amount: undefined, percent: '1' })
  const proposed = await read(euros)
  expect(proposed.proposal).toMatchObject({ amount: '4.00', currency: 'EUR' })
  expect(await act(euros, 'charge', keyOf(proposed))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('xchange rate') },
  })
  await send('PUT', '/api/exchange-rates/EUR/2050-03-22', { rate: '1.25' })
  const fee = (await charge(euros)).fees[0]!.invoice!.id
  expect(await getInvoice(fee)).toMatchObject({ currency: 'EUR', total: '4.00', status: 'sent' })
})

test('of ten who charge a fee at once one does', async () => {
  await save()
  const id = await invoice()
  at('2050-03-22')
  const key = keyOf(await read(id))
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => act(id, 'charge', key)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(await countFees()).toBe(1)
  expect(await app().sql(`select 1 from documents where user_id = $1 and type = 'invoice'`, [ada().userId])).toHaveLength(2)
  expect((await act(id, 'waive', { ...key, occurrence: 2 })).status).toBe(409)
})

test('a proposed fee is waived, and does not come again', async () => {
  await save()
  const id = await invoice()
  at('2050-03-22')
  const key = keyOf(await read(id))
  expect((await act(id, 'waive', key)).body).toMatchObject({ proposal: null, fees: [{ occurrence: 1, isWaived: true, invoice: null }] })
  expect((await act(id, 'waive', key)).status).toBe(200)
  expect((await act(id, 'charge', key)).status).toBe(409)
  expect(await countFees()).toBe(1)
  at('2050-04-22')
  expect((await read(id)).proposal).toMatchObject({ occurrence: 2 })
})

test('a charged fee is waived by deleting its invoice, unless that is paid or its month is closed', async () => {
  await save()
  const [id, paid, closed] = [await invoice(), await invoice(), await invoice()]
  at('2050-03-22')
  const keys = new Map<number, object>()
  const fees = new Map<number, number>()
  for (const each of [id, paid, closed]) {
    keys.set(each, keyOf(await read(each)))
    fees.set(each, (await charge(each)).fees[0]!.invoice!.id)
  }
  const { body } = await act(id, 'waive', keys.get(id)!)
  expect(body).toMatchObject({ proposal: null, fees: [{ isWaived: true, invoice: { id: fees.get(id), isDeleted: true } }] })
  expect((await send('GET', `/api/invoices/${fees.get(id)}`)).status).toBe(404)
  const pay = (amount: string) =>
    send('POST', `/api/invoices/${fees.get(paid)}/payments`, {
      ...{ amount, paymentDate: '2050-03-22', paymentMethod: 'Cash', sendReceipt: false },
    })
  const { invoiceNumber } = await getInvoice(fees.get(paid)!)
  await pay('2.00')
  expect((await act(paid, 'waive', keys.get(paid)!)).body.message).toBe(
    `A part of ${invoiceNumber} is paid, so this late fee can’t be waived. Write off the rest of ${invoiceNumber} instead.`,
  )
  await pay('10.00')
  expect(await act(paid, 'waive', keys.get(paid)!)).toMatchObject({
    status: 409,
    body: {
      message: `${invoiceNumber} is paid, so this late fee can’t be waived. Refund the payment, and then write off ${invoiceNumber}.`,
    },
  })
  at('2050-04-03')
  expect((await send('POST', '/api/books/closings', { throughDay: '2050-03-31' })).status).toBeLessThan(300)
  const of = await getInvoice(fees.get(closed)!)
  expect(await act(closed, 'waive', keys.get(closed)!)).toMatchObject({
    status: 409,
    body: {
      message: `Your books are closed through Mar 31, 2050, so ${of.invoiceNumber} can’t be deleted. Write off ${of.invoiceNumber} instead.`,
    },
  })
  // One that its owner deletes, or restores, is waived, or charged again.
  expect((await send('POST', `/api/invoices/${fees.get(id)}/restore`)).status).toBe(409)
})

test('late fees are an income of their own on both bases, and taxed ones are sales', async () => {
  await save()
  const id = await invoice()
  at('2050-03-22')
  const fee = (await charge(id)).fees[0]!.invoice!.id
  expect(await income('accrual')).toEqual([
    { account: 4000, amount: '400.00' },
    { account: 4010, amount: '12.00' },
  ])
  expect(await income('cash')).toEqual([])
  await pay(fee, '12.00', '2050-03-22')
  expect(await income('cash')).toEqual([{ account: 4010, amount: '12.00' }])
  const query = 'from=2050-01-01&to=2050-12-31'
  const report = (await send('GET', `/api/reports?type=profit-loss&${query}`)).body
  const rows = (report.table.rows as { cells: { text?: string; amount?: string }[] }[]).map(({ cells }) => [
    cells[0]!.text,
    cells[1]?.amount,
  ])
  expect(rows).toContainEqual(['Late fees', '12.00'])
  expect(rows).toContainEqual(['Total income', '412.00'])
  for (const figure of ['lateFees', 'income', 'invoiced'])
    expect((await send('GET', `/api/reports/documents?of=${figure}&${query}`)).body.sum).toBe(figure === 'lateFees' ? '12.00' : '412.00')
  expect((await send('GET', `/api/customers/${customerId()}/figures`)).body.invoiced).toBe('412.00')
})

test('a rule is replaced by another one, which charges nothing for earlier days or for periods that are done', async () => {
  expect((await send('GET', '/api/late-fee-rule')).body).toEqual({ rule: null })
  const first = (await save()).body.rule
  expect(first).toMatchObject({ kind: 'fixed', amount: '12.00', currency: 'USD', percent: null, validFrom: '2050-01-01', problem: null })
  expect((await save()).body.rule.id).toBe(first.id)
  const id = await invoice()
  const untouched = await invoice()
  at('2050-03-22')
  await charge(id)
  const second = (await save({ amount: '20.00', replaces: first.id })).body.rule
  expect(second.id).not.toBe(first.id)
  expect(await read(id)).toMatchObject({ proposal: null, fees: [{ ruleId: first.id, amount: '12.00' }] })
  expect((await read(untouched)).proposal).toMatchObject({ amount: '20.00', ruleId: second.id })
  const stale = await save({ amount: '30.00', replaces: first.id })
  expect(stale).toMatchObject({ status: 409, body: { current: { rule: { id: second.id } } } })
  // By default from today on: the period that began yesterday is not charged.
  at('2050-03-23')
  await save({ amount: '30.00', validFrom: undefined })
  expect(await read(untouched)).toMatchObject({ proposal: null })
  at('2050-04-22')
  expect((await read(untouched)).proposal).toMatchObject({ amount: '30.00', occurrence: 2 })
  expect((await send('DELETE', '/api/late-fee-rule')).status).toBe(204)
  expect((await send('DELETE', '/api/late-fee-rule')).status).toBe(204)
  expect(await read(untouched)).toMatchObject({ proposal: null })
})

test('a rule is refused at the field that is wrong', async () => {
  const refused = async (more: object) => {
    const { status, body } = await save(more)
    expect(status).toBe(400)
    return body.issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)
  }
  expect(await refused({ amount: undefined })).toEqual(['amount: Amount is required'])
  expect(await refused({ amount: '0' })).toEqual(['amount: Amount must be more than 0'])
  expect(await refused({ amount: '1.005' })).toEqual([expect.stringMatching(/^amount: Amount /)])
  expect(await refused({ percent: '1' })).toEqual(['percent: A fixed fee has no percentage'])
  expect(await refused({ kind: 'percent' })).toEqual(['amount: A percentage has no amount', 'percent: Percent is required'])
  expect(await refused({ kind: 'percent', amount: null, percent: '0' })).toEqual(['percent: Percent must be more than 0'])
  expect(await refused({ kind: 'yearly', amount: null, percent: '8', repeats: 'once' })).toEqual(['repeats: Interest repeats every month'])
  expect(await refused({ graceDays: 366 })).toEqual(['graceDays: Grace days must be a whole number from 0 to 365'])
  expect(await refused({ validFrom: '2050-02-30' })).toEqual(['validFrom: First day must be a day that exists, like 2026-01-31'])
})

test('visitors, strangers and bad input are refused', async () => {
  await save()
  const id = await invoice()
  at('2050-03-22')
  const key = keyOf(await read(id))
  const eve = await app().person('eve')
  for (const action of ['charge', 'waive'] as const) {
    expect((await act(id, action, key, null)).status).toBe(401)
    expect((await act(id, action, key, eve)).status).toBe(404)
    expect((await act(id, action, { ruleId: key.ruleId })).status).toBe(400)
    expect((await act(id, action, { ...key, occurrence: 0 })).status).toBe(400)
    expect((await act(id, action, { ...key, occurrence: 7 })).status).toBe(409)
  }
  expect((await app().send(null, 'GET', `/api/invoices/${id}/late-fees`)).status).toBe(401)
  expect((await app().send(eve, 'GET', `/api/invoices/${id}/late-fees`)).status).toBe(404)
  expect((await app().send(eve, 'GET', '/api/late-fee-rule')).body).toEqual({ rule: null })
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await app().send(null, method, '/api/late-fee-rule', {})).status).toBe(401)
  expect(await countFees()).toBe(0)
})

test('a fee whose invoice its owner deletes is waived, and charged again once that is restored', async () => {
  await save()
  const id = await invoice()
  at('2050-03-22')
  expect((await read(id)).proposal).not.toBeNull()
  const removed = await send('DELETE', `/api/invoices/${(await charge(id)).fees[0]!.invoice!.id}`)
  expect(removed.status).toBe(204)
  expect((await read(id)).fees).toMatchObject([{ isWaived: true }])
  const feeId = (await read(id)).fees[0]!.invoice!.id
  expect((await send('POST', `/api/invoices/${feeId}/restore`)).status).toBe(200)
  expect((await read(id)).fees).toMatchObject([{ isWaived: false }])
})
