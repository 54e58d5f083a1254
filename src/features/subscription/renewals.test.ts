import { expect, test } from 'vitest'
import { formatDay } from '#shared/dates.ts'
import {
  ada,
  app,
  atStripe,
  billing,
  currentUser,
  failingLater,
  hoursLater,
  inPortal,
  later,
  makeCustomer,
  makeDraft,
  newCard,
  readNextCheck,
  refused,
  row,
  setUpSubscriptions,
  status,
  subjects,
  subscribe,
  until,
  verify,
  waitForJobs,
} from './testing/subscription-fixture.ts'

// Renewals without webhook events: both clocks are moved, and the scheduled checks find the changes.

setUpSubscriptions()
const lastMail = async (address = ada.email) => (await app.mails(0)).findLast(({ to }) => to.address === address)!

test('a renewal is found just after the end of the period; the plan goes on, without an email', async () => {
  await subscribe()
  const before = new Date((await billing()).nextBillingAt)
  expect(await readNextCheck()).toBe(1440)
  await later(31)
  const after = new Date((await billing()).nextBillingAt)
  expect(after.getTime() - before.getTime()).toBeGreaterThan(27 * 86_400_000)
  expect([await status(), (await row()).past_due_since, await subjects()]).toEqual(['active', null, []])
  // Checks are daily; on the last day of a period just after its end.
  await until(after, -30)
  expect(await readNextCheck()).toBe(31)
})

test('a card fails at the renewal: notified once, seven days of grace, then the plan ends, which is notified too; paid again, it goes on', async () => {
  const customer = await makeCustomer()
  await subscribe(failingLater)
  await later(31)
  const { past_due_since } = await row()
  const graceEnd = new Date(past_due_since!.getTime() + 7 * 86_400_000)
  const endsOn = formatDay(graceEnd.toISOString().slice(0, 10))
  expect([await status(), (await currentUser()).paymentDueBy]).toEqual(['active', graceEnd.toISOString()])
  expect((await makeDraft(customer)).status).toBe(201)
  // Checked hourly from now on, and notified once.
  expect(await readNextCheck()).toBe(60)
  await hoursLater()
  await hoursLater()
  const due = `Your Billfold payment failed: please pay by ${endsOn}`
  expect(await subjects()).toEqual([due])
  const mail = await lastMail()
  expect(mail.text).toContain(`Your plan continues until ${endsOn}. Pay by then to keep it.`)
  expect(mail.text).toContain('Plan: Monthly Plan\nPrice: $9.99')
  expect(mail.text).toContain(`Open Billing:\n${app.origin}/billing`)
  expect(mail.text).toContain('no real money')
  expect(mail.html).toContain(`href="${app.origin}/billing"`)

  await until(graceEnd, -30)
  expect([await status(), (await makeDraft(customer)).status]).toEqual(['active', 201])
  // Just after the end of the grace period.
  expect(await readNextCheck()).toBe(31)
  await until(graceEnd, 2)
  expect([await status(), (await currentUser()).paymentDueBy]).toEqual(['canceled', null])
  const { status: code, body } = await makeDraft(customer)
  expect([code, body]).toEqual([403, refused])
  expect(await subjects()).toEqual([due, 'Your Billfold plan has ended'])
  const ended = await lastMail()
  expect(ended.text).toContain('because its renewal was not paid')
  expect(ended.text).toContain(`Ended: ${endsOn}`)
  expect(ended.text).toContain('You can still view, change, download and export everything')
  expect(ended.text).toContain(`pay the open bill in Billing. Your plan then continues.\n\n`)
  expect(ended.text).toContain(`Open Billing:\n${app.origin}/billing`)
  // Checked weekly from now on, and notified once.
  expect(await readNextCheck()).toBe(10_080)
  await verify()
  expect(await subjects()).toHaveLength(2)

  await newCard()
  await later(7)
  expect([await status(), (await row()).past_due_since, (await makeDraft(customer)).status]).toEqual(['active', null, 201])
  // The next failure is notified again.
  await newCard(failingLater)
  await until(new Date((await billing()).nextBillingAt), 5)
  expect((await subjects()).map((subject) => subject.slice(0, 28))).toEqual([
    'Your Billfold payment failed',
    'Your Billfold plan has ended',
    'Your Billfold payment failed',
  ])
})

test('a canceled plan ends after the paid period, which is notified', async () => {
  const customer = await makeCustomer()
  await subscribe(undefined, 'yearly')
  await inPortal({ action: 'cancel' })
  await later(1)
  const { endsAt, nextBillingAt } = await billing()
  expect([await status(), nextBillingAt, endsAt !== null]).toEqual(['active', null, true])
  await until(new Date(endsAt), -10)
  expect([await status(), await subjects()]).toEqual(['active', []])
  // The next check is just after the end.
  expect((await row()).next!.getTime() - Date.parse(endsAt)).toBe(60_000)
  await until(new Date(endsAt), 2)
  expect([await status(), await subjects()]).toEqual(['canceled', ['Your Billfold plan has ended']])
  const { text } = await lastMail()
  expect(text).toContain('as it was cancelled')
  expect(text).toContain(`Ended: ${formatDay(endsAt.slice(0, 10))}`)
  expect(text).toContain(`Choose a plan:\n${app.origin}/subscribe`)
  expect((await makeDraft(customer)).status).toBe(403)
  // Weekly for a month, then no more.
  for (let week = 0; week < 4; week++) {
    expect(await readNextCheck()).toBe(10_080)
    await later(7)
  }
  await later(7)
  expect([(await row()).next, await readNextCheck()]).toEqual([null, null])
})

test('an email isn’t sent when the invoice was paid, or the plan has ended, before it is written', async () => {
  await subscribe(failingLater)
  const runner = (name: string) => app.runners.find((one) => one.name === name)!
  const { userId } = ada
  const at = new Date().toISOString()
  await runner('subscription.past-due').run({ userId, since: at })
  await runner('subscription.ended').run({ userId, reason: 'unpaid', at })
  expect(await subjects()).toEqual([])
})

test('users without an address, and deleted users, get no email', async () => {
  await subscribe()
  await app.sql("update users set email = null, subscription_status = 'canceled' where id = $1", [ada.userId])
  const all = (await app.mails(0)).length
  for (const userId of [ada.userId, 999_999])
    for (const [name, payload] of [
      ['past-due', { since: new Date().toISOString() }],
      ['ended', { reason: 'cancelled', at: new Date().toISOString() }],
      ['two-live', { count: 2, at: new Date().toISOString() }],
      ['sync', {}],
      ['check', {}],
    ] as const)
      await app.runners.find((one) => one.name === `subscription.${name}`)!.run({ userId, ...payload })
  await waitForJobs()
  // Only the admin's alarm needs no address of the user.
  expect((await app.mails(0)).slice(all).map(({ to }) => to.address)).toEqual(['admin@example.com'])
})

test('names in emails are escaped', async () => {
  await app.sql("update users set first_name = '<b>A', last_name = 'D&A' where id = $1", [ada.userId])
  await subscribe(failingLater)
  await later(31)
  await subjects()
  const { html, text } = await lastMail()
  expect(html).toContain('Hello <bdi>&lt;b&gt;A D&amp;A</bdi>,')
  expect(text).toContain('Hello <b>A D&A,')
})

test('a provider that is unavailable for days is asked again without an end, and its answer counts', async () => {
  await subscribe(failingLater)
  await app.simulate('faults', { route: 'GET /v1/subscriptions', kind: 'status', status: 503, count: 6 })
  await later(31)
  const waiting = () => app.sql('select attempts from graphile_worker._private_jobs where key = $1', [`subscription-${ada.userId}`])
  // Checked again in ten minutes, by a new job.
  for (let time = 0; time < 2; time++) {
    expect([await status(), (await row()).past_due_since, await readNextCheck(), await waiting()]).toEqual([
      'active',
      null,
      10,
      [{ attempts: 0 }],
    ])
    await hoursLater()
  }
  expect((await row()).past_due_since).not.toBeNull()
  expect((await atStripe(`/v1/subscriptions/${(await row()).subscription}`)).status).toBe('past_due')
})
