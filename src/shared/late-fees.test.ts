import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from './dates.ts'
import { computeLateFee, describeLateFee, describeLateFeeRule, findDuePeriod, type LateFeePeriod, type LateFeeTerms } from './late-fees.ts'
import { parseAmount, toDecimal } from './money.ts'

const dayMs = 86_400_000
const toNumber = (of: Day) => Date.parse(of) / dayMs
const toDay = (n: number) => new Date(n * dayMs).toISOString().slice(0, 10) as Day

/** The days on which periods begin, found by looking at each day: the day of the month of the first one, or the last day of a shorter month. */
const walkStarts = (first: number, until: number): number[] => {
  const date = new Date(first * dayMs).getUTCDate()
  const starts: number[] = []
  for (let n = first; n <= until; n++) {
    const at = new Date(n * dayMs)
    const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
    if (at.getUTCDate() === Math.min(date, last)) starts.push(n)
  }
  return starts
}

type Done = { period: LateFeePeriod; isOfRule: boolean }

/** The same fee as `findDuePeriod`, from the walk. */
const walk = (
  { kind, graceDays, repeats, validFrom }: LateFeeTerms,
  dueDate: Day,
  today: Day,
  done: readonly Done[],
): LateFeePeriod | null => {
  const [due, now, valid] = [toNumber(dueDate), toNumber(today), toNumber(validFrom)]
  if (repeats === 'once' && done.length > 0) return null
  const through = Math.max(due, ...done.map(({ period }) => toNumber(period.lastDay)))
  const starts = walkStarts(due + graceDays + 1, now + 62)
  const candidates = starts.slice(0, -1).map((start, i) => ({ n: i + 1, start, end: starts[i + 1]! - 1 }))
  const begun = candidates.filter(
    ({ n, start, end }) => (kind === 'yearly' ? end < now : start <= now) && (repeats === 'monthly' || n === 1),
  )
  const newest = begun.at(-1)
  if (!newest || done.some(({ period, isOfRule }) => isOfRule && period.occurrence >= newest.n)) return null
  const first = kind === 'yearly' ? Math.max(through + 1, valid) : newest.start
  if (first <= through || first < valid || first > newest.end) return null
  return { occurrence: newest.n, firstDay: toDay(first), lastDay: toDay(newest.end) }
}

const aDay = fc.integer({ min: 0, max: 800 }).map((n) => addDays(day('2023-12-01'), n))
const terms: fc.Arbitrary<LateFeeTerms> = fc
  .record({
    kind: fc.constantFrom('fixed', 'percent', 'yearly'),
    graceDays: fc.constantFrom(0, 0, 1, 5, 30),
    repeats: fc.constantFrom('once', 'monthly'),
    validFrom: aDay,
  })
  .map((each): LateFeeTerms => ({ ...each, repeats: each.kind === 'yearly' ? 'monthly' : each.repeats }) as LateFeeTerms)

/** Asks on random days, with other rules from time to time; each fee is charged or left. */
const life = fc.record({
  dueDate: aDay,
  rules: fc.array(terms, { minLength: 1, maxLength: 3 }),
  days: fc.array(fc.record({ after: fc.integer({ min: 0, max: 70 }), changes: fc.boolean(), isTaken: fc.boolean() }), { maxLength: 20 }),
})

test('at each time of any life the due fee is the one that a walk over all days finds, and no day is charged twice', () => {
  fc.assert(
    fc.property(life, ({ dueDate, rules, days }) => {
      let [today, at] = [addDays(dueDate, -5), 0]
      const done: (Done & { ruleNo: number; rule: LateFeeTerms })[] = []
      for (const { after, changes, isTaken } of days) {
        today = addDays(today, after)
        if (changes && at < rules.length - 1) at++
        const rule = rules[at]!
        const known = done.map((each) => ({ ...each, isOfRule: each.ruleNo === at }))
        const found = findDuePeriod(rule, dueDate, today, {
          through: known.reduce<Day | null>((max, { period }) => (max === null || period.lastDay > max ? period.lastDay : max), null),
          occurrence: Math.max(0, ...known.filter(({ isOfRule }) => isOfRule).map(({ period }) => period.occurrence)),
        })
        expect(found).toEqual(walk(rule, dueDate, today, known))
        if (!found || !isTaken) continue
        expect([found.firstDay > dueDate, found.firstDay >= rule.validFrom, found.lastDay >= found.firstDay]).toEqual([true, true, true])
        for (const { period } of done) expect(found.firstDay > period.lastDay).toBe(true)
        if (rule.repeats === 'once') expect(done).toEqual([])
        done.push({ period: found, isOfRule: true, ruleNo: at, rule })
      }
    }),
    { numRuns: 3000 },
  )
})

const monthly = { kind: 'fixed', graceDays: 5, repeats: 'monthly', validFrom: day('2026-01-01') } as const
const nothing = { through: null, occurrence: 0 }

test('a fee is due from the day after the grace days, once a month, and once it is done only the next one', () => {
  const ask = (today: string, done = nothing as { through: Day | null; occurrence: number }) =>
    findDuePeriod(monthly, day('2026-01-25'), day(today), done)
  const first = { occurrence: 1, firstDay: '2026-01-31', lastDay: '2026-02-27' }
  expect(ask('2026-01-30')).toBeNull()
  expect(ask('2026-01-31')).toEqual(first)
  expect(ask('2026-02-27')).toEqual(first)
  expect(ask('2026-02-27', { through: day('2026-02-27'), occurrence: 1 })).toBeNull()
  expect(ask('2026-02-28', { through: day('2026-02-27'), occurrence: 1 })).toEqual({
    ...{ occurrence: 2, firstDay: '2026-02-28', lastDay: '2026-03-30' },
  })
  // Months that nobody asked for are not made up for.
  expect(ask('2026-07-31')).toEqual({ occurrence: 7, firstDay: '2026-07-31', lastDay: '2026-08-30' })
})

test('interest is due when its month is over, for all days since the due date or the last fee', () => {
  const ask = (today: string, done = nothing as { through: Day | null; occurrence: number }, validFrom = '2026-01-01') =>
    findDuePeriod({ ...monthly, kind: 'yearly', validFrom: day(validFrom) }, day('2026-02-23'), day(today), done)
  expect(ask('2026-03-31')).toBeNull()
  expect(ask('2026-04-01')).toEqual({ occurrence: 1, firstDay: '2026-02-24', lastDay: '2026-03-31' })
  expect(ask('2026-06-15', { through: day('2026-03-31'), occurrence: 1 })).toEqual({
    ...{ occurrence: 3, firstDay: '2026-04-01', lastDay: '2026-05-31' },
  })
  expect(ask('2026-04-01', nothing, '2026-03-15')).toEqual({ occurrence: 1, firstDay: '2026-03-15', lastDay: '2026-03-31' })
})

test('a due date that was put off does not bring a fee again', () => {
  expect(findDuePeriod(monthly, day('2026-04-25'), day('2026-05-01'), { through: day('2026-02-27'), occurrence: 1 })).toBeNull()
})

test('interest is balance x percent x days / 365, rounded half away from zero to the minor unit of the currency', () => {
  const money = fc.integer({ min: 1, max: 9_999_999_999 })
  const percent = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(money, percent, fc.integer({ min: 1, max: 730 }), fc.constantFrom('USD', 'JPY', 'KWD'), (cents, parts, days, currency) => {
      const balance = parseAmount(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
      const rate = { kind: 'yearly', amount: null, percent: (parts / 10_000).toFixed(4) } as const
      const period = { occurrence: 1, firstDay: day('2024-01-01'), lastDay: addDays(day('2024-01-01'), days - 1) }
      // In units of the currency: balance (cents) x parts / 1,000,000 x days / 365.
      const unit = { USD: 1n, JPY: 100n, KWD: 1n }[currency]
      const finer = currency === 'KWD' ? 10n : 1n
      const [n, d] = [BigInt(cents) * finer * BigInt(parts) * BigInt(days), 1_000_000n * 365n * unit]
      const whole = n / d + ((n % d) * 2n >= d ? 1n : 0n)
      const decimals = { USD: 2, JPY: 0, KWD: 3 }[currency]
      expect(Number(toDecimal(computeLateFee(rate, { balance, currency }, period)))).toBe(Number(whole) / 10 ** decimals)
    }),
  )
})

test('a fixed fee is its amount, and a percentage is of the balance due', () => {
  const period = { occurrence: 1, firstDay: day('2026-01-01'), lastDay: day('2026-01-31') }
  const invoice = { balance: parseAmount('333.33'), currency: 'USD' } as const
  const compute = (rate: { kind: 'fixed' | 'percent'; amount: string | null; percent: string | null }) =>
    toDecimal(computeLateFee({ ...rate, amount: rate.amount === null ? null : parseAmount(rate.amount) }, invoice, period))
  expect(compute({ kind: 'fixed', amount: '12.00', percent: null })).toBe('12.00')
  expect(compute({ kind: 'percent', amount: null, percent: '1.5' })).toBe('5.00')
})

test('rules and fees are described in words', () => {
  const wordsOf = (more: Partial<Parameters<typeof describeLateFeeRule>[0]>) =>
    describeLateFeeRule({ kind: 'fixed', amount: '12.00', currency: 'USD', percent: null, graceDays: 0, repeats: 'once', ...more })
  expect(wordsOf({})).toBe('$12.00, once, from the day after the due date')
  expect(wordsOf({ kind: 'percent', percent: '1.5', graceDays: 5, repeats: 'monthly' })).toBe(
    '1.5% of the balance, every month, from 6 days after the due date',
  )
  expect(wordsOf({ kind: 'yearly', percent: '8', repeats: 'monthly' })).toBe('8% a year, every month, from the day after the due date')
  const march = { occurrence: 1, firstDay: day('2026-03-01'), lastDay: day('2026-03-31') }
  expect(describeLateFee('INV-0001', march, 'monthly')).toBe('Late fee for invoice INV-0001, Mar 01, 2026 to Mar 31, 2026')
  expect(describeLateFee('INV-0001', march, 'once')).toBe('Late fee for invoice INV-0001')
})
