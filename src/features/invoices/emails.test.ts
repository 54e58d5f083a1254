import { expect, test } from 'vitest'
import { findPart, withoutSignature } from '#server/platform/mail/testing/mail-server.ts'
import {
  ada,
  address,
  app,
  email,
  invoice,
  kim,
  mailing,
  makeInvoice,
  messages,
  retry,
  saved,
  send,
  url,
  waitForState,
} from './testing/email-fixture.ts'

mailing()

test('the preview shows recipient, content and attachment', async () => {
  const preview = await app.send(ada, 'GET', url('email-preview'))
  const owner = ada.email.slice(0, ada.email.indexOf('@'))
  expect([preview.status, preview.body]).toEqual([
    200,
    {
      to: kim,
      addresses: [kim],
      bounced: [],
      ownAddress: ada.email,
      customerId: expect.any(Number),
      toName: 'Kim & Co',
      fromName: `${owner} Tester`,
      replyTo: ada.email,
      subject: `Invoice ${invoice.number} from ${owner} Tester`,
      message: `Hello Kim & Co,\n\n${owner} Tester has sent you an invoice. It is attached as a PDF.`,
      attachment: `Invoice-${invoice.number}.pdf`,
      facts: [
        { label: 'Amount due', value: '$150.25' },
        { label: 'Due date', value: 'Feb 04, 2030' },
        { label: 'Invoice', value: invoice.number },
      ],
      link: { words: 'View and pay invoice', url: `${app.origin}/pay-invoice/${invoice.publicId}` },
      allowance: { max: 50, left: expect.any(Number), isConfirmed: true },
    },
  ])
  await address(null)
  expect((await app.send(ada, 'GET', url('email-preview'))).body.to).toBeNull()
  expect((await app.send(ada, 'GET', url('history'))).body.events).toHaveLength(1)
})

test('the default email matches the preview; the draft is issued at once, and the email is accepted once the mail server takes it', async () => {
  const preview = (await app.send(ada, 'GET', url('email-preview'))).body
  const sent = await send()
  expect([sent.status, sent.body]).toEqual([
    200,
    {
      message: `Invoice ${invoice.number} is on its way to ${preview.to}`,
      emailedTo: preview.to,
      email: {
        id: expect.any(Number),
        cc: [],
        copyTo: null,
        kind: 'invoice',
        to: preview.to,
        subject: preview.subject,
        state: 'queued',
        reason: null,
        attempts: 0,
        queuedAt: expect.stringMatching(/Z$/),
        settledAt: null,
      },
    },
  ])
  const { version, status } = await saved()
  expect(status).toBe('sent')
  expect(await waitForState(sent.body.email.id, 'accepted')).toMatchObject({
    attempts: 1,
    reason: null,
    settledAt: expect.stringMatching(/Z$/),
  })
  expect(await saved()).toMatchObject({ emailState: 'accepted', version })
  const [mail, ...more] = messages()
  expect([mail!.to, more]).toEqual([[preview.to], []])
  expect(mail!.headers.get('subject')).toBe(preview.subject)
  expect(withoutSignature(mail!.headers.get('message-id'))).toBe(`<invoice-${ada.userId}-${invoice.id}-${sent.body.email.id}@127.0.0.1>`)
  const text = findPart(mail!, 'text/plain').body.toString().replaceAll('\r\n', '\n')
  expect(text.startsWith(preview.message)).toBe(true)
  for (const { label, value } of preview.facts) expect(text).toContain(`${label}: ${value}`)
  expect(text).toContain(preview.link.url)
  const pdf = findPart(mail!, 'application/pdf')
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.headers.get('content-disposition')).toContain(preview.attachment)
})

test('a custom subject and message are sent as typed, escaped and with their line breaks, to the address on the customer’s record', async () => {
  const sent = await send({
    customerEmail: 'evil@example.com',
    customerName: 'x',
    invoiceNumber: 'y',
    subject: `Our bill ${invoice.number}\n`,
    message: 'Dear Kim,\r\n<b>thanks</b>!\n\nSee you',
  })
  expect(sent.body.email).toMatchObject({ subject: `Our bill ${invoice.number}`, to: kim })
  await waitForState(sent.body.email.id, 'accepted')
  const [mail] = messages()
  expect(mail!.to).toEqual([kim])
  expect(mail!.headers.get('subject')).toBe(`Our bill ${invoice.number}`)
  expect(findPart(mail!, 'text/plain').body.toString().replaceAll('\r\n', '\n')).toMatch(
    /^Dear Kim,\n<b>thanks<\/b>!\n\nSee you\n\nAmount due: \$150\.25\n/,
  )
  const html = findPart(mail!, 'text/html').body.toString()
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>Dear Kim,<br>&lt;b&gt;thanks&lt;\/b&gt;!<\/p>/)
  expect(html).toContain('View and pay invoice')
})

test.each([
  [{ subject: 'a\r\nBcc: evil@example.com' }, 'subject', 'Subject must be one line, without tabs or control characters'],
  [{ subject: 'a\nb' }, 'subject', 'Subject must be one line, without tabs or control characters'],
  [{ subject: ' ' }, 'subject', 'Subject is required'],
  [{ subject: 'x'.repeat(201) }, 'subject', 'Subject can have at most 200 characters'],
  [{ message: 'x'.repeat(5001) }, 'message', 'Message can have at most 5,000 characters'],
  [{ message: 5 }, 'message', 'Message must be text'],
  [{ to: 'evil@example.com' }, 'to', 'evil@example.com is not an address of this customer. Add it to the customer first.'],
])('invalid input %j is refused and the draft stays a draft', async (body, path, message) => {
  const reply = await send(body)
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path, message }]])
  expect(await saved()).toMatchObject({ status: 'draft', emailState: null })
})

test('sending is refused for a paid invoice and for a customer without an address', async () => {
  await address(null)
  const none = await send()
  expect([none.status, none.body.message]).toEqual([409, "Customer doesn't have an email address on file."])
  expect((await saved()).status).toBe('draft')
  await address('kim@customer.example')
  await app.send(ada, 'POST', url('mark-paid'))
  const paid = await send()
  expect([paid.status, paid.body.message]).toEqual([409, 'This invoice has already been paid.'])
})

test('a retry is refused once the mail server has accepted the email, the invoice is paid, or the address is missing', async () => {
  const { id } = (await send()).body.email
  await waitForState(id, 'accepted')
  const taken = await retry(id)
  expect([taken.status, taken.body.message]).toEqual([
    409,
    'The mail server has already accepted this email. Send the invoice again instead.',
  ])
  await address('unknown@customer.example')
  const other = (await send()).body.email
  await waitForState(other.id, 'failed')
  await address(null)
  expect((await retry(other.id)).body.message).toBe("Customer doesn't have an email address on file.")
  await address('kim@customer.example')
  await app.send(ada, 'POST', url('mark-paid'))
  expect((await retry(other.id)).body.message).toBe('This invoice has already been paid.')
  expect(await email(other.id)).toMatchObject({ state: 'failed', attempts: 1 })
})

test('emails belong to the owner: 401 without a session, 404 for another user and an unknown id', async () => {
  const { id } = (await send()).body.email
  const other = await makeInvoice()
  const eve = await app.person(`eve${invoice.number}`)
  const calls = [
    ['GET', 'email-preview'],
    ['POST', 'send-email'],
    ['GET', `emails/${id}`],
    ['POST', `emails/${id}/retry`],
  ] as const
  for (const [method, rest] of calls)
    expect([rest, (await app.send(null, method, url(rest))).status, (await app.send(eve, method, url(rest))).status]).toEqual([
      rest,
      401,
      404,
    ])
  for (const wrong of [`${id + 1000}`, '0', 'x', '99999999999'])
    expect([wrong, (await app.send(ada, 'GET', url(`emails/${wrong}`))).status]).toEqual([wrong, 404])
  expect((await app.send(ada, 'GET', url(`emails/${id}`, other.id))).status).toBe(404)
  expect((await app.send(ada, 'POST', url(`emails/${id}/retry`, other.id))).status).toBe(404)
})

test('the emails of a deleted invoice are hidden until it is restored', async () => {
  const { id } = (await send()).body.email
  await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)
  expect((await app.send(ada, 'GET', url(`emails/${id}`))).status).toBe(404)
  await app.send(ada, 'POST', url('restore'))
  expect((await app.send(ada, 'GET', url(`emails/${id}`))).status).toBe(200)
})
