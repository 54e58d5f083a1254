import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxReportBytes } from '#server/platform/mail/reports/parse-report.ts'
import { createSmtpError, startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { complaint, postfixReport, qmailMessage } from '#server/platform/mail/testing/sample-reports.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

const token = randomBytes(24).toString('hex')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ mailWebhookToken: token })
})
afterAll(() => app.close())

let ada: Person
let kim: string
let nth = 0
let number = 0
beforeEach(async () => {
  ada = await app.person(`ada${++nth}`)
  kim = `kim${nth}@customer.example`
})

const report = (raw: string | Buffer, at = token) =>
  app.http.inject({ method: 'POST', url: `/api/webhooks/mail/${at}`, payload: raw, headers: { 'content-type': 'message/rfc822' } })

/** A sent invoice whose email the mail server has accepted, with the email's id and its Message-ID. */
const sendInvoice = async (who = ada, { to = kim, otherEmails = '', cc = [] as string[] } = {}) => {
  const customer = await app.call(who, 'POST', '/api/customers', { name: 'Kim Lee', email: to, otherEmails })
  const invoice = await app.call(who, 'POST', '/api/invoices', {
    ...{ customerId: customer.id, status: 'draft', invoiceNumber: `I-${++number}`, issueDate: '2026-01-02', dueDate: '2026-02-02' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: 100 }],
  })
  const { email } = await app.call(who, 'POST', `/api/invoices/${invoice.id}/send-email`, { cc })
  const mail = await waitForMail(`invoice-${who.userId}-${invoice.id}-${email.id}`)
  await until(async () => (await getEmail(who, invoice.id)).state === 'accepted')
  return { customerId: customer.id, id: invoice.id, emailId: email.id, messageId: mail.messageId }
}
const until = async (check: () => Promise<boolean>) => {
  const end = Date.now() + 45_000
  while (!(await check())) {
    if (Date.now() > end) throw new Error('It did not happen')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const waitForMail = async (id: string) => {
  type Sent = { messageId: string; subject: string; text: string }
  let found: Sent | undefined
  await until(async () => {
    found = ((await app.mails(0)) as unknown as Sent[]).find(({ messageId }) => messageId.startsWith(`<${id}.`))
    return found !== undefined
  })
  return found!
}
const getEmail = async (who: Person, invoiceId: number) => (await app.call(who, 'GET', `/api/invoices/${invoiceId}/history`)).emails[0]!
const listMarks = (who: Person, customerId: number) => app.call(who, 'GET', `/api/customers/${customerId}/bounces`)
const sendAgain = (who: Person, id: number, body = {}) => app.send(who, 'POST', `/api/invoices/${id}/send-email`, body)
const reason = (address: string) =>
  `Mailbox doesn't exist (550 5.1.1 <${address}>: Recipient address rejected: User unknown in virtual mailbox table)`

describe('a bounce', () => {
  test('is shown at the email and at the customer; the owner is told once, and the address gets no more emails', async () => {
    const { id, customerId, emailId, messageId } = await sendInvoice()
    const bounce = postfixReport({ messageId, to: kim })
    expect((await report(bounce)).json()).toEqual({ received: true })
    expect(await getEmail(ada, id)).toMatchObject({ id: emailId, state: 'bounced', reason: `${kim}: ${reason(kim)}` })
    expect((await app.call(ada, 'GET', `/api/invoices/${id}`)).emailState).toBe('bounced')
    expect((await app.call(ada, 'GET', '/api/dashboard')).attention).toContainEqual(expect.objectContaining({ kind: 'undelivered' }))
    const marks = await listMarks(ada, customerId)
    expect(marks).toEqual([{ address: kim, kind: 'bounce', reason: reason(kim), at: expect.any(String) }])
    expect((await app.call(ada, 'GET', `/api/invoices/${id}/email-preview`)).bounced).toEqual(marks)

    const message = `Emails to ${kim} bounce: mailbox doesn't exist (550 5.1.1 <${kim}>: Recipient address rejected: User unknown in virtual mailbox table). Correct the address, or choose Try again on the customer's page.`
    const refused = await sendAgain(ada, id)
    expect([refused.status, refused.body]).toEqual([409, { message, issues: [{ path: 'to', message }] }])
    expect((await app.send(ada, 'POST', `/api/invoices/${id}/emails/${emailId}/retry`)).status).toBe(409)

    const [{ id: markId }] = (await app.sql<{ id: number }>('select id from bounced_addresses where user_id = $1', [ada.userId])) as [
      { id: number },
    ]
    const told = await waitForMail(`bounced-address-${ada.userId}-${markId}`)
    expect(told.subject).toBe(`Emails to ${kim} bounce`)
    for (const part of ['Customer: Kim Lee', "mailbox doesn't exist", `/customers/${customerId}`]) expect(told.text).toContain(part)

    // Received again, it changes nothing, also after the address was allowed again.
    await report(bounce)
    await app.call(ada, 'POST', `/api/customers/${customerId}/try-address`, { address: kim.toUpperCase() })
    await report(bounce)
    expect(await listMarks(ada, customerId)).toEqual([])
    expect((await sendAgain(ada, id)).status).toBe(200)
    const mails = (await app.mails(0)) as unknown as { subject: string }[]
    expect(mails.filter(({ subject }) => subject === `Emails to ${kim} bounce`)).toHaveLength(1)
  })

  test('for one recipient of several marks that one alone, which is then refused as Cc', async () => {
    const lee = `lee${nth}@customer.example`
    const { id, customerId, messageId } = await sendInvoice(ada, { otherEmails: lee, cc: [lee] })
    await report(postfixReport({ messageId, to: lee }))
    expect((await listMarks(ada, customerId)).map(({ address }) => address)).toEqual([lee])
    expect((await sendAgain(ada, id)).status).toBe(200)
    const refused = await sendAgain(ada, id, { cc: [lee] })
    expect([refused.status, refused.body.issues[0].path]).toEqual([409, 'cc.0'])
    // The second recipient's own report.
    await report(postfixReport({ messageId, to: kim }))
    expect((await listMarks(ada, customerId)).map(({ address }) => address)).toEqual([lee, kim])
  })

  test('that says nothing about the address is shown, and the address is not marked', async () => {
    const { id, customerId, messageId } = await sendInvoice()
    await report(postfixReport({ messageId, to: kim, status: '5.2.2', diagnostic: '552 5.2.2 Quota exceeded' }))
    expect(await getEmail(ada, id)).toMatchObject({ state: 'bounced', reason: `${kim}: Mailbox is full (552 5.2.2 Quota exceeded)` })
    expect(await listMarks(ada, customerId)).toEqual([])
  })

  test.each([
    ['a delay', { action: 'delayed', status: '4.4.1' }],
    ['another recipient', { to: 'victim@customer.example' }],
  ])('with %s changes nothing', async (_what, change) => {
    const { id, customerId, messageId } = await sendInvoice()
    expect((await report(postfixReport({ messageId, to: kim, ...change }))).statusCode).toBe(200)
    expect(await getEmail(ada, id)).toMatchObject({ state: 'accepted', reason: null })
    expect(await listMarks(ada, customerId)).toEqual([])
    expect(await app.sql('select 1 from bounced_addresses where user_id = $1', [ada.userId])).toEqual([])
  })

  test("with a forged Message-ID changes nothing, also if a message of one's own is returned", async () => {
    const { id, customerId, messageId } = await sendInvoice()
    const bob = await app.person(`bob${nth}`)
    const own = await sendInvoice(bob, { to: `own-${kim}` })
    const signature = /\.[0-9a-f]{24}@/.exec(own.messageId)![0]
    for (const forged of [messageId.replace(/\.[0-9a-f]{24}@/, '@'), messageId.replace(/\.[0-9a-f]{24}@/, signature), own.messageId])
      await report(postfixReport({ messageId: forged, to: kim }))
    await report(postfixReport({ messageId: own.messageId, to: `own-${kim}` }))
    expect(await getEmail(ada, id)).toMatchObject({ state: 'accepted' })
    expect(await listMarks(ada, customerId)).toEqual([])
    // The mark is bob's alone.
    expect((await listMarks(bob, own.customerId)).map(({ address }) => address)).toEqual([`own-${kim}`])
    await app.call(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Kim Lee', email: `own-${kim}` })
    expect(await listMarks(ada, customerId)).toEqual([])
    expect((await sendAgain(ada, id)).status).toBe(200)
  })

  test('of an estimate, a receipt and a statement counts alike', { timeout: 400_000 }, async () => {
    const { id, customerId } = await sendInvoice()
    const estimate = await app.call(ada, 'POST', '/api/estimates', {
      ...{ customerId, status: 'draft', estimateNumber: 'E-1', issueDate: '2026-01-02', expiryDate: '2030-02-02' },
      lineItems: [{ description: 'Design', quantity: 1, unitPrice: 100 }],
    })
    await app.call(ada, 'POST', `/api/estimates/${estimate.id}/send-email`, {})
    await app.call(ada, 'POST', `/api/invoices/${id}/payments`, { amount: '10.00', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
    const statement = await app.call(ada, 'POST', '/api/reports/statement-emails', { customerId, from: '2026-01-01', to: '2026-01-31' })
    const sent: string[] = []
    // All are sent before the first one bounces.
    for (const kind of ['estimate', 'receipt', 'statement']) sent.push((await waitForMail(await findId(kind, ada.userId))).messageId)
    for (const messageId of sent) {
      await until(async () => {
        await report(postfixReport({ messageId, to: kim }))
        return (await listMarks(ada, customerId)).length === 1
      })
      await app.call(ada, 'POST', `/api/customers/${customerId}/try-address`, { address: kim })
    }
    const statements = await app.call(ada, 'GET', `/api/reports/statement-emails?customerId=${customerId}`)
    expect(statements).toMatchObject([{ id: statement.id, state: 'bounced' }])
    expect((await app.call(ada, 'GET', `/api/invoices/${id}/history`)).emails).toMatchObject([{ kind: 'receipt', state: 'bounced' }, {}])
    expect((await app.call(ada, 'GET', `/api/estimates/${estimate.id}`)).emailState).toBe('bounced')
  })
})

const findId = async (kind: string, userId: number) => {
  let found: string | undefined
  await until(async () => {
    const mails = (await app.mails(0)) as unknown as { messageId: string }[]
    found = mails.map(({ messageId }) => new RegExp(`^<(${kind}-${userId}-[\\d-]+)\\.`).exec(messageId)?.[1]).find(Boolean)
    return found !== undefined
  })
  return found!
}

test('a complaint marks the address, and leaves the email as it is', async () => {
  const { id, customerId, messageId } = await sendInvoice()
  await report(complaint({ messageId, to: null }))
  expect(await getEmail(ada, id)).toMatchObject({ state: 'accepted', reason: null })
  expect(await listMarks(ada, customerId)).toMatchObject([{ address: kim, kind: 'complaint', reason: null }])
  expect((await sendAgain(ada, id)).body.message).toBe(
    `${kim} reported an email from you as spam. Correct the address, or choose Try again on the customer's page.`,
  )
})

test('automatic emails to a marked address are not sent: a receipt is stored as failed, a queued email fails, a Cc is left out', async () => {
  const lee = `lee${nth}@customer.example`
  const { id, customerId, messageId } = await sendInvoice(ada, { otherEmails: lee })
  await report(postfixReport({ messageId, to: kim }))
  await app.call(ada, 'POST', `/api/invoices/${id}/payments`, { amount: '10.00', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
  expect(await getEmail(ada, id)).toMatchObject({ kind: 'receipt', state: 'failed', reason: expect.stringContaining('bounce') })

  // Marked between queueing and sending.
  await app.call(ada, 'POST', `/api/customers/${customerId}/try-address`, { address: kim })
  const mark = (address: string) =>
    app.sql("insert into bounced_addresses (user_id, address, kind, reason) values ($1, $2, 'bounce', 'Unknown')", [ada.userId, address])
  await app.sql("insert into document_emails (user_id, document_id, to_address, subject, cc_addresses) values ($1, $2, $3, 'Later', $4)", [
    ...[ada.userId, id, kim, lee],
  ])
  await mark(lee)
  const [{ id: withCc }] = (await app.sql<{ id: number }>("select id from document_emails where user_id = $1 and subject = 'Later'", [
    ada.userId,
  ])) as [{ id: number }]
  const run = async (emailId: number) =>
    app.runners.find(({ name }) => name === 'invoices.send')!.run({ userId: ada.userId, emailId }, { isLast: true } as never)
  await run(withCc)
  const sent = (await waitForMail(`invoice-${ada.userId}-${id}-${withCc}`)) as unknown as { to: { address: string }; cc: unknown[] }
  expect([sent.to.address, sent.cc]).toEqual([kim, []])
  await mark(kim)
  await app.sql("update document_emails set state = 'queued' where user_id = $1 and id = $2", [ada.userId, withCc])
  await run(withCc)
  expect((await getEmail(ada, id)).reason).toBe(
    `Emails to ${kim} bounce: unknown. Correct the address, or choose Try again on the customer's page.`,
  )
})

test("the product's own emails to its users are sent all the same", async () => {
  await app.sql("insert into bounced_addresses (user_id, address, kind, reason) values ($1, $2, 'bounce', 'Unknown')", [
    ada.userId,
    ada.email,
  ])
  await app.sql("insert into bounced_addresses (user_id, address, kind) values ($1, $2, 'complaint')", [ada.userId, kim])
  const [{ id }] = (await app.sql<{ id: number }>('select id from bounced_addresses where user_id = $1 and address = $2', [
    ada.userId,
    kim,
  ])) as [{ id: number }]
  await app.runners.find(({ name }) => name === 'emails.bounced')!.run({ userId: ada.userId, markId: id }, { isLast: true } as never)
  expect((await waitForMail(`bounced-address-${ada.userId}-${id}`)).subject).toBe(`${kim} reported your email as spam`)
})

describe('the address to which reports are posted', () => {
  test('answers 404 for any other token, and takes any message with the right one', async () => {
    for (const wrong of ['x', token.slice(1), `${token}x`, token.toUpperCase(), 'ä'.repeat(24)])
      expect((await report(postfixReport({ messageId: '<a@b>', to: kim }), encodeURIComponent(wrong))).statusCode).toBe(404)
    for (const raw of ['', 'hello', qmailMessage({ messageId: '<a@b>', to: kim }), randomBytes(5000)])
      expect((await report(raw)).json()).toEqual({ received: true })
  })

  test('takes at most 256 kB', async () => {
    expect((await report('x'.repeat(maxReportBytes))).statusCode).toBe(200)
    expect((await report('x'.repeat(maxReportBytes + 1))).statusCode).toBe(413)
  })

  test('is limited: an address with many wrong tokens waits', async () => {
    const wrong = () =>
      app.http.inject({ method: 'POST', url: `/api/webhooks/mail/${'x'.repeat(48)}`, remoteAddress: '192.0.2.99', payload: 'x' })
    const statuses = []
    for (let n = 0; n < 32; n++) statuses.push((await wrong()).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
    expect(statuses.at(-1)).toBe(429)
  })

  test('does not exist without a token in the settings', async () => {
    const without = await createTestApp()
    try {
      expect((await without.http.inject({ method: 'POST', url: `/api/webhooks/mail/${token}`, payload: 'x' })).statusCode).toBe(404)
    } finally {
      await without.close()
    }
  })
})

describe('trying an address again', () => {
  test('is refused to visitors and strangers, and for an address that is not the customer’s', async () => {
    const { id } = await app.call(ada, 'POST', '/api/customers', { name: 'Kim Lee', email: kim })
    const bob = await app.person(`bob-again${nth}`)
    for (const [method, path, body] of [
      ['GET', 'bounces', undefined],
      ['POST', 'try-address', { address: kim }],
    ] as const) {
      expect((await app.send(null, method, `/api/customers/${id}/${path}`, body)).status).toBe(401)
      expect((await app.send(bob, method, `/api/customers/${id}/${path}`, body)).status).toBe(404)
    }
    for (const address of ['other@customer.example', 'no address', 7]) {
      const { status, body } = await app.send(ada, 'POST', `/api/customers/${id}/try-address`, { address })
      expect([status, body.issues[0].path]).toEqual([400, 'address'])
    }
  })

  test('is limited to 20 an hour', async () => {
    const { id } = await app.call(ada, 'POST', '/api/customers', { name: 'Kim Lee', email: kim })
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await app.send(ada, 'POST', `/api/customers/${id}/try-address`, { address: kim })).status)
    expect([statuses[19], statuses[20]]).toEqual([200, 429])
  })
})

test('a recipient that the mail server refuses at once is marked as well', async () => {
  const server = await startTestMailServer({
    onRcptTo: (_address, _session, done) => done(createSmtpError(550, '5.1.1 No such user here')),
  })
  const other = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${server.port}` })
  try {
    const eve = await other.person('eve')
    const customer = await other.call(eve, 'POST', '/api/customers', { name: 'Kim', email: kim })
    const invoice = await other.call(eve, 'POST', '/api/invoices', {
      ...{ customerId: customer.id, status: 'draft', invoiceNumber: `I-${++number}`, issueDate: '2026-01-02', dueDate: '2026-02-02' },
      lineItems: [{ description: 'Design', quantity: 1, unitPrice: 100 }],
    })
    await other.call(eve, 'POST', `/api/invoices/${invoice.id}/send-email`, {})
    await until(async () => (await other.call(eve, 'GET', `/api/customers/${customer.id}/bounces`)).length === 1)
    expect(await other.call(eve, 'GET', `/api/customers/${customer.id}/bounces`)).toMatchObject([
      { address: kim, kind: 'bounce', reason: "Mailbox doesn't exist (550 5.1.1 No such user here)" },
    ])
    expect((await other.call(eve, 'GET', `/api/invoices/${invoice.id}`)).emailState).toBe('failed')
  } finally {
    await other.close()
    await server.close()
  }
})
