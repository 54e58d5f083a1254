import { expect, test } from 'vitest'
import {
  accept,
  ada,
  app,
  createReviewFixture,
  decline,
  events,
  form,
  invoices,
  listOwnerNotifications,
  make,
  readPublic,
  save,
  saved,
} from './testing/review-fixture.ts'

createReviewFixture()

const lineOf = (text: string, begins: string) => text.split('\n').find((line) => line.startsWith(begins))

test('an acceptance is stored with name, address and total, creates an invoice, and notifies the owner once', async () => {
  const of = await make()
  const reply = await accept(of, { name: '  Kim Lee ' })
  expect([reply.status, reply.body]).toMatchObject([200, { state: 'accepted', answer: { by: 'Kim Lee', reason: null } }])
  const record = await saved(of)
  expect(record).toMatchObject({ status: 'accepted', answer: { by: 'Kim Lee', reason: null, at: reply.body.answer.at } })
  expect(await invoices()).toEqual([{ id: record.invoice.id, number: record.invoice.invoiceNumber, status: 'draft' }])
  expect((await events(of)).map(({ kind, by }) => [kind, by])).toEqual([
    ['converted', 'Billfold'],
    ['accepted', 'Customer'],
    ['sent', expect.any(String)],
    ['created', expect.any(String)],
  ])
  expect((await events(of))[1]!.changes).toEqual([
    { field: 'Name', before: null, after: 'Kim Lee' },
    { field: 'Network address', before: null, after: '127.0.0.1' },
    { field: 'Total', before: null, after: '$162.65' },
  ])
  const [note, ...more] = await listOwnerNotifications(of)
  expect(more).toEqual([])
  expect(note!.subject).toBe(`Estimate ${of.number} accepted by Kim Lee`)
  for (const said of ['Total: $162.65', 'Customer: Kim & Co', 'Accepted by: Kim Lee', `Invoice: ${record.invoice.invoiceNumber}`])
    expect(note!.text).toContain(said)
  expect(note!.text).toContain(`Open invoice:\n${app.origin}/invoices/${record.invoice.id}\n`)
})

test('a second acceptance changes nothing and succeeds, whatever version it names', async () => {
  const of = await make()
  const first = await accept(of)
  const again = await accept(of, { name: 'Somebody Else' })
  const late = await accept(of, { version: 99 })
  expect([again.status, again.body, late.body]).toEqual([200, first.body, first.body])
  expect(await invoices()).toHaveLength(1)
  expect((await events(of)).filter(({ kind }) => kind === 'accepted')).toHaveLength(1)
  expect(await listOwnerNotifications(of)).toHaveLength(1)
})

test('a decline is stored with its reason, creates no invoice, and notifies the owner', async () => {
  const of = await make()
  const reply = await decline(of, { reason: 'Too dear.\nMaybe <b>later</b>' })
  expect([reply.status, reply.body]).toMatchObject([
    200,
    { state: 'declined', answer: { by: null, reason: 'Too dear.\nMaybe <b>later</b>' } },
  ])
  expect(await saved(of)).toMatchObject({ status: 'rejected', invoice: null })
  expect((await events(of))[0]).toMatchObject({
    kind: 'declined',
    by: 'Customer',
    changes: [
      { field: 'Network address', before: null, after: '127.0.0.1' },
      { field: 'Reason', before: null, after: 'Too dear.\nMaybe <b>later</b>' },
    ],
  })
  expect(await invoices()).toEqual([])
  const [note, ...more] = await listOwnerNotifications(of)
  expect(more).toEqual([])
  expect(note!.subject).toBe(`Estimate ${of.number} declined by Kim & Co`)
  expect(note!.text).toContain('Reason:\nToo dear.\nMaybe <b>later</b>\n')
  expect(note!.html).toContain('Too dear.<br>Maybe &lt;b&gt;later&lt;/b&gt;')
  expect(lineOf(note!.text, 'Declined by')).toBeUndefined()
  expect(note!.text).toContain(`Open estimate:\n${app.origin}/estimates/${of.id}\n`)
})

test('an answer can’t be reversed', async () => {
  const [yes, no] = [await make(), await make()]
  await accept(yes)
  await decline(no)
  const replies = [await decline(yes), await accept(no), await decline(no)]
  expect(replies.map(({ status, body }) => [status, body])).toEqual([
    [409, { message: 'This estimate has already been accepted.' }],
    [409, { message: 'This estimate has already been declined.' }],
    [409, { message: 'This estimate has already been declined.' }],
  ])
  expect([await listOwnerNotifications(yes), await listOwnerNotifications(no)].map((sent) => sent.length)).toEqual([1, 1])
})

test('an answer to a version from before an edit is refused, an answer to the current one is accepted', async () => {
  const of = await make()
  await save(of, { lineItems: [{ description: 'Design', quantity: 1, unitPrice: '999' }] })
  for (const reply of [await accept(of), await decline(of)])
    expect([reply.status, reply.body]).toEqual([
      409,
      { message: 'This estimate has changed since you opened it. Review the current version before you answer.' },
    ])
  expect(await saved(of)).toMatchObject({ status: 'sent', answer: null, invoice: null })
  const { version } = (await readPublic(of.publicId)).body.estimate
  expect((await accept({ ...of, version })).body).toMatchObject({ state: 'accepted', estimate: { total: '1081.42' } })
})

test.each([
  ['accept', {}, 'name', 'Your name is required'],
  ['accept', { name: '   ' }, 'name', 'Your name is required'],
  ['accept', { name: '\u200b \u202e' }, 'name', 'Your name is required'],
  ['accept', { name: 'x'.repeat(2000) }, 'name', 'Your name can have at most 200 characters'],
  ['accept', { name: 'x\u0000' }, 'name', "Your name has a character that can't be stored"],
  ['accept', { name: 'x', version: null }, 'version', 'version must be the whole number that the record came with'],
  ['accept', { name: 'x', total: '1.00' }, 'total', 'Unknown field: total'],
  ['accept', { name: 'Kim\nLee' }, 'name', 'Your name must be one line, without tabs or control characters'],
  ['decline', {}, 'reason', 'Reason is required'],
  ['decline', { reason: ' ' }, 'reason', 'Reason is required'],
  ['decline', { reason: '\u2060' }, 'reason', 'Reason is required'],
  ['decline', { reason: 'x'.repeat(1001) }, 'reason', 'Reason can have at most 1,000 characters'],
  ['decline', { reason: 'x', name: 'x'.repeat(2000) }, 'name', 'Your name can have at most 200 characters'],
])('%s %j is refused and names the field', async (verb, body, path, message) => {
  const of = await make()
  const reply = await app.send(null, 'POST', `/api/public/estimate/${of.publicId}/${verb}`, { version: of.version, ...body })
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path, message }]])
  expect((await saved(of)).status).toBe('sent')
})

test('an accepted estimate can’t be edited unless its status is reset as well', async () => {
  const made = await make()
  await accept(made)
  const before = await saved(made)
  const dearer = [{ description: 'Design', quantity: 1, unitPrice: '990.00' }]
  const asItIs = form({ estimateNumber: made.number, status: 'accepted' })
  const edit = (over: object) => app.send(ada, 'PUT', `/api/estimates/${made.id}`, { ...asItIs, ...over })
  expect(await edit({ lineItems: dearer })).toMatchObject({
    status: 409,
    body: { message: 'The customer accepted this estimate as it is. To change what it says, set its status to Draft or Sent as well.' },
  })
  expect(await saved(made)).toEqual(before)
  expect((await edit({})).status).toBe(200)
  const offered = await edit({ lineItems: dearer, status: 'sent' })
  expect(offered).toMatchObject({ status: 200, body: { status: 'sent', answer: null, subtotal: '990.00' } })
})

test('an answer with a foreign Origin is refused', async () => {
  const of = await make()
  const body = { name: 'x', version: of.version }
  const reply = await app.send(null, 'POST', `/api/public/estimate/${of.publicId}/accept`, body, { origin: 'https://evil.example' })
  expect([reply.status, (await saved(of)).status]).toEqual([403, 'sent'])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:198.51.100.2', '198.51.100.2'],
  ['2001:db8::5', '2001:db8::5'],
])('the network address %s is recorded, whatever the headers claim', async (remoteAddress, told) => {
  const of = await make()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.9.8.7', 'x-real-ip': '10.9.8.7', forwarded: 'for=10.9.8.7' }
  const url = `/api/public/estimate/${of.publicId}/accept`
  const payload = JSON.stringify({ name: 'Kim', version: of.version })
  expect((await app.http.inject({ method: 'POST', url, remoteAddress, headers, payload })).statusCode).toBe(200)
  expect((await events(of))[1]!.changes).toContainEqual({ field: 'Network address', before: null, after: told })
  const [row] = await app.sql<{ from: string }>('select responded_from as from from estimate_responses where document_id = $1', [of.id])
  expect(row!.from).toBe(told)
})

test('an answer that the owner reset can be given again, with its own notification and event, and no second invoice', async () => {
  const of = await make()
  await accept(of)
  await listOwnerNotifications(of)
  expect((await save(of, { status: 'sent' })).status).toBe(200)
  const { body } = await readPublic(of.publicId)
  expect(body).toMatchObject({ state: 'open', answer: null })
  const again = await accept({ ...of, version: body.estimate.version }, { name: 'Jo Lee' })
  expect(again.body).toMatchObject({ state: 'accepted', answer: { by: 'Jo Lee' } })
  expect(await invoices()).toHaveLength(1)
  expect((await listOwnerNotifications(of)).map(({ subject }) => subject).sort()).toEqual([
    `Estimate ${of.number} accepted by Jo Lee`,
    `Estimate ${of.number} accepted by Kim Lee`,
  ])
})

test('the owner isn’t notified of an answer that no longer stands when the job runs', async () => {
  const [taken, gone] = [await make(), await make()]
  const at = async (of: typeof taken) => (await accept(of)).body.answer.at as string
  const wishes = [
    { estimateId: taken.id, answeredAt: await at(taken), refusal: null },
    { estimateId: gone.id, answeredAt: await at(gone), refusal: null },
  ]
  expect([(await listOwnerNotifications(taken)).length, (await listOwnerNotifications(gone)).length]).toEqual([1, 1])
  await save(taken, { status: 'sent' })
  const { version } = (await readPublic(taken.publicId)).body.estimate
  await accept({ ...taken, version })
  await app.send(ada, 'DELETE', `/api/estimates/${gone.id}`)
  expect(await listOwnerNotifications(taken)).toHaveLength(2)
  const before = (await app.mails(0)).length
  // Times without an answer, as of an answer that was reset before its notification was sent.
  const { run } = app.runners.find(({ name }) => name === 'estimates.answered')!
  const earlier = (at: string) => new Date(Date.parse(at) - 1).toISOString()
  for (const requested of wishes) await run({ userId: ada.userId, ...requested, answeredAt: earlier(requested.answeredAt) })
  expect((await app.mails(0)).length).toBe(before)
})

test('names in any script are stored as typed', async () => {
  const of = await make()
  await accept(of, { name: '山田 "><script>' })
  const [note] = await listOwnerNotifications(of)
  expect(note!.subject).toBe(`Estimate ${of.number} accepted by 山田 "><script>`)
  expect(note!.html).not.toContain('<script')
  expect((await readPublic(of.publicId)).body.answer.by).toBe('山田 "><script>')
  expect(ada.email).toBe(note!.to.address)
})

test('bidirectional overrides and line breaks in a name or reason are cleaned', async () => {
  const [yes, no, unsigned] = [await make(), await make(), await make()]
  await accept(yes, { name: 'Kim\u202e eeL' })
  await decline(no, { name: 'J\u202eo', reason: 'Too\r\ndear\u202e!' })
  await decline(unsigned, { name: '\u200b' })
  expect((await saved(yes)).answer.by).toBe('Kim eeL')
  expect((await events(yes))[1]!.changes[0]!.after).toBe('Kim eeL')
  expect((await saved(no)).answer).toMatchObject({ by: 'Jo', reason: 'Too\ndear!' })
  expect((await saved(unsigned)).answer.by).toBeNull()
})
