import { homeCurrencySql } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { divide, normalizeDecimal, parseDecimal } from '#shared/money.ts'

/** Units of the home currency per unit of the foreign one, as decimal text with up to 10 decimals; the day that the rate is of, and where it comes from. */
export type FoundRate = { rate: string; day: Day; source: 'typed' | 'file' | 'ecb' }

const rateDecimals = 10
/** For how many days after its own a rate is used, so that it lasts over weekends and holidays. */
const maxAgeDays = 7

// Each row has the two numbers that the rate is the quotient of. The European Central Bank quotes per euro, which it therefore doesn't list.
const statement = `
  with home as (select ${homeCurrencySql} as currency)
  select numerator::text, denominator::text, day, source from (
    select rate as numerator, 1 as denominator, day, source from exchange_rates
      where user_id = $1 and currency = $2 and day between $3::date - ${maxAgeDays} and $3
    union all
    select case when home.currency = 'EUR' then 1 else max(e.rate) filter (where e.currency = home.currency) end,
      case when $2 = 'EUR' then 1 else max(e.rate) filter (where e.currency = $2) end, e.day, 'ecb'
      from home join ecb_rates e on e.currency in (home.currency, $2) and e.day between $3::date - ${maxAgeDays} and $3
      group by home.currency, e.day) rates
  where numerator is not null and denominator is not null and $2 <> (select currency from home)
  order by day desc, source = 'ecb' limit 1`

/** Both are above zero; rounded to the decimals of a rate. */
export const divideDecimals = (numerator: string, denominator: string): string => {
  const n = parseDecimal(numerator)
  const d = parseDecimal(denominator)
  const digits = divide(n.digits * 10n ** BigInt(rateDecimals + d.scale), d.digits * 10n ** BigInt(n.scale))
  const text = digits.toString().padStart(rateDecimals + 1, '0')
  return normalizeDecimal(`${text.slice(0, -rateDecimals)}.${text.slice(-rateDecimals)}`, 0)
}

/** The latest up to the day; the user's own before the ECB's. @returns null without one in the 7 days before, or for the home currency */
export const findRate = async (db: UserDb, currency: Currency, day: Day): Promise<FoundRate | null> => {
  const [found] = await db.rows<Omit<FoundRate, 'rate'> & { numerator: string; denominator: string }>(
    statement,
    [db.userId, currency, day],
    'exchange-rates.find',
  )
  if (!found) return null
  const { numerator, denominator, ...origin } = found
  const rate = divideDecimals(numerator, denominator)
  // A unit can be worth less than the last decimal of a rate.
  return rate === '0' ? null : { rate, ...origin }
}
