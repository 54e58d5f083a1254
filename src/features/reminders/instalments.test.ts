import { expect, test } from 'vitest'
import { createReminderFixture } from './testing/reminder-fixture.ts'

const { app, ada, save, invoice, read, past, run, idle, sent } = createReminderFixture()

/** $40.00 in two: due on Mar 16, 2050, a Wednesday, and on Apr 13. */
const schedule = (id: number) =>
  app().call(ada(), 'PUT', `/api/invoices/${id}/instalments` as '/api/invoices/1/instalments', {
    instalments: [
      { dueDate: '2050-03-16', amount: '15.00' },
      { dueDate: '2050-04-13', amount: '25.00' },
    ],
  })
const payPart = (id: number, amount: string, paymentDate: string) =>
  app().call(ada(), 'POST', `/api/invoices/${id}/payments` as '/api/invoices/1/payments', {
    ...{ amount, paymentDate, paymentMethod: 'Cash', sendReceipt: false },
  })

test('each instalment has its own reminders, which ask for what is due by then', async () => {
  await save()
  const id = await invoice()
  await schedule(id)
  await run('2050-03-16T08:00:00Z')
  await idle()
  expect((await sent()).map(({ text }) => /Amount due: .*\nDue date: .*/.exec(text)?.[0])).toEqual([
    'Amount due: $15.00\nDue date: Mar 16, 2050',
  ])
  await payPart(id, '15.00', '2050-03-16')
  // The first one's reminder a week later does not come any more.
  await run('2050-03-23T08:00:00Z')
  await idle()
  expect(await sent()).toHaveLength(1)
  expect((await read(id)).coming.map(({ offsetDays, day }) => [offsetDays, day])).toEqual([
    [-3, '2050-04-10'],
    [0, '2050-04-13'],
    [7, '2050-04-20'],
    [14, '2050-04-27'],
  ])
  await run('2050-04-13T08:00:00Z')
  await idle()
  expect((await sent()).map(({ text }) => /Amount due: .*\nDue date: .*/.exec(text)?.[0])).toEqual([
    'Amount due: $15.00\nDue date: Mar 16, 2050',
    'Amount due: $25.00\nDue date: Apr 13, 2050',
  ])
  expect(await past(id)).toEqual([
    [0, 'sent', null],
    [-3, 'skipped', 'A later reminder was due.'],
    [0, 'sent', null],
    [-3, 'skipped', 'A later reminder was due.'],
  ])
  await payPart(id, '25.00', '2050-04-13')
  await run('2050-04-20T08:00:00Z')
  await idle()
  expect(await sent()).toHaveLength(2)
})

test('when a second instalment has become due as well, the reminder of the first asks for both', async () => {
  await save({ rules: [{ offsetDays: 28 }] })
  const id = await invoice()
  await schedule(id)
  await payPart(id, '5.00', '2050-03-01')
  await run('2050-04-13T08:00:00Z')
  await idle()
  expect((await sent()).map(({ text }) => /Amount due: .*/.exec(text)?.[0])).toEqual(['Amount due: $35.00'])
})

test('no reminder of an instalment that is paid between the run and the sending', async () => {
  await save()
  const id = await invoice()
  await schedule(id)
  app().setNow(new Date('2050-03-21T08:00:00Z'))
  const [email] = await app().sql<{ id: number }>(
    `insert into reminder_emails (user_id, customer_id, to_address, subject, day)
     select $1, customer_id, 'x@x.example', '', '2050-03-21' from documents where id = $2 returning id::int`,
    [ada().userId, id],
  )
  await app().sql('insert into reminders (user_id, document_id, instalment, offset_days, email_id) values ($1, $2, 1, 0, $3)', [
    ...[ada().userId, id, email!.id],
  ])
  await payPart(id, '15.00', '2050-03-20')
  await app()
    .runners.find(({ name }) => name === 'reminders.send')!
    .run({ userId: ada().userId, emailId: email!.id })
  expect(await past(id)).toEqual([[0, 'skipped', 'The instalment was paid.']])
  expect(await sent()).toEqual([])
})

test('a reminder that the owner skips is that of this instalment', async () => {
  await save()
  const id = await invoice()
  await schedule(id)
  app().setNow(new Date('2050-03-10T12:00:00Z'))
  await app().send(ada(), 'POST', `/api/invoices/${id}/reminders/skip`, { offsetDays: 7 })
  expect((await read(id)).coming.map(({ day }) => day)).toEqual(['2050-03-13', '2050-03-16', '2050-03-30'])
  await payPart(id, '15.00', '2050-03-10')
  expect((await read(id)).coming.map(({ day }) => day)).toEqual(['2050-04-10', '2050-04-13', '2050-04-20', '2050-04-27'])
})
