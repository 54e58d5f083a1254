import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { getPublicId } from '#server/testing/records.ts'
import { createReminderFixture, settings } from './testing/reminder-fixture.ts'

const { app, ada, customerId, number, save, invoice, pay, read, act, past, run, idle, mailsTo, sent } = createReminderFixture()

test('the customer says that it was paid: reminders stop, the owner is told once, and can resume them', async () => {
  await save()
  const id = await invoice()
  const url = `/api/public/invoice/${await getPublicId(app(), id)}`
  for (const message of ['By bank transfer\non Monday', 'Again'])
    expect((await app().send(null, 'POST', `${url}/reminder-reply`, { reply: 'paid', message })).status).toBe(200)
  expect((await read(id)).optOut).toMatchObject({ cause: 'paid', message: 'By bank transfer\non Monday' })
  await expect.poll(() => mailsTo(ada().email), { timeout: 60_000 }).toHaveLength(1)
  const [note] = await mailsTo(ada().email)
  expect([note!.subject, note!.text]).toEqual([
    `Bluebird Labs says invoice ${number()} was paid`,
    expect.stringContaining('By bank transfer\non Monday'),
  ])
  await run('2050-03-16T08:00:00Z')
  expect((await past(id))[0]).toEqual([0, 'skipped', 'The customer says that it was paid.'])
  expect(readRefusal(await act(id, 'send')).message).toBe('The customer has answered a reminder. Resume reminders first.')
  expect((await act(id, 'resume')).body).toMatchObject({ optOut: null })
  await run('2050-03-23T08:00:00Z')
  await idle()
  expect((await past(id))[0]).toEqual([7, 'sent', null])
})

test('one click in a mail program unsubscribes the customer from all reminders; opening the link changes nothing', async () => {
  await save()
  const [id, other] = [await invoice(), await invoice({ dueDate: '2050-03-17' })]
  const url = `/api/public/invoice/${await getPublicId(app(), id)}/unsubscribe`
  const opened = await app().send(null, 'GET', url)
  expect([opened.status, opened.headers.location]).toEqual([303, `/pay-invoice/${await getPublicId(app(), id)}?reminders=1`])
  expect((await read(id)).customerOptOut).toBeNull()
  const post = (payload: string) =>
    app().http.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
  expect((await post('x=1')).statusCode).toBe(400)
  for (let i = 0; i < 2; i++) expect((await post('List-Unsubscribe=One-Click')).statusCode).toBe(200)
  for (const each of [id, other]) expect((await read(each)).customerOptOut).toMatchObject({ cause: 'unsubscribed' })
  await expect.poll(() => mailsTo(ada().email), { timeout: 60_000 }).toHaveLength(1)
  await run('2050-03-17T08:00:00Z')
  expect(await sent()).toEqual([])
  expect(readRefusal(await act(id, 'send')).message).toBe('This customer unsubscribed from reminders.')
  expect(
    (
      await app().http.inject({
        method: 'POST',
        url: url.replace(/invoice\/(.)/, (_, first) => `invoice/${first === '_' ? 'a' : '_'}`),
        payload: 'List-Unsubscribe=One-Click',
      })
    ).statusCode,
  ).toBe(404)
})

test('a thank-you is part of the receipt, with its placeholders filled', async () => {
  await save({ isEnabled: false, thankYou: 'Many thanks, {customer name}!\n\n{amount paid} for {invoice number} <i>' })
  const id = await invoice()
  await pay(id, true)
  await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1)
  const [receipt] = await sent()
  expect(receipt!.text).toContain(`Many thanks, Bluebird Labs!\n\n$40.00 for ${number()} <i>`)
  expect(receipt!.html).not.toContain('<i>')
})

test('visitors and other users are refused, and bad settings name their field', async () => {
  const id = await invoice()
  const bob = await app().person(`bob${number()}`)
  const calls = [
    ['GET', `/api/invoices/${id}/reminders`],
    ...['send', 'stop', 'resume'].map((action) => ['POST', `/api/invoices/${id}/reminders/${action}`]),
    ['GET', `/api/customers/${customerId()}/reminders`],
    ...['stop', 'resume'].map((action) => ['POST', `/api/customers/${customerId()}/reminders/${action}`]),
  ] as ['GET' | 'POST', string][]
  for (const [method, url] of calls) {
    const body = method === 'POST' ? {} : undefined
    expect([url, (await app().send(null, method, url, body)).status, (await app().send(bob, method, url, body)).status]).toEqual([
      url,
      401,
      404,
    ])
  }
  expect((await app().send(bob, 'POST', `/api/invoices/${id}/reminders/skip`, { offsetDays: 0 })).status).toBe(404)
  expect((await app().send(null, 'POST', `/api/public/invoice/${'x'.repeat(24)}/reminder-reply`, { reply: 'paid' })).status).toBe(404)
  const publicId = await getPublicId(app(), id)
  for (const body of [{}, { reply: 'maybe' }, { reply: 'paid', message: 'x'.repeat(1001) }, { reply: 'paid', more: 1 }])
    expect((await app().send(null, 'POST', `/api/public/invoice/${publicId}/reminder-reply`, body)).status).toBe(400)
  for (const [more, path, message] of [
    [{ untilHour: 9 }, 'untilHour', 'Until must be later than From'],
    [{ weekdays: [] }, 'weekdays', 'Choose at least one weekday'],
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'Time zone must be one of the list, like America/New_York'],
    [{ rules: [] }, 'rules', 'Add a reminder, or switch reminders off'],
    [{ rules: [{ offsetDays: 1 }, { offsetDays: 1 }] }, 'rules.1.offsetDays', 'There is another reminder for this day'],
    [{ rules: [{ offsetDays: 366 }] }, 'rules.0.offsetDays', 'Days from the due date must be a whole number from -60 to 365'],
    [{ rules: Array.from({ length: 13 }, (_, offsetDays) => ({ offsetDays })) }, 'rules', 'There can be at most 12 reminders'],
  ] as const) {
    const reply = await app().send(ada(), 'PUT', '/api/reminder-settings', { ...settings, ...more })
    expect([reply.status, readRefusal(reply).issues[0]]).toEqual([400, { path, message }])
  }
  expect((await save()).version).toBe(1)
  const stale = await app().send(ada(), 'PUT', '/api/reminder-settings', { ...settings, version: 0 })
  expect([stale.status, stale.body.current.version]).toEqual([409, 1])
})
