import { describe, expect, test } from 'vitest'
import {
  accept,
  ada,
  address,
  app,
  email,
  holdMessages,
  invoice,
  kim,
  loseAnswers,
  mailing,
  makeInvoice,
  messages,
  record,
  retry,
  runRetriesNow,
  saved,
  send,
  startServer,
  url,
  waitForState,
  whileDown,
} from './testing/email-fixture.ts'

mailing()

test('each send request creates its own email; the invoice shows the state of the latest one', async () => {
  const first = (await send()).body.email
  await waitForState(first.id, 'accepted')
  await address('unknown@customer.example')
  const second = (await send()).body.email
  await waitForState(second.id, 'failed')
  expect((await saved()).emailState).toBe('failed')
  expect((await email(first.id)).state).toBe('accepted')
  expect(messages()).toHaveLength(1)
  expect((await app.send(ada, 'GET', url('history'))).body.emails.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
})

test('an unknown address fails with the mail server’s message; after it is corrected, a retry delivers the same email', async () => {
  await address('unknown@customer.example')
  const { id } = (await send()).body.email
  const failed = await waitForState(id, 'failed')
  expect(failed).toMatchObject({
    to: 'unknown@customer.example',
    reason: expect.stringMatching(/^The mail server does not accept mail for unknown@customer\.example \(550 No such user here\)\./),
    attempts: 1,
    settledAt: expect.any(String),
  })
  expect(await saved()).toMatchObject({ emailState: 'failed', status: 'sent' })
  await address('mended@customer.example')
  const again = await retry(id)
  expect([again.status, again.body]).toEqual([
    200,
    expect.objectContaining({ id, to: 'mended@customer.example', state: 'queued', reason: null, attempts: 1, settledAt: null }),
  ])
  expect(await waitForState(id, 'accepted')).toMatchObject({ to: 'mended@customer.example', attempts: 2, reason: null })
  expect(messages().map(({ to }) => to)).toEqual([['mended@customer.example']])
  expect((await saved()).emailState).toBe('accepted')
})

test('with the mail server down the email stays queued with the reason, and arrives once the server is back', async () => {
  await whileDown(async () => {
    const { id } = (await send()).body.email
    await expect.poll(async () => (await email(id)).attempts, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await email(id)).toMatchObject({
      state: 'queued',
      reason: "The mail server can't be reached: it refuses connections.",
      settledAt: null,
    })
    expect((await saved()).emailState).toBe('queued')
    await startServer()
    await runRetriesNow()
    expect(await waitForState(id, 'accepted')).toMatchObject({ reason: null })
    expect(messages()).toHaveLength(1)
  })
})

test('the email fails after the last attempt, says so, and can be retried', async () => {
  await whileDown(async () => {
    const { id } = (await send()).body.email
    await expect.poll(async () => (await email(id)).attempts, { timeout: 60_000 }).toBeGreaterThan(0)
    await runRetriesNow(20)
    expect((await waitForState(id, 'failed')).reason).toBe(
      "The mail server can't be reached: it refuses connections. Gave up after 20 attempts.",
    )
    await startServer()
    expect((await retry(id)).body.state).toBe('queued')
    await waitForState(id, 'accepted')
  })
})

test('an email that can no longer be sent fails with a reason', async () => {
  await whileDown(async () => {
    const [gone, without, draft] = [await makeInvoice(), await makeInvoice(), await makeInvoice()]
    const ids = await Promise.all(
      [gone, without, draft].map(async ({ id }) => (await app.send(ada, 'POST', url('send-email', id))).body.email.id as number),
    )
    const states = () =>
      app.sql<{ state: string; reason: string; attempts: number }>(
        'select state, reason, attempts from document_emails where id = any($1) order by id',
        [ids],
      )
    await expect.poll(async () => (await states()).every(({ attempts }) => attempts > 0), { timeout: 60_000 }).toBe(true)
    await app.send(ada, 'DELETE', `/api/invoices/${gone.id}`)
    await app.sql("update documents set status = 'draft' where id = $1", [draft.id])
    await runRetriesNow()
    await expect.poll(async () => (await states()).filter(({ state }) => state === 'failed').length, { timeout: 60_000 }).toBe(2)
    await address(null)
    await runRetriesNow()
    await expect.poll(async () => (await states()).every(({ state }) => state === 'failed'), { timeout: 60_000 }).toBe(true)
    expect((await states()).map(({ reason }) => reason).sort()).toEqual([
      "The customer's email address was removed before the invoice was sent.",
      'The invoice was changed back to a draft before it was sent.',
      'The invoice was deleted before it was sent.',
    ])
  })
})

test('a retry during delivery does not send the message twice', async () => {
  const release = holdMessages()
  const { id } = (await send()).body.email
  const running = async () => (await app.sql('select 1 from graphile_worker._private_jobs where locked_at is not null')).length
  await expect.poll(running, { timeout: 60_000 }).toBe(1)
  expect((await retry(id)).status).toBe(200)
  await expect.poll(running, { timeout: 60_000 }).toBe(2)
  release()
  await waitForState(id, 'accepted')
  await expect.poll(running, { timeout: 60_000 }).toBe(0)
  expect(messages()).toHaveLength(1)
  expect((await email(id)).attempts).toBe(1)
})

test('a message whose acceptance got lost is sent again with the same id, so that mail programs show it once', async () => {
  const mayAnswer = loseAnswers()
  const { id } = (await send()).body.email
  await expect.poll(async () => (await email(id)).attempts, { timeout: 60_000 }).toBe(1)
  mayAnswer()
  await runRetriesNow()
  await waitForState(id, 'accepted')
  const ids = messages().map(({ headers }) => headers.get('message-id'))
  expect(ids).toEqual([ids[0], ids[0]])
})

test('a receipt has its own row and state, and does not change the invoice’s email state', async () => {
  await address('unknown@customer.example')
  const payment = { amount: '50.25', paymentDate: '2026-01-20', paymentMethod: 'Cash', sendReceipt: true }
  await app.send(ada, 'POST', url('payments'), payment)
  const receipts = async () => (await app.send(ada, 'GET', url('history'))).body.emails as { id: number; state: string; reason: string }[]
  await expect.poll(async () => (await receipts()).map(({ state }) => state), { timeout: 60_000 }).toEqual(['failed'])
  const [receipt] = await receipts()
  expect(receipt).toMatchObject({ kind: 'receipt', reason: expect.stringContaining('550 No such user here') })
  expect((await saved()).emailState).toBeNull()
  expect((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.invoice.receiptEmailed).toBe(false)
  await address('mended@customer.example')
  expect((await retry(receipt!.id)).body).toMatchObject({ kind: 'receipt', state: 'queued', to: 'mended@customer.example' })
  await waitForState(receipt!.id, 'accepted')
  expect(messages(`Receipt for invoice ${invoice.number}`).map(({ to }) => to)).toEqual([['mended@customer.example']])
  expect((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.invoice.receiptEmailed).toBe(true)
})

test('no receipt is sent for a payment that was voided before', async () => {
  await whileDown(async () => {
    const paid = await app.send(ada, 'POST', url('payments'), {
      amount: '1',
      paymentDate: '2026-01-20',
      paymentMethod: 'Cash',
      sendReceipt: true,
    })
    // A receipt whose email is already written would still be sent.
    const tried = () => app.sql('select 1 from document_emails where document_id = $1 and attempts > 0', [invoice.id])
    await expect.poll(tried, { timeout: 60_000 }).toHaveLength(1)
    await app.send(ada, 'DELETE', url(`payments/${paid.body.payment.id}`))
    await startServer()
    await runRetriesNow()
    const state = () => app.sql('select state, reason from document_emails where document_id = $1', [invoice.id])
    await expect
      .poll(state, { timeout: 60_000 })
      .toEqual([{ state: 'failed', reason: 'The payment was undone before its receipt was sent.' }])
  })
})

describe('each recipient has its own result', () => {
  const others = (otherEmails: string) => record({ otherEmails })
  const bounced = async () => (await app.send(ada, 'GET', `/api/customers/${(await saved()).customerId}/bounces`)).body

  test('a refused customer is a failed delivery with the reason, though the owner’s copy was accepted; the copy comes once', async () => {
    await address('unknown@customer.example')
    const { id } = (await send({ copyToMe: true })).body.email
    const failed = await waitForState(id, 'failed')
    expect(failed.reason).toMatch(
      /^The mail server does not accept mail for unknown@customer\.example \(550 No such user here\)\. Check the address and send the email again\. Copies went to /,
    )
    expect((await saved()).emailState).toBe('failed')
    await expect.poll(bounced).toMatchObject([{ address: 'unknown@customer.example', kind: 'bounce' }])
    const { attention } = (await app.send(ada, 'GET', '/api/dashboard')).body
    expect(attention.map(({ kind }: { kind: string }) => kind)).toEqual(['undelivered'])
    await address('mended@customer.example')
    await retry(id)
    await waitForState(id, 'accepted')
    expect(messages().map(({ to }) => to)).toEqual([[ada.email], ['mended@customer.example']])
  })

  test('a refused copy is told beside the email that the customer has, and its address is marked', async () => {
    await others('unknown-lee@customer.example')
    const { id } = (await send({ cc: ['unknown-lee@customer.example'] })).body.email
    expect((await waitForState(id, 'accepted')).reason).toBe(
      "The copy to unknown-lee@customer.example was refused: Mailbox doesn't exist (550 No such user here).",
    )
    const [listed] = (await app.send(ada, 'GET', url('history'))).body.emails
    expect([listed.state, listed.reason]).toEqual(['accepted', expect.stringContaining('unknown-lee@customer.example')])
    await expect.poll(bounced).toMatchObject([{ address: 'unknown-lee@customer.example' }])
    expect(messages().map(({ to }) => to)).toEqual([[kim]])
  })

  test('a customer who is deferred is tried again alone, and a copy that is deferred to the end is told', async () => {
    await others('later-lee@customer.example')
    await address(`later-${kim}`)
    const { id } = (await send({ cc: ['later-lee@customer.example'], copyToMe: true })).body.email
    const tried = async (n: number) => expect.poll(async () => (await email(id)).attempts, { timeout: 60_000 }).toBe(n)
    await tried(1)
    expect(await email(id)).toMatchObject({ state: 'queued', reason: expect.stringContaining('450 Greylisted') })
    accept(`later-${kim}`)
    await runRetriesNow()
    await tried(2)
    expect((await email(id)).state).toBe('queued')
    await runRetriesNow(20)
    expect((await waitForState(id, 'accepted')).reason).toBe(
      'The copy to later-lee@customer.example was refused: Not delivered (450 Greylisted).',
    )
    expect(messages().map(({ to }) => to)).toEqual([[ada.email], [`later-${kim}`]])
    expect(await bounced()).toEqual([])
  })
})
