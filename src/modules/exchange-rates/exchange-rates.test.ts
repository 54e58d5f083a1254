import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxExchangeRates } from '#modules/exchange-rates/contract.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { type Method, readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  app.setNow(new Date('2026-11-23T12:00:00Z'))
})
beforeEach(() => app.sql('delete from exchange_rates'))
afterAll(() => app.close())

const save = (currency: string, day: string, rate: unknown, more = {}) =>
  app.send(ada, 'PUT', `/api/exchange-rates/${currency}/${day}`, { rate, ...more })
const importCsv = (csv: unknown) => app.send(ada, 'POST', '/api/exchange-rates/import', { csv })
const list = async (query = '', who = ada) =>
  (await app.call(who, 'GET', `/api/exchange-rates${query}`)).map(({ currency, day, rate, source }) => [currency, day, rate, source])
const refusal = (reply: Awaited<ReturnType<typeof save>>) => {
  const { message, issues } = readRefusal(reply) as { message: string; issues?: { path: string }[] }
  return [reply.status, issues?.[0]?.path, message]
}

test('a rate is added, replaced and deleted; the list has the newest first', async () => {
  expect((await save('EUR', '2026-11-20', '1.084200')).body).toEqual({
    currency: 'EUR',
    day: '2026-11-20',
    rate: '1.0842',
    source: 'typed',
  })
  await save('EUR', '2026-11-23', 1.09)
  await save('JPY', '2026-11-21', '0.0066332212', { source: 'file' })
  await save('EUR', '2026-11-20', '1.0843')
  expect(await list()).toEqual([
    ['EUR', '2026-11-23', '1.09', 'typed'],
    ['JPY', '2026-11-21', '0.0066332212', 'file'],
    ['EUR', '2026-11-20', '1.0843', 'typed'],
  ])
  expect(await list('?currency=JPY')).toHaveLength(1)
  expect((await app.send(ada, 'DELETE', '/api/exchange-rates/EUR/2026-11-20')).status).toBe(204)
  expect(await list('?currency=EUR')).toEqual([['EUR', '2026-11-23', '1.09', 'typed']])
})

test('the suggestion is the latest rate up to the day', async () => {
  await save('EUR', '2026-11-20', '1.0842')
  const suggest = async (day: string) => (await app.call(ada, 'GET', `/api/exchange-rates/suggestion?currency=EUR&day=${day}`)).suggestion
  expect(await suggest('2026-11-22')).toEqual({ rate: '1.0842', day: '2026-11-20', source: 'typed' })
  expect([await suggest('2026-11-19'), await suggest('2026-11-28')]).toEqual([null, null])
})

test('visitors are refused, and another user has other rates', async () => {
  await save('EUR', '2026-11-20', '1.0842')
  const calls: [Method, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/suggestion?currency=EUR&day=2026-11-20'],
    ['GET', '/ecb'],
    ['PUT', '/EUR/2026-11-20', { rate: '2' }],
    ['DELETE', '/EUR/2026-11-20'],
    ['POST', '/import', { csv: 'currency,day,rate\nEUR,2026-11-20,2' }],
  ]
  for (const [method, path, body] of calls) expect((await app.send(null, method, `/api/exchange-rates${path}`, body)).status).toBe(401)
  expect(await list('', bob)).toEqual([])
  expect((await app.send(bob, 'DELETE', '/api/exchange-rates/EUR/2026-11-20')).status).toBe(404)
  expect((await app.call(bob, 'GET', '/api/exchange-rates/suggestion?currency=EUR&day=2026-11-20')).suggestion).toBeNull()
  await app.send(bob, 'PUT', '/api/exchange-rates/EUR/2026-11-20', { rate: '2' })
  expect([await list(), await list('', bob)]).toEqual([[['EUR', '2026-11-20', '1.0842', 'typed']], [['EUR', '2026-11-20', '2', 'typed']]])
})

test.each([
  ['XXX', '2026-11-20', '1', 'currency', 'Currency must be a code of ISO 4217, like EUR'],
  ['USD', '2026-11-20', '1', 'currency', 'Currency is USD, your own. Choose another one: it needs no exchange rate'],
  ['EUR', '2026-02-30', '1', 'day', 'Day must be a day that exists, like 2026-01-31'],
  ['EUR', '2026-11-24', '1', 'day', 'Day is in the future. Choose today or an earlier day'],
  ['EUR', '2026-11-20', '0.00', 'rate', 'Exchange rate must be above 0'],
  ['EUR', '2026-11-20', '-1', 'rate', 'Exchange rate must be above 0'],
  ['EUR', '2026-11-20', '1.00000000001', 'rate', 'Exchange rate can have at most 10 decimals'],
  ['EUR', '2026-11-20', '', 'rate', 'Exchange rate is required'],
])('a rate of %s on %s of %s is refused at %s: %s', async (currency, day, rate, path, message) => {
  expect(refusal(await save(currency, day, rate))).toEqual([400, path, message])
  expect(await list()).toEqual([])
})

test('a file is imported: columns in any order, separated by semicolons, with others and with empty rows', async () => {
  await save('EUR', '2026-11-20', '1.08')
  const csv = '\uFEFFDay;Bank;Rate;Currency\r\n2026-11-20;x;1.0842;EUR\r\n;;;\r\n"2026-11-19";x;0.0066332212; jpy \r\n'
  expect((await importCsv(csv)).body).toEqual({ created: 1, updated: 1 })
  expect(await list()).toEqual([
    ['EUR', '2026-11-20', '1.0842', 'file'],
    ['JPY', '2026-11-19', '0.0066332212', 'file'],
  ])
})

test.each([
  [
    'currency,day,rate\nEUR,2026-11-20,1\nUSD,2026-11-20,1',
    'Row 3: Currency is USD, your own. Choose another one: it needs no exchange rate',
  ],
  ['currency,day,rate\n\nEUR,2026-11-24,1', 'Row 3: Day is in the future. Choose today or an earlier day'],
  ['currency,day,rate\nEUR,2026-11-20,"1,08"', 'Row 2: Exchange rate must be a number, like 12.50'],
  ['currency,day,rate\nEUR,2026-11-20', 'Row 2: Exchange rate is required'],
  ['currency,day,rate\nEUR,2026-11-20,1\nEUR,2026-11-20,2', 'Row 3: Row 2 has the same currency and day. Remove one of them'],
  [
    'currency,day,rate\nEUR,20.11.2026,1\nEUR,2026-11-20,0',
    'Row 2: Day must be a day that exists, like 2026-01-31. There is 1 more problem; nothing was imported',
  ],
  ['currency,rate\nEUR,1', 'The first row must name the columns currency, day and rate. Add day'],
  ['currency,day,rate\n', 'The file has no rates. Add a row for each'],
  ['', 'The first row must name the columns currency, day and rate. Add currency and day and rate'],
  ['x'.repeat(500_001), 'A file can have at most 500,000 characters. Import it in parts'],
  [`currency,day,rate${'\nEUR,2026-11-20,1'.repeat(5001)}`, 'One file can have at most 5,000 rates. Import it in parts'],
  [
    `currency,day,rate${',x'.repeat(60_000)}\n${'"a'.repeat(60_000)}`,
    'The file has too many cells. Keep only the columns currency, day and rate',
  ],
  [7, 'csv must be text'],
])('of a file with a problem nothing is imported (%#): %s', async (csv, message) => {
  expect(refusal(await importCsv(csv))).toEqual([400, 'csv', message])
  expect(await list()).toEqual([])
})

test('an account can have 5,000 rates; those that it has can still be replaced', async () => {
  await app.sql(
    `insert into exchange_rates (user_id, currency, day, rate, source) select $1, 'EUR', date '2026-11-20' - n, 1, 'file' from generate_series(1, ${maxExchangeRates}) n`,
    [ada.userId],
  )
  const full = [409, undefined, 'You can have at most 5,000 exchange rates. Delete some that you no longer need first.']
  expect(refusal(await save('EUR', '2026-11-20', '1'))).toEqual(full)
  expect(refusal(await importCsv('currency,day,rate\nEUR,2026-11-19,2\nEUR,2026-11-20,2'))).toEqual(full)
  expect((await save('EUR', '2026-11-19', '2')).status).toBe(200)
})

test('rates are deleted when the home currency becomes another one', async () => {
  const carl = await app.person('carl')
  const profile = await app.call(carl, 'POST', '/api/business-profile', { businessName: 'Engines' })
  await app.send(carl, 'PUT', '/api/exchange-rates/JPY/2026-11-20', { rate: '0.0066' })
  await app.call(carl, 'PUT', `/api/business-profile/${profile.id}`, { businessName: 'Engines', currency: 'USD' })
  expect(await list('', carl)).toHaveLength(1)
  await app.call(carl, 'PUT', `/api/business-profile/${profile.id}`, { businessName: 'Engines', currency: 'EUR' })
  expect(await list('', carl)).toEqual([])
})
