import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { day, today } from '#shared/dates.ts'
import { getDayStart } from './routes.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.person('admin')
  await app.sql("update users set created_at = '2020-01-01'")
})
afterAll(() => app.close())

const add = (status: string, at: string) =>
  app.sql(
    "insert into users (issuer, subject, subscription_status, created_at) values ('test', gen_random_uuid()::text, $1, $2::timestamptz)",
    [status, at],
  )
const stats = async (timeZone?: string) =>
  await app.call(admin, 'GET', '/api/admin/user-stats', undefined, timeZone ? { 'x-time-zone': timeZone } : {})

test('the counters count all users by plan', async () => {
  expect(await stats()).toEqual({ totalUsers: 1, activeSubscribers: 0, trialUsers: 1, createdThisMonth: 0 })
  for (const status of ['trial', 'trial', 'active', 'active', 'active', 'canceled']) await add(status, '2021-06-15')
  expect(await stats()).toEqual({ totalUsers: 7, activeSubscribers: 3, trialUsers: 3, createdThisMonth: 0 })
})

test('this month is the calendar month of the caller’s time zone', async () => {
  app.setNow(new Date('2026-03-15T12:00:00Z'))
  for (const at of [
    '2026-02-28T10:59:59.999Z', // The last moment of February in Auckland, 13 hours ahead.
    '2026-02-28T11:00:00Z',
    '2026-02-28T23:59:59.999999Z',
    '2026-03-01T00:00:00Z',
    '2026-03-01T07:59:59Z',
    '2026-03-01T08:00:00Z', // March begins in Los Angeles, 8 hours behind.
    '2026-03-31T23:59:59.999Z',
    '2026-04-01T00:00:00Z',
  ])
    await add('trial', at)
  const created = async (zone: string) => (await stats(zone)).createdThisMonth
  expect([await created('UTC'), await created('Pacific/Auckland'), await created('America/Los_Angeles')]).toEqual([4, 5, 3])
  // A chosen time zone takes precedence over the browser's; an invalid one counts as UTC.
  await app.sql("update users set chosen_time_zone = 'Pacific/Auckland' where id = $1", [admin.userId])
  expect(await created('America/Los_Angeles')).toBe(5)
  await app.sql('update users set chosen_time_zone = null where id = $1', [admin.userId])
  expect(await created("Mars/Phobos'; drop table users")).toBe(4)
  // Where it is April already.
  app.setNow(new Date('2026-03-31T23:30:00Z'))
  expect([await created('UTC'), await created('Asia/Tokyo')]).toEqual([4, 2])
})

test('a day starts at its first instant', () => {
  const zones = [
    'UTC',
    'Pacific/Auckland',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Africa/Cairo',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }),
      (zone, date) => {
        const of = day(date.toISOString().slice(0, 10))
        const at = getDayStart(of, zone)
        expect([today(at, zone) >= of, today(new Date(at.getTime() - 1), zone) < of]).toEqual([true, true])
      },
    ),
    { numRuns: 500 },
  )
  expect(getDayStart(day('2026-03-01'), 'Asia/Kolkata').toISOString()).toBe('2026-02-28T18:30:00.000Z')
  // A night whose midnight was skipped starts at one.
  expect(getDayStart(day('2018-11-04'), 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
})
