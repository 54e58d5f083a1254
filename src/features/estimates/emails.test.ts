import { expect, test } from 'vitest'
import { findPart, withoutSignature } from '#server/platform/mail/testing/mail-server.ts'
import {
  accept,
  ada,
  address,
  app,
  email,
  estimate,
  kim,
  mailing,
  makeEstimate,
  messages,
  retry,
  saved,
  send,
  url,
  waitForState,
} from './testing/email-fixture.ts'

mailing()

const plainText = (mail: ReturnType<typeof messages>[number]) => findPart(mail, 'text/plain').body.toString().replaceAll('\r\n', '\n')
const save = async (over: object) => {
  const { customerId, estimateNumber, issueDate, expiryDate, status, version } = await saved()
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const body = { customerId, estimateNumber, issueDate, expiryDate, status, version, lineItems, ...over }
  return app.send(ada, 'PUT', `/api/estimates/${estimate.id}`, body)
}

test('the preview shows recipient, content and attachment, and changes nothing', async () => {
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
      subject: `Estimate ${estimate.number} from ${owner} Tester`,
      message: `Hello Kim & Co,\n\n${owner} Tester has sent you an estimate. It is attached as a PDF.`,
      attachment: `Estimate-${estimate.number}.pdf`,
      facts: [
        { label: 'Total', value: '$150.25' },
        { label: 'Valid until', value: 'Feb 04, 2030' },
        { label: 'Estimate', value: estimate.number },
      ],
      link: { words: 'Review estimate', url: `${app.origin}/review-estimate/${estimate.publicId}` },
      allowance: { max: 50, left: expect.any(Number), isConfirmed: true },
    },
  ])
  await address(null)
  expect((await app.send(ada, 'GET', url('email-preview'))).body.to).toBeNull()
  expect(await saved()).toMatchObject({ status: 'draft', emailState: null })
})

test('the default email matches the preview; the draft is sent at once, and the email is accepted once the mail server takes it', async () => {
  const preview = (await app.send(ada, 'GET', url('email-preview'))).body
  const sent = await send()
  const { id } = sent.body.email
  const queued = { to: kim, cc: [], copyTo: null, subject: preview.subject, state: 'queued', reason: null, attempts: 0, settledAt: null }
  expect([sent.status, sent.body]).toEqual([
    200,
    {
      message: `Estimate ${estimate.number} is on its way to ${kim}`,
      emailedTo: kim,
      email: { id: expect.any(Number), kind: 'estimate', queuedAt: expect.stringMatching(/Z$/), ...queued },
    },
  ])
  const { version, status } = await saved()
  expect(status).toBe('sent')
  expect(await waitForState(id, 'accepted')).toMatchObject({ attempts: 1, reason: null, settledAt: expect.stringMatching(/Z$/) })
  expect(await saved()).toMatchObject({ emailState: 'accepted', version })
  const [mail, ...more] = messages()
  expect([mail!.to, more]).toEqual([[kim], []])
  expect(mail!.headers.get('subject')).toBe(preview.subject)
  expect(withoutSignature(mail!.headers.get('message-id'))).toBe(`<estimate-${ada.userId}-${estimate.id}-${id}@127.0.0.1>`)
  const text = plainText(mail!)
  expect(text.startsWith(preview.message)).toBe(true)
  for (const { label, value } of preview.facts) expect(text).toContain(`${label}: ${value}`)
  expect(text).toContain(`Review estimate:\n${preview.link.url}`)
  expect(text).toContain('Questions about this estimate? Reply to this email.')
  const pdf = findPart(mail!, 'application/pdf')
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.headers.get('content-disposition')).toContain(preview.attachment)
  const { events, emails } = (await app.send(ada, 'GET', url('history'))).body
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['sent', 'created'])
  expect(emails).toMatchObject([{ id, kind: 'estimate', state: 'accepted' }])
})

test('a custom subject and message are sent as typed, to the address on the customer’s record', async () => {
  const own = { subject: `Our offer ${estimate.number}`, message: 'Dear Kim,\r\n<b>look</b>!\n\nSee you' }
  const sent = await send({ customerEmail: 'evil@example.com', customerName: 'x', estimateNumber: 'y', ...own })
  expect(sent.body.email).toMatchObject({ subject: own.subject, to: kim })
  await waitForState(sent.body.email.id, 'accepted')
  const [mail] = messages()
  expect([mail!.to, mail!.headers.get('subject')]).toEqual([[kim], own.subject])
  expect(plainText(mail!)).toMatch(/^Dear Kim,\n<b>look<\/b>!\n\nSee you\n\nTotal: \$150\.25\n/)
  expect(findPart(mail!, 'text/html').body.toString()).toContain('Dear Kim,<br>&lt;b&gt;look&lt;/b&gt;!')
})

test.each([
  [{ subject: 'a\r\nBcc: evil@example.com' }, 'subject', 'Subject must be one line, without tabs or control characters'],
  [{ subject: 'x'.repeat(201) }, 'subject', 'Subject can have at most 200 characters'],
  [{ message: 'x'.repeat(5001) }, 'message', 'Message can have at most 5,000 characters'],
  [{ to: 'evil@example.com' }, 'to', 'evil@example.com is not an address of this customer. Add it to the customer first.'],
])('invalid input %j is refused and the draft stays a draft', async (body, path, message) => {
  const reply = await send(body)
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path, message }]])
  expect(await saved()).toMatchObject({ status: 'draft', emailState: null })
})

test('sending is refused with a reason without an address, and for accepted, rejected and expired estimates', async () => {
  await address(null)
  const refused = async () => {
    const reply = await send()
    return [reply.status, reply.body.message]
  }
  expect(await refused()).toEqual([409, "Customer doesn't have an email address on file."])
  expect((await saved()).status).toBe('draft')
  await address(kim)
  const over = 'This estimate has expired. Set its status to Sent, with an expiry date that lies ahead, to send it again.'
  await save({ expiryDate: '2026-01-06' })
  expect(await refused()).toEqual([409, over])
  expect((await saved()).status).toBe('draft')
  await save({ status: 'rejected' })
  expect(await refused()).toEqual([409, 'This estimate was rejected. Set its status to Sent to send it again.'])
  await save({ status: 'expired', expiryDate: '2030-02-04' })
  expect(await refused()).toEqual([409, over])
  await save({ status: 'sent', expiryDate: '2026-01-06' })
  expect(await refused()).toEqual([409, over])
  await save({ status: 'accepted' })
  expect(await refused()).toEqual([409, 'This estimate has already been accepted.'])
  expect((await app.send(ada, 'GET', url('history'))).body.emails).toEqual([])
})

test('an unknown address fails with the mail server’s message; after it is corrected, a retry delivers the same email', async () => {
  await address('unknown@customer.example')
  const { id } = (await send()).body.email
  expect(await waitForState(id, 'failed')).toMatchObject({
    to: 'unknown@customer.example',
    reason: expect.stringMatching(/^The mail server does not accept mail for unknown@customer\.example \(550 No such user here\)\./),
  })
  expect(await saved()).toMatchObject({ emailState: 'failed', status: 'sent' })
  await address(null)
  expect((await retry(id)).body.message).toBe("Customer doesn't have an email address on file.")
  await address('mended@customer.example')
  const again = await retry(id)
  expect([again.status, again.body]).toEqual([200, expect.objectContaining({ id, to: 'mended@customer.example', state: 'queued' })])
  expect(await waitForState(id, 'accepted')).toMatchObject({ attempts: 2, reason: null })
  expect(messages().map(({ to }) => to)).toEqual([['mended@customer.example']])
  expect([(await retry(id)).status, (await retry(id)).body.message]).toEqual([
    409,
    'The mail server has already accepted this email. Send the estimate again instead.',
  ])
})

test('a retry is refused once the estimate is accepted', async () => {
  await address('unknown@customer.example')
  const { id } = (await send()).body.email
  await waitForState(id, 'failed')
  expect((await accept()).status).toBe(200)
  const refused = await retry(id)
  expect([refused.status, refused.body.message]).toEqual([409, 'This estimate has already been accepted.'])
  expect(await email(id)).toMatchObject({ state: 'failed', attempts: 1 })
})

test('a repeated request with one Idempotency-Key sends one email', async () => {
  const ask = () => app.send(ada, 'POST', url('send-email'), {}, { 'idempotency-key': `once-${estimate.number}` })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.body.email.id).toBe(second.body.email.id)
  await waitForState(first.body.email.id, 'accepted')
  expect(messages()).toHaveLength(1)
})

test('emails belong to the owner: 401 without a session, 404 for another user and an unknown id', async () => {
  const { id } = (await send()).body.email
  const other = await makeEstimate()
  const eve = await app.person(`eve${estimate.number}`)
  const calls = [
    ['GET', 'email-preview'],
    ['POST', 'send-email'],
    ['GET', `emails/${id}`],
    ['POST', `emails/${id}/retry`],
    ['GET', 'pdf'],
  ] as const
  for (const [method, rest] of calls) {
    const statuses = [(await app.send(null, method, url(rest))).status, (await app.send(eve, method, url(rest))).status]
    expect([rest, statuses]).toEqual([rest, [401, 404]])
  }
  for (const wrong of [`${id + 100_000}`, '0', 'x', '99999999999'])
    expect([wrong, (await app.send(ada, 'GET', url(`emails/${wrong}`))).status]).toEqual([wrong, 404])
  expect((await app.send(ada, 'GET', url(`emails/${id}`, other.id))).status).toBe(404)
})
