import { expect, onTestFinished, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  customerId,
  events,
  history,
  invoice,
  makeInvoice,
  order,
  owner,
  pay,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  saveStatus,
  setUpPayments,
  undo,
} from './testing/payment-fixture.ts'
import { setEventMode } from './testing/provider-events.ts'

setUpPayments()

const writeOff = (body: object = {}, id = invoice.id, headers: Record<string, string> = {}) =>
  app.send(ada, 'POST', `/api/invoices/${id}/write-offs`, { day: '2026-01-25', ...body }, headers)
const reverse = (writeOffId: number, id = invoice.id) => app.send(ada, 'POST', `/api/invoices/${id}/write-offs/${writeOffId}/reverse`)
const read = async (id = invoice.id) => {
  const { status, settledBy, amountPaid, amountWrittenOff, balanceDue } = (await app.send(ada, 'GET', `/api/invoices/${id}`)).body
  return { status, settledBy, amountPaid, amountWrittenOff, balanceDue }
}
const whole = { status: 'paid', settledBy: 'written off', amountPaid: '0.00', amountWrittenOff: '150.25', balanceDue: '0.00' }
const open = { status: 'sent', settledBy: null, amountPaid: '0.00', amountWrittenOff: '0.00', balanceDue: '150.25' }
const makeTaxed = async (taxRate = '10', unitPrice = '100.00') => {
  const { body } = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `T-${invoice.number}`, status: 'sent', issueDate: '2026-01-05', dueDate: '2026-01-20', taxRate },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  return body.id as number
}

test('the whole balance is written off: nothing is due, no money came, and the history says it', async () => {
  const reply = await writeOff({ reason: ' Out of business ' })
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      writeOff: {
        ...{ id: expect.any(Number), amount: '150.25', currency: 'USD', taxPart: '0.00', day: '2026-01-25', reason: 'Out of business' },
        ...{ recordedAt: expect.any(String), reversal: null },
      },
      balanceDue: '0.00',
    },
  ])
  expect(await read()).toEqual(whole)
  expect((await history()).writeOffs).toEqual([reply.body.writeOff])
  expect((await events()).at(-1)).toEqual(['written off', owner(), 'null > $150.25, Jan 25, 2026, Out of business', 'Sent > Paid'])
  const dashboard = (await app.send(ada, 'GET', '/api/dashboard')).body
  expect([dashboard.totalRevenue, dashboard.outstanding, dashboard.paidThisMonth]).toEqual(['0.00', '0.00', '0.00'])
  const [listed] = (await app.send(ada, 'GET', '/api/invoices?short=true')).body
  expect([listed.status, listed.settledBy, listed.amountWrittenOff]).toEqual(['paid', 'written off', '150.25'])
  expect((await app.send(ada, 'GET', `/api/customers/${customerId}/invoices`)).body[0]).toMatchObject({
    ...{ status: 'paid', settledBy: 'written off', balanceDue: '0.00' },
  })
  expect((await app.send(ada, 'GET', `/api/customers/${customerId}/figures`)).body).toMatchObject({ paid: '0.00', balanceDue: '0.00' })
  expect((await app.send(ada, 'GET', '/api/invoices/summary')).body).toMatchObject({ balanceDue: '0.00' })
})

test('the customer’s page, PDF and payment link say that nothing is due, and neither that it was paid nor why', async () => {
  await pay({ amount: '50.25' })
  await writeOff()
  const { body } = await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)
  expect(body.invoice).toMatchObject({ status: 'sent', amountPaid: '50.25', balanceDue: '0.00', credit: '0.00' })
  expect(JSON.stringify(body)).not.toMatch(/writ/i)
  const link = await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/create-payment`)
  expect([link.status, link.body.message]).toEqual([409, 'Nothing is due on this invoice.'])
  expect((await order('100.00')).status).toBe(409)
  expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/send-email`)).status).toBe(409)
  const other = await makeInvoice()
  await writeOff({}, other.id)
  expect((await app.send(null, 'POST', `/api/invoices/${other.publicId}/mark-paid`)).body).toEqual({
    ...{ status: 'open', amountPaid: '0.00', balanceDue: '0.00' },
  })
})

test('a part is written off with its tax: the rest is due, and another part needs the first to be undone', async () => {
  const id = await makeTaxed()
  const first = await writeOff({ amount: '33.33', recoversTax: true }, id)
  // 10.00 x 33.33 / 110.00 = 3.03.
  expect([first.status, first.body.writeOff.taxPart, first.body.balanceDue]).toEqual([201, '3.03', '76.67'])
  expect(await read(id)).toEqual({ ...open, status: 'overdue', amountWrittenOff: '33.33', balanceDue: '76.67' })
  const second = await writeOff({}, id)
  expect([second.status, second.body.message]).toEqual([
    409,
    '$33.33 is written off already. Undo that write-off, and write off all of it at once.',
  ])
  expect((await reverse(first.body.writeOff.id, id)).body).toMatchObject({ balanceDue: '110.00', writeOff: { reversal: { by: 'owner' } } })
  expect(await read(id)).toMatchObject({ status: 'overdue', balanceDue: '110.00' })
  // Undone already: nothing happens.
  const again = await events(id)
  expect((await reverse(first.body.writeOff.id, id)).status).toBe(200)
  expect(await events(id)).toEqual(again)
  expect(again.at(-1)).toEqual(['write-off undone', owner(), '$33.33, Jan 25, 2026 > null'])
  expect((await writeOff({ recoversTax: true }, id)).body).toMatchObject({
    writeOff: { amount: '110.00', taxPart: '10.00' },
    balanceDue: '0.00',
  })
})

test('a part that was written off and then the rest paid: the payment fits, and undoes nothing', async () => {
  await writeOff({ amount: '50.25' })
  expect((await pay({ amount: '100.00' })).body.balanceDue).toBe('0.00')
  expect(await read()).toEqual({ ...whole, amountPaid: '100.00', amountWrittenOff: '50.25' })
  const { payments } = await history()
  await undo(payments[0].id)
  expect(await read()).toEqual({ ...open, amountWrittenOff: '50.25', balanceDue: '100.00' })
})

test('bad input names its field', async () => {
  const issues = async (body: object) => {
    const reply = await writeOff(body)
    return [reply.status, reply.body.issues]
  }
  expect(await issues({ amount: '150.26' })).toEqual([
    400,
    [{ path: 'amount', message: 'Amount must be at most the balance due, $150.25' }],
  ])
  expect(await issues({ amount: 0 })).toEqual([400, [{ path: 'amount', message: 'Amount must be more than 0' }]])
  expect(await issues({ amount: '1.001' })).toEqual([400, [{ path: 'amount', message: expect.stringContaining('Amount') }]])
  expect(await issues({ day: '2026-02-30' })).toEqual([400, [{ path: 'day', message: expect.stringContaining('Day must be a day') }]])
  expect(await issues({ day: '2999-01-01' })).toEqual([
    400,
    [{ path: 'day', message: expect.stringContaining('Day must not be after today, ') }],
  ])
  expect(await issues({ day: '2026-01-04' })).toEqual([
    400,
    [{ path: 'day', message: 'Day must not be before the issue date of the invoice, Jan 05, 2026' }],
  ])
  expect(await issues({ reason: 'x'.repeat(501) })).toEqual([400, [{ path: 'reason', message: expect.stringContaining('500') }]])
  expect(await issues({ recoversTax: 'yes' })).toEqual([400, [{ path: 'recoversTax', message: 'recoversTax must be true or false' }]])
  expect((await writeOff({ taxPart: '1.00' })).status).toBe(400)
  expect(await read()).toEqual(open)
})

test('a visitor gets 401, and another user 404 for invoice and write-off', async () => {
  const { id } = (await writeOff({ amount: '1.00' })).body.writeOff
  const path = `/api/invoices/${invoice.id}/write-offs`
  expect((await app.send(null, 'POST', path, { day: '2026-01-25' })).status).toBe(401)
  expect((await app.send(null, 'POST', `${path}/${id}/reverse`)).status).toBe(401)
  const bob = await app.person(`bob of ${invoice.number}`)
  expect((await app.send(bob, 'POST', path, { day: '2026-01-25' })).status).toBe(404)
  expect((await app.send(bob, 'POST', `${path}/${id}/reverse`)).status).toBe(404)
  const other = await makeInvoice()
  for (const wrong of [id, 2_000_000_000, 0]) expect([wrong, (await reverse(wrong, other.id)).status]).toEqual([wrong, 404])
  expect(await read()).toMatchObject({ amountWrittenOff: '1.00' })
})

test('a draft, a paid invoice and a balance of zero have nothing to write off', async () => {
  const draft = await makeInvoice('draft')
  const refused = await writeOff({}, draft.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A draft can’t be written off: it was never sent. Send it first, or delete it.',
  ])
  await pay({ amount: '150.25' })
  const paid = await writeOff()
  expect([paid.status, paid.body.message]).toEqual([409, 'Nothing is due on this invoice, so there is nothing to write off.'])
  expect((await writeOff({}, (await makeInvoice('sent', '0')).id)).status).toBe(409)
})

test('while a payment is under way or under review nothing is written off', async () => {
  const { id } = (await order()).body
  await approve(id, 'echeck')
  await capture(id)
  const pending = await writeOff()
  expect([pending.status, pending.body.message]).toEqual([409, 'A payment for this invoice is being confirmed. Please wait until it is.'])
  const [attempt] = await attempts()
  await app.sql("update payment_attempts set status = 'review', problem = 'Odd', found = '[]' where id = $1", [attempt!.id])
  const reviewed = await writeOff()
  expect([reviewed.status, reviewed.body.message]).toEqual([409, expect.stringContaining('needs your decision')])
  expect(await read()).toEqual(open)
})

test('a write-off closes an open checkout, and a repeated request with its key writes off once', async () => {
  const page = await checkout()
  const key = { 'idempotency-key': 'write-off-once' }
  const [first, second] = [await writeOff({ amount: '20.00' }, invoice.id, key), await writeOff({ amount: '20.00' }, invoice.id, key)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect((await payAtCheckout(page, '4242424242424242')).location).toBeNull()
  expect(await read()).toMatchObject({ amountWrittenOff: '20.00', balanceDue: '130.25' })
})

test('money that a provider took, and that becomes known later, undoes the write-off first; the rest is due or credit', async () => {
  await setEventMode('drop')
  onTestFinished(() => setEventMode('deliver'))
  await payAtCheckout(await checkout(), '4242424242424242')
  const [attempt] = await attempts()
  // As if its keys had been changed before it was paid.
  await app.sql("update payment_attempts set status = 'expired' where id = $1", [attempt!.id])
  await pay({ amount: '100.00' })
  const { writeOff: written } = (await writeOff()).body
  expect(await read()).toEqual({ ...whole, amountPaid: '100.00', amountWrittenOff: '50.25' })
  await reconcileAttempt(attempt!.id)
  expect(await read()).toEqual({ ...open, status: 'paid', amountPaid: '250.25', balanceDue: '0.00' })
  expect((await history()).writeOffs).toEqual([{ ...written, reversal: expect.objectContaining({ by: 'payment' }) }])
  expect((await events()).slice(-2).map(([kind, by]) => [kind, by])).toEqual([
    ['write-off undone', 'Billfold'],
    ['payment', 'Customer'],
  ])
  expect((await returnFromCheckout()).body.status).toBe('paid')
  await reconcileAttempt(attempt!.id)
  expect((await history()).payments).toHaveLength(2)
})

test('a payment by hand undoes the write-off, and what it leaves open is due again', async () => {
  const { id } = (await writeOff()).body.writeOff
  // Dated before the write-off, which is undone on its own day.
  const paid = await pay({ amount: '60.00', paymentDate: '2026-01-20' })
  expect([paid.status, paid.body.balanceDue]).toEqual([201, '90.25'])
  expect(await read()).toEqual({ ...open, amountPaid: '60.00', balanceDue: '90.25' })
  expect((await history()).writeOffs[0]).toMatchObject({ id, reversal: { day: '2026-01-25', by: 'payment' } })
  expect((await writeOff()).body).toMatchObject({ writeOff: { amount: '90.25' }, balanceDue: '0.00' })
})

test('a refund after a write-off leaves the invoice paid, as every refund does', async () => {
  await writeOff({ amount: '50.25' })
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  expect(await read()).toEqual({ ...whole, amountPaid: '100.00', amountWrittenOff: '50.25' })
  const { payments } = await history()
  await refund(payments[0].id, '40.00')
  expect(await read()).toEqual({ ...whole, amountPaid: '60.00', amountWrittenOff: '50.25', balanceDue: '40.00' })
  const page = (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body
  expect(page.invoice.status).toBe('paid')
})

test('what was refunded, asked for again and written off is due when the write-off is undone, by hand or by a payment', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  await refund((await history()).payments[0].id, '150.25')
  expect((await saveStatus('sent')).status).toBe(200)
  const first = (await writeOff()).body.writeOff
  expect((await reverse(first.id)).body.balanceDue).toBe('150.25')
  expect(await read()).toEqual(open)
  await writeOff()
  expect((await pay({ amount: '60.00' })).body.balanceDue).toBe('90.25')
  expect(await read()).toEqual({ ...open, amountPaid: '60.00', balanceDue: '90.25' })
})

test('money that a failed refund brings back undoes the write-off', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  await refund((await history()).payments[0].id, '150.25')
  await saveStatus('sent')
  const { id } = (await writeOff()).body.writeOff
  const [refunded] = await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1 order by id desc limit 1', [
    ada.userId,
  ])
  await app.simulate('refunds/settle', { refund: refunded!.ref, status: 'failed', reason: 'lost_or_stolen_card' })
  await reconcileAttempt((await attempts())[0]!.id)
  expect(await read()).toEqual({ ...open, status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
  expect((await history()).writeOffs[0]).toMatchObject({ id, reversal: { by: 'payment' } })
})

test('setting the status back undoes the write-off, and amounts can’t be edited while it stands', async () => {
  await writeOff()
  const refused = await saveStatus('paid', { lineItems: [{ description: 'Design', quantity: 1, unitPrice: '99.00' }] })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "$150.25 of this invoice is written off, so its amounts can't be changed. Undo the write-off first.",
  ])
  expect((await saveStatus('paid', { notes: 'Thanks' })).status).toBe(200)
  expect(await read()).toEqual(whole)
  expect((await saveStatus('sent')).status).toBe(200)
  expect(await read()).toEqual(open)
  expect((await history()).writeOffs[0].reversal.by).toBe('owner')
  await writeOff({ amount: '10.00' })
  const draft = await saveStatus('draft')
  expect([draft.status, draft.body.message]).toEqual([
    409,
    "$10.00 of this invoice is written off, which doesn't fit the status Draft. Undo the write-off first.",
  ])
  const { id } = (await history()).writeOffs[0]
  await reverse(id)
  expect((await saveStatus('draft')).status).toBe(200)
  expect((await saveStatus('paid')).status).toBe(200)
  expect(await read()).toEqual({ ...open, status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
})

test('a deleted invoice takes its write-off along, and gets it back', async () => {
  await writeOff({ amount: '50.25' })
  expect((await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)).status).toBe(204)
  expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/restore`)).status).toBe(200)
  expect(await read()).toEqual({ ...open, amountWrittenOff: '50.25', balanceDue: '100.00' })
})

test('of two write-offs at once one stands, and of a write-off and a payment of all both fit or one is refused', async () => {
  const both = await Promise.all([writeOff(), writeOff()])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await read()).toEqual(whole)
  for (let n = 0; n < 4; n++) {
    const other = await makeInvoice()
    const [written, paid] = await Promise.all([writeOff({}, other.id), pay({ amount: '150.25' }, {}, other.id)])
    const { writeOffs } = await history(other.id)
    expect(paid.status).toBe(201)
    // The payment came first, or it undid the write-off.
    expect(written.status === 409 ? writeOffs : writeOffs[0].reversal.by).toEqual(written.status === 409 ? [] : 'payment')
    expect(await read(other.id)).toEqual({ ...open, status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
  }
})

test('the app’s role can reverse a write-off, and change or delete nothing of it', async () => {
  const { id } = (await writeOff()).body.writeOff
  for (const text of ['update movements set amount = 1', "update movements set notes = 'x'", 'delete from movements'])
    await expect(
      app.database.asUser(ada.userId, (db) => {
        db.announce('payments')
        return db.rows(`${text} where user_id = $1 and id = $2`, [ada.userId, id])
      }),
    ).rejects.toThrow(/permission denied/)
})
