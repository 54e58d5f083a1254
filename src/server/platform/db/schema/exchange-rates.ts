import { sql } from 'drizzle-orm'
import { char, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { calendarDay, decimal, instants } from './columns.ts'
import { owner } from './identity.ts'

/** The exchange rates that a user typed or imported. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    userId: owner(),
    currency: char({ length: 3 }).notNull(),
    day: calendarDay().notNull(),
    /** Units of the home currency per unit of the currency. */
    rate: decimal().notNull(),
    source: text().$type<'typed' | 'file'>().notNull(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.currency, t.day] }),
    check('exchange_rates_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('exchange_rates_rate', sql`${t.rate} > 0 and ${t.rate} < 1e10 and scale(${t.rate}) <= 10`),
    check('exchange_rates_source', sql`${t.source} in ('typed', 'file')`),
  ],
)

/** The reference rates of the European Central Bank, for all users. */
export const ecbRates = pgTable(
  'ecb_rates',
  {
    currency: char({ length: 3 }).notNull(),
    day: calendarDay().notNull(),
    /** Units of the currency per euro. */
    rate: decimal().notNull(),
  },
  (t) => [primaryKey({ columns: [t.currency, t.day] }), check('ecb_rates_rate', sql`${t.rate} > 0`)],
)
