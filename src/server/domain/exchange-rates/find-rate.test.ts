import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { type FoundRate, findRate } from './find-rate.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  for (const person of [ada, bob]) await app.call(person, 'POST', '/api/business-profile', { businessName: 'Engines' })
})
afterAll(() => app.close())

type OwnRate = { currency: Currency; day: Day; rate: string; source: 'typed' | 'file' }
type EcbRate = { currency: Currency; day: Day; rate: string }
const store = async ({ home = 'USD', own = [], ecb = [] }: { home?: Currency; own?: OwnRate[]; ecb?: EcbRate[] }) => {
  await app.sql('update business_profiles set currency = $1 where user_id = $2', [home, ada.userId])
  await app.sql('delete from exchange_rates where user_id = $1', [ada.userId])
  await app.sql('delete from ecb_rates')
  for (const { currency, day, rate, source } of own)
    await app.sql('insert into exchange_rates (user_id, currency, day, rate, source) values ($1, $2, $3, $4, $5)', [
      ...[ada.userId, currency, day, rate, source],
    ])
  for (const { currency, day, rate } of ecb)
    await app.sql('insert into ecb_rates (currency, day, rate) values ($1, $2, $3)', [currency, day, rate])
}
const find = (currency: Currency, on: string, who = ada) => app.database.asUser(who.userId, (db) => findRate(db, currency, day(on)))
const quote = (currency: Currency, on: string, rate: string) => ({ currency, day: day(on), rate })

test('the European Central Bank’s rates are crossed by way of the euro, and rounded to ten decimals', async () => {
  const ecb = [quote('USD', '2026-11-20', '1.0842'), quote('JPY', '2026-11-20', '163.45')]
  await store({ ecb })
  expect(await find('JPY', '2026-11-20')).toEqual({ rate: '0.0066332212', day: '2026-11-20', source: 'ecb' })
  expect(await find('EUR', '2026-11-20')).toEqual({ rate: '1.0842', day: '2026-11-20', source: 'ecb' })
  expect(await find('GBP', '2026-11-20')).toBeNull()
  await store({ home: 'EUR', ecb })
  expect((await find('USD', '2026-11-20'))?.rate).toBe('0.9223390518')
  await store({ home: 'GBP', ecb })
  expect([await find('USD', '2026-11-20'), await find('EUR', '2026-11-20')]).toEqual([null, null])
})

test('the latest rate up to the day is taken, never a later one, and none that is more than 7 days old', async () => {
  await store({ own: [{ ...quote('EUR', '2026-11-09', '1.09'), source: 'file' }], ecb: [quote('USD', '2026-11-11', '1.11')] })
  const days = ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-18', '2026-11-19']
  const rates = await Promise.all(days.map(async (on) => (await find('EUR', on))?.rate))
  expect(rates).toEqual([undefined, '1.09', '1.09', '1.11', '1.11', undefined])
})

test('of rates of one day the user’s own is taken, and another user’s never', async () => {
  await store({
    own: [{ ...quote('EUR', '2026-11-09', '1.0900000001'), source: 'typed' }],
    ecb: [quote('USD', '2026-11-09', '1.11'), quote('USD', '2026-11-08', '1.10')],
  })
  expect(await find('EUR', '2026-11-09')).toEqual({ rate: '1.0900000001', day: '2026-11-09', source: 'typed' })
  expect(await find('EUR', '2026-11-09', bob)).toEqual({ rate: '1.11', day: '2026-11-09', source: 'ecb' })
})

test('a rate from before the home currency was changed to it is not used', async () => {
  await store({ home: 'EUR', own: [{ ...quote('EUR', '2026-11-09', '1.09'), source: 'typed' }], ecb: [quote('USD', '2026-11-09', '1.1')] })
  expect(await find('EUR', '2026-11-09')).toBeNull()
})

const somewhere = ['EUR', 'USD', 'JPY', 'IDR'] as const
const start = day('2026-11-01')
const anyDay = fc.nat(20).map((n) => addDays(start, n))
const anyRate = fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 999_999 })).map(([whole, part]) => `${whole}.${part}`)
const rateOf = (currencies: readonly Currency[]) => fc.record({ currency: fc.constantFrom(...currencies), day: anyDay, rate: anyRate })
const key = (rate: EcbRate) => `${rate.currency} ${rate.day}`
type Scenario = { home: Currency; own: OwnRate[]; ecb: EcbRate[] }
const scenario: fc.Arbitrary<Scenario> = fc.record({
  home: fc.constantFrom<Currency>(...somewhere),
  own: fc.uniqueArray(
    fc.tuple(rateOf(somewhere), fc.constantFrom('typed' as const, 'file' as const)).map(([rate, source]) => ({ ...rate, source })),
    { maxLength: 12, selector: key },
  ),
  ecb: fc.uniqueArray(rateOf(['USD', 'JPY', 'IDR']), { maxLength: 40, selector: key }),
})

/** Goes back from the day, one day at a time. @returns the day, the source and the exact rate as a fraction */
const search = ({ home, own, ecb }: Scenario, currency: Currency, on: Day) => {
  const toFraction = (text: string) => BigInt(text.replace('.', '').padEnd(1, '0')) * 10n ** BigInt(20 - (text.split('.')[1]?.length ?? 0))
  const perEuro = (of: Currency, at: Day) => (of === 'EUR' ? '1' : ecb.find((rate) => rate.currency === of && rate.day === at)?.rate)
  for (let age = 0; age <= 7 && currency !== home; age++) {
    const at = addDays(on, -age)
    const typed = own.find((rate) => rate.currency === currency && rate.day === at)
    if (typed) return { day: at, source: typed.source, n: toFraction(typed.rate), d: toFraction('1') }
    const [n, d] = [perEuro(home, at), perEuro(currency, at)]
    if (n && d) return { day: at, source: 'ecb' as const, n: toFraction(n), d: toFraction(d) }
  }
  return null
}

test('for any rates, the one that is found is that of an independent search, as close to the exact quotient as ten decimals are', async () => {
  const isClose = (rate: string, n: bigint, d: bigint) => {
    const [whole, fraction = ''] = rate.split('.')
    const error = BigInt(whole + fraction.padEnd(10, '0')) * d - n * 10n ** 10n
    return 2n * (error < 0n ? -error : error) <= d
  }
  await fc.assert(
    fc.asyncProperty(scenario, fc.constantFrom<Currency>(...somewhere), anyDay, async (rates, currency, on) => {
      await store(rates)
      const found: FoundRate | null = await find(currency, on)
      const expected = search(rates, currency, on)
      if (expected === null) {
        expect(found).toBeNull()
        return
      }
      expect(found).toMatchObject({ day: expected.day, source: expected.source })
      expect(found!.rate).toMatch(/^\d+(\.\d{0,9}[1-9])?$/)
      expect(isClose(found!.rate, expected.n, expected.d)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
