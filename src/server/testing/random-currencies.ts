import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Random } from '#shared/testing/random.ts'

export type Currencies = { currency: Currency; homeCurrency: Currency }

/** About what a unit of the currencies of random books is worth in dollars. */
const dollars: Partial<Record<Currency, number>> = { USD: 1, EUR: 1.0842, JPY: 0.0066332212, KWD: 3.25 }

/** A rate up to a tenth above or below the usual one; none in the home currency. */
export const randomRate = (random: Random, { currency, homeCurrency }: Currencies) =>
  currency === homeCurrency
    ? undefined
    : ((dollars[currency]! / dollars[homeCurrency]!) * (random.between(9000, 11_000) / 10_000)).toFixed(10)

/** Gives a user without records a business in a random currency, and customers in that one and in one to three others. */
export const insertCurrencies = async (db: UserDb, random: Random): Promise<void> => {
  const all = Object.keys(dollars) as Currency[]
  const home = random.one(all)
  const others = all.filter((currency) => currency !== home)
  others.splice(random.between(0, 2), random.between(0, 2))
  await db.rows("insert into business_profiles (user_id, business_name, currency) values ($1, 'Random Ltd', $2)", [db.userId, home])
  db.announce('customers')
  await db.rows("insert into customers (user_id, name, currency) select $1, 'Customer of ' || c, c from unnest($2::text[]) c", [
    db.userId,
    [home, ...others],
  ])
}
