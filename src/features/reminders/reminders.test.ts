import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { getPublicId } from '#server/testing/records.ts'
import { createReminderFixture, settings } from './testing/reminder-fixture.ts'

const { app, ada, customerId, number, customer, save, invoice, pay, read, act, past, run, send, queuedAt, idle, mailsTo, sent } =
  createReminderFixture()

test('reminders are off until the owner switches them on, with a default set that begins with the next day', async () => {
  expect(await app().call(ada(), 'GET', '/api/reminder-settings')).toMatchObject({
    ...{ version: 0, isAsked: false, isEnabled: false, fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5], thankYou: null },
    rules: [-3, 0, 7, 14].map((offsetDays) => ({ offsetDays, subject: null, message: null })),
  })
  const id = await invoice()
  await run('2050-03-16T10:00:00Z')
  expect([await past(id), await queuedAt()]).toEqual([[], undefined])
  app().setNow(new Date('2050-03-16T10:00:00Z'))
  expect(await save()).toMatchObject({ version: 1, isAsked: true, isEnabled: true })
  // Wednesday, within the hours: the run finds nothing for today.
  await run('2050-03-16T10:00:00Z')
  expect([await past(id), await queuedAt()]).toEqual([[], '2050-03-17T08:00:00.000Z'])
  expect((await read(id)).coming.map(({ offsetDays, day, at }) => [offsetDays, day, at])).toEqual([
    [7, '2050-03-23', '2050-03-23T08:00:00.000Z'],
    [14, '2050-03-30', '2050-03-30T07:00:00.000Z'],
  ])
})

test('a reminder is sent in the hours of its day, not in quiet hours, says what is due, and is done', async () => {
  await save()
  const id = await invoice()
  await run('2050-03-15T22:00:00Z')
  expect(await queuedAt()).toBe('2050-03-16T08:00:00.000Z')
  await run('2050-03-16T08:00:00Z')
  await idle()
  // The reminder of Sunday, Mar 13, was missed: the one of today replaces it.
  expect(await past(id)).toEqual([
    [0, 'sent', null],
    [-3, 'skipped', 'A later reminder was due.'],
  ])
  const [mail, ...further] = await sent()
  expect(further).toEqual([])
  expect(mail!.subject).toBe(
    `Invoice ${number()} from ${(await app().call(ada(), 'GET', `/api/invoices/${id}/email-preview` as '/api/invoices/1/email-preview')).fromName} is due today`,
  )
  expect(mail!.text).toContain('Amount due: $40.00\nDue date: Mar 16, 2050\n')
  expect(mail!.text).toContain(`/pay-invoice/${await getPublicId(app(), id)}`)
  await run('2050-03-16T09:00:00Z')
  await run('2050-03-16T15:59:00Z')
  expect(await sent()).toHaveLength(1)
  expect(await queuedAt()).toBe('2050-03-17T08:00:00.000Z')
  const events = (await app().call(ada(), 'GET', `/api/invoices/${id}/history` as '/api/invoices/1/history')).events
  expect(events[0]).toMatchObject({ kind: 'reminded', by: 'Billfold' })
})

test('several invoices of a customer are one email, and each customer gets one a day', async () => {
  await save()
  const [one, two, other] = [
    await invoice(),
    await invoice({ currency: 'EUR', exchangeRate: '1.10' }),
    await invoice({ customerId: await customer(`billing-b${number()}@x.example`) }),
  ]
  await run('2050-03-16T08:00:00Z')
  await idle()
  const [mail] = (await sent()).filter(({ to }) => to.address.endsWith('@bluebird.example'))
  expect(mail!.subject).toContain('2 unpaid invoices')
  expect(mail!.text).toContain('$40.00 and €40.00')
  expect((await app().sql(`select 1 from reminder_emails where user_id = $1`, [ada().userId])).length).toBe(2)
  // A third one of the same day comes on the next.
  const late = await invoice()
  await run('2050-03-16T12:00:00Z')
  expect(await past(late)).toEqual([])
  await run('2050-03-17T12:00:00Z')
  await idle()
  expect((await past(late))[0]).toEqual([0, 'sent', null])
  for (const id of [one, two, other]) expect((await past(id))[0]).toEqual([0, 'sent', null])
})

test('a reminder by hand shows its words first, in the language of the customer, and goes out in those of the owner', async () => {
  await save({ rules: [{ offsetDays: 0, subject: 'Rechnung {invoice number}' }] })
  const { id: customerId } = await app().call(ada(), 'POST', '/api/customers', {
    name: 'Weber',
    email: 'buch@weber.example',
    language: 'de',
  })
  const id = await invoice({ customerId })
  app().setNow(new Date('2050-03-20T12:00:00Z'))
  const path = `/api/invoices/${id}/reminders`
  const { mail } = (await app().send(ada(), 'GET', path)).body
  expect(mail).toEqual({
    subject: `Rechnung ${number()}`,
    message: expect.stringMatching(/^Guten Tag Weber,\n\n.* 16\. März 2050 .*4 Tage/),
  })
  const refused = await app().send(ada(), 'POST', `${path}/send`, { message: 'Dear {name}' })
  expect([refused.status, readRefusal(refused).message]).toEqual([400, expect.stringContaining('unknown placeholder {name}')])
  expect((await app().send(ada(), 'POST', `${path}/send`, { subject: '', message: 'Bitte {amount due} zahlen.' })).status).toBe(200)
  await idle()
  const [sentMail] = (await sent()).filter(({ to }) => to.address === 'buch@weber.example')
  expect([sentMail!.subject, sentMail!.text]).toEqual([`Rechnung ${number()}`, expect.stringMatching(/^Bitte 40,00\u00a0\$ zahlen\./)])
})

test('an invoice that was written off gets no reminder, until that is undone', async () => {
  await save()
  const id = await invoice()
  const path = `/api/invoices/${id}/write-offs`
  app().setNow(new Date('2050-03-15T12:00:00Z'))
  const { body } = await app().send(ada(), 'POST', path, { day: '2050-03-15' })
  await run('2050-03-16T08:00:00Z')
  await idle()
  expect(await sent()).toEqual([])
  expect(readRefusal(await app().send(ada(), 'POST', `/api/invoices/${id}/reminders/send`)).message).toBe('Nothing is due on this invoice.')
  await app().send(ada(), 'POST', `${path}/${body.writeOff.id}/reverse`)
  await run('2050-03-16T09:00:00Z')
  await idle()
  expect(await sent()).toHaveLength(1)
})

test('no second look: an invoice that is paid between the run and the sending gets no reminder', async () => {
  await save()
  const [paid, open] = [await invoice(), await invoice()]
  await app().sql(`update documents set due_date = '2050-03-17' where id = $1`, [paid])
  await app().database.asUser(ada().userId, async (db) => {
    // The locks keep the job from sending until they are paid.
    await db.rows('select 1 from documents where user_id = $1 and id = any($2) for update', [ada().userId, [paid, open]])
  })
  app().setNow(new Date('2050-03-21T08:00:00Z'))
  await app().sql(
    `insert into reminder_emails (user_id, customer_id, to_address, subject, day) values ($1, $2, 'x@x.example', '', '2050-03-21')`,
    [ada().userId, customerId()],
  )
  const [{ id: emailId }] = (await app().sql<{ id: number }>('select id from reminder_emails where user_id = $1', [ada().userId])) as [
    { id: number },
  ]
  for (const id of [paid, open])
    await app().sql('insert into reminders (user_id, document_id, offset_days, email_id) values ($1, $2, 0, $3)', [
      ada().userId,
      id,
      emailId,
    ])
  await pay(paid)
  await send(emailId)
  expect(await past(paid)).toEqual([[0, 'skipped', 'Nothing is due.']])
  expect(await past(open)).toEqual([[0, 'sent', null]])
  const [mail] = await sent()
  const getNumber = async (id: number) =>
    (await app().sql<{ number: string }>('select number from documents where id = $1', [id]))[0]!.number
  expect(mail!.text).toContain(await getNumber(open))
  expect(mail!.text).not.toContain(await getNumber(paid))
  await send(emailId)
  expect(await sent()).toHaveLength(1)
})

test('of ten runs at once one sends each reminder', async () => {
  await save()
  const id = await invoice()
  await Promise.all(Array.from({ length: 10 }, () => run('2050-03-23T09:00:00Z')))
  await idle()
  expect((await past(id)).filter(([, state]) => state === 'sent')).toEqual([[7, 'sent', null]])
  expect(await sent()).toHaveLength(1)
})

test('after a month of downtime only the newest reminder goes', async () => {
  await save()
  const id = await invoice()
  await run('2050-04-20T10:00:00Z')
  await idle()
  const missed = 'A later reminder was due.'
  expect(await past(id)).toEqual([[14, 'sent', null], ...[7, 0, -3].map((offset) => [offset, 'skipped', missed])])
  expect(await sent()).toHaveLength(1)
})

test('a new rule sends nothing for days that have come', async () => {
  await save({ rules: [{ offsetDays: 30 }] })
  const id = await invoice()
  app().setNow(new Date('2050-03-28T10:00:00Z'))
  await save({ rules: [1, 2, 3, 5, 8, 12, 13, 20, 30].map((offsetDays) => ({ offsetDays })) })
  await run('2050-03-29T10:00:00Z')
  await idle()
  expect(await past(id)).toEqual([[13, 'sent', null]])
})

test.each([
  ['the customer has no address', { email: null }, 'The customer has no email address.'],
  ['emails to the address bounced', { off: 'address' }, "Emails to the customer's address bounced, or were reported as spam."],
  ['reminders are off for the invoice', { off: 'invoice' }, 'Reminders are off for this invoice.'],
  ['reminders are off for the customer', { off: 'customer' }, 'Reminders are off for this customer.'],
])('it is skipped with its reason when %s', async (_, { email, off }: { email?: null; off?: string }, reason) => {
  await save()
  const of = email === null ? await customer(null) : customerId()
  const id = await invoice({ customerId: of })
  if (off === 'address')
    await app().sql(
      "insert into bounced_addresses (user_id, address, kind, reason) select user_id, lower(email), 'bounce', 'Unknown mailbox' from customers where id = $1",
      [of],
    )
  if (off === 'invoice') expect((await act(id, 'stop')).body).toMatchObject({ optOut: { cause: 'owner' }, coming: [] })
  if (off === 'customer') await app().call(ada(), 'POST', `/api/customers/${of}/reminders/stop` as '/api/customers/1/reminders/stop', {})
  await run('2050-03-16T08:00:00Z')
  expect((await past(id))[0]).toEqual([0, 'skipped', reason])
  expect(await sent()).toEqual([])
  // What was skipped stays so when they are resumed.
  if (off === 'invoice') await act(id, 'resume')
  if (off === 'customer')
    await app().call(ada(), 'POST', `/api/customers/${of}/reminders/resume` as '/api/customers/1/reminders/resume', {})
  await run('2050-03-17T08:00:00Z')
  expect(await sent()).toEqual([])
})

test('a payment that is on its way holds a reminder back until it fails', async () => {
  await save()
  const id = await invoice()
  await app().sql(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status)
     values ($1, $2, $3, 'stripe', 'acct', 40, 1, 'pending')`,
    [ada().userId, `att_${id}`, id],
  )
  await run('2050-03-16T08:00:00Z')
  expect(await past(id)).toEqual([])
  await app().sql(`update payment_attempts set status = 'failed' where document_id = $1`, [id])
  await run('2050-03-17T08:00:00Z')
  await idle()
  expect((await past(id))[0]).toEqual([0, 'sent', null])
})

test('skip and Remind now', async () => {
  await save()
  const id = await invoice()
  expect((await act(id, 'skip', { offsetDays: 0 })).body.past[0]).toMatchObject({
    offsetDays: 0,
    state: 'skipped',
    reason: 'Skipped by you.',
  })
  expect(readRefusal(await act(id, 'skip', { offsetDays: 0 })).message).toBe('No reminder is coming on the due date.')
  await run('2050-03-16T08:00:00Z')
  expect(await sent()).toEqual([])
  app().setNow(new Date('2050-03-19T23:00:00Z'))
  const reply = await act(id, 'send')
  expect([reply.status, reply.body.past?.[0] ?? reply.body]).toMatchObject([
    200,
    { offsetDays: null, state: 'queued', to: expect.stringContaining('@bluebird.example') },
  ])
  await idle()
  expect((await past(id))[0]).toEqual([null, 'sent', null])
  expect(await sent()).toHaveLength(1)
  await pay(id)
  expect(readRefusal(await act(id, 'send')).message).toBe('Nothing is due on this invoice.')
})

test('own words have their placeholders filled and are escaped', async () => {
  const words = {
    subject: '{invoice number}: {amount due} <b>',
    message: 'Dear {customer name},\n\n{days overdue} since {due date}. {unrelated}',
  }
  const refused = await app().send(ada(), 'PUT', '/api/reminder-settings', { ...settings, rules: [{ offsetDays: 7, ...words }] })
  expect([refused.status, readRefusal(refused).issues[0]]).toMatchObject([
    400,
    { path: 'rules.0.message', message: expect.stringContaining('the unknown placeholder {unrelated}') },
  ])
  await save({
    rules: [{ offsetDays: 7, subject: words.subject, message: 'Dear {customer name},\n\n{days overdue} since {due date}. <script>' }],
  })
  await invoice()
  await run('2050-03-23T08:00:00Z')
  await idle()
  const [mail] = await sent()
  expect(mail!.subject).toBe(`${number()}: $40.00 <b>`)
  expect(mail!.text).toContain('Dear Bluebird Labs,\n\n7 days since Mar 16, 2050. <script>')
  expect(mail!.html).not.toContain('<script>')
})

test('an email whose hours are over is withdrawn, and decided anew on the next day', async () => {
  await save()
  const id = await invoice()
  const insert = async (startedAt: string | null) => {
    const [email] = await app().sql<{ id: number }>(
      `insert into reminder_emails (user_id, customer_id, to_address, subject, day, started_at) values ($1, $2, 'x@x.example', '', '2050-03-16', $3) returning id`,
      [ada().userId, customerId(), startedAt],
    )
    await app().sql('insert into reminders (user_id, document_id, offset_days, email_id) values ($1, $2, 0, $3)', [
      ada().userId,
      id,
      email!.id,
    ])
    await send(email!.id)
  }
  app().setNow(new Date('2050-03-16T16:00:00Z'))
  await insert(null)
  expect([await past(id), await sent()]).toEqual([[], []])
  // One that may have arrived is not sent again.
  await insert('2050-03-16T15:59:00Z')
  expect(await past(id)).toMatchObject([[0, 'failed', expect.stringContaining('The hours of its day are over.')]])
  await run('2050-03-17T08:00:00Z')
  expect(await sent()).toEqual([])
})

test('when the account can send no more emails, the rest waits for the next day, and the owner is told once', async () => {
  await app().sql(`update users set subscription_status = 'trial', email_verified = false where id = $1`, [ada().userId])
  await save()
  for (let i = 0; i < 7; i++) await invoice({ customerId: await customer(`waiting${i}-${number()}@x.example`) })
  await run('2050-03-16T08:00:00Z')
  await idle()
  const sent = () => app().sql('select 1 from reminder_emails where user_id = $1', [ada().userId])
  expect((await sent()).length).toBe(5)
  expect((await app().call(ada(), 'GET', '/api/reminder-settings')).problem).toContain('Confirm your email address')
  await run('2050-03-16T09:00:00Z')
  expect((await sent()).length).toBe(5)
  expect(await queuedAt()).toBe('2050-03-17T08:00:00.000Z')
  await app().sql(`delete from rate_counts where key like '%user:' || $1`, [ada().userId])
  await run('2050-03-17T08:00:00Z')
  await idle()
  expect((await sent()).length).toBe(7)
  expect((await app().call(ada(), 'GET', '/api/reminder-settings')).problem).toBeNull()
  await expect.poll(() => mailsTo(ada().email), { timeout: 60_000 }).toHaveLength(1)
})
