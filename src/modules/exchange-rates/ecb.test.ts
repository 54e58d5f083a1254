import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { parseFeed } from './ecb-update.job.ts'

const read = (name: string) => readFileSync(new URL(`testing/${name}`, import.meta.url), 'utf8')
const daily = read('eurofxref-daily.xml')
const history = read('eurofxref-hist-90d.xml')

test('both files of the Bank are read', () => {
  expect(parseFeed(daily)).toEqual([
    { currency: 'USD', day: '2026-11-23', rate: '1.0842' },
    { currency: 'JPY', day: '2026-11-23', rate: '163.45' },
    { currency: 'GBP', day: '2026-11-23', rate: '0.83340' },
    { currency: 'IDR', day: '2026-11-23', rate: '17249.11' },
  ])
  expect(parseFeed(history).map(({ currency, day, rate }) => [currency, day, rate])).toEqual([
    ['USD', '2026-11-20', '1.0838'],
    ['JPY', '2026-11-20', '163.20'],
    ['USD', '2026-11-19', '1.0851'],
    ['JPY', '2026-11-19', '162.98'],
  ])
})

test.each([
  ['', /^not a file/],
  ['<html>Moved</html>', /^not a file/],
  [daily.slice(0, -30), /^not a file/],
  [daily.replace('?>', '?><!DOCTYPE x [<!ENTITY y "1">]>'), /^not a file/],
  [daily.replace('European Central Bank', 'Another Bank'), /^not a file/],
  [daily.replace("rate='1.0842'", "rate='1,0842'"), /^no rates at character/],
  [daily.replace("rate='1.0842'", "rate='-1.0842'"), /^no rates at character/],
  [daily.replace("rate='1.0842'", "rate='1e3'"), /^no rates at character/],
  [daily.replace("rate='1.0842'", "rate='0.0000'"), /^the rate of USD on 2026-11-23 is 0$/],
  [daily.replace('JPY', 'USD'), /^two rates of USD on 2026-11-23$/],
  [daily.replace('2026-11-23', '2026-11-31'), /^no day at character/],
  [daily.replace("<Cube currency='JPY' rate='163.45'/>", '<!-- JPY -->'), /^no rates at character/],
  [history.replace(/<Cube time.*<\/Cube><\/Cube>/, '</Cube>'), /^no rates$/],
])('anything else is refused (%#)', (xml, why) => {
  expect(() => parseFeed(xml)).toThrow(why)
})

// The queued job must not run by itself while the tests do.
const toFuture = (xml: string) => xml.replaceAll('2026', '2046')

let app: TestApp
let ada: Person
let reply: (path: string) => { status?: number; body?: string }
const asked: string[] = []
const lines: string[] = []
const bank = createServer(({ url = '' }, response) => {
  asked.push(url)
  const { status = 200, body = '' } = reply(url)
  response.writeHead(status, status === 302 ? { location: '/' } : {}).end(body)
})
beforeAll(async () => {
  await new Promise<void>((listening) => bank.listen(0, '127.0.0.1', listening))
  app = await createTestApp({
    ecbOrigin: `http://127.0.0.1:${(bank.address() as AddressInfo).port}`,
    log: (line) => void lines.push(line),
  })
  app.setNow(new Date('2046-11-23T18:00:00Z'))
  ada = await app.person('ada')
})
beforeEach(async () => {
  await app.sql('delete from ecb_rates')
  reply = (path) => ({ body: toFuture(path.endsWith('daily.xml') ? daily : history) })
  asked.length = 0
  lines.length = 0
})
afterAll(async () => {
  await app?.close()
  bank.close()
})

const run = () => app.runners.find(({ name }) => name === 'exchange-rates.ecb')!.run({ userId: 0 })
const getState = () => app.call(ada, 'GET', '/api/exchange-rates/ecb')
const hoursToNext = async () =>
  (
    await app.sql<{ hours: number }>(
      `select round(extract(epoch from run_at - '2046-11-23T18:00:00Z') / 3600)::int as hours
       from graphile_worker._private_jobs where key = 'exchange-rates-ecb'`,
    )
  ).map(({ hours }) => hours)

test('the last 90 days are read first, then each day; the Bank’s corrections are stored', async () => {
  expect(await getState()).toEqual({ isUsed: true, latestDay: null })
  await run()
  expect(await getState()).toEqual({ isUsed: true, latestDay: '2046-11-20' })
  expect(await hoursToNext()).toEqual([6])
  await app.sql("insert into ecb_rates values ('USD', '2046-11-23', 2)")
  await run()
  expect(asked).toEqual(['/stats/eurofxref/eurofxref-hist-90d.xml', '/stats/eurofxref/eurofxref-daily.xml'])
  const { suggestion } = await app.call(ada, 'GET', '/api/exchange-rates/suggestion?currency=JPY&day=2046-11-23')
  expect(suggestion).toEqual({ rate: '0.0066332212', day: '2046-11-23', source: 'ecb' })
  expect((await app.sql('select 1 from ecb_rates')).length).toBe(8)
  expect(lines).toEqual([])
})

test.each([
  [{ status: 503 }, 'replied 503'],
  [{ status: 302 }, 'fetch failed'],
  [{ body: '<html/>' }, 'not a file of the European Central Bank’s reference rates'],
  [{ body: 'x'.repeat(1_000_001) }, 'has more than 1000000 bytes'],
])('after a failure (%#) the rates stay, the log says why, and it is tried again in an hour', async (failing, why) => {
  await run()
  reply = () => failing
  await run()
  expect(await getState()).toEqual({ isUsed: true, latestDay: '2046-11-20' })
  expect(lines.filter((line) => line.includes('European Central Bank’s rates could not be updated'))).toEqual([
    expect.stringContaining(why),
  ])
  expect(await hoursToNext()).toEqual([1])
})

test('a server that does not use the rates says so', async () => {
  const other = await createTestApp()
  try {
    await other.runners.find(({ name }) => name === 'exchange-rates.ecb')!.run({ userId: 0 })
    const state = await other.call(await other.person('ada'), 'GET', '/api/exchange-rates/ecb')
    expect(state).toEqual({ isUsed: false, latestDay: null })
    expect(asked).toEqual([])
  } finally {
    await other.close()
  }
})
