import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { Day } from '#shared/dates.ts'
import { type Amount, normalizeDecimal, parseAmount, parseFixed, toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'

/** A bigint, read as a JavaScript number. */
export const int8 = () => bigint({ mode: 'number' })

/** The id of a row. `by default`: a restored row keeps its id. */
export const id = () => int8().generatedByDefaultAsIdentity()

/** An amount: a decimal number in the database, `Amount` in code. CHECKs of the documents refuse more decimals than their currency has. */
export const amount = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: parseAmount,
  toDriver: toDecimal,
})

/** A decimal number of any scale, as text: quantities, prices, exchange rates. */
export const decimal = customType<{ data: string; driverData: string }>({ dataType: () => 'numeric' })

/** A price as text with at least two decimals: "12.30", "0.012345". */
export const price = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (text) => normalizeDecimal(text),
})

/** numeric(7,4) in the database: a percentage such as 8.875. */
export const percent = customType<{ data: string; driverData: string }>({ dataType: () => 'numeric(7,4)' })

/** numeric(5,2) in the database, hundredths of a percent in code. */
export const rate = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(5,2)',
  fromDriver: (text) => parseFixed(text, 2),
  toDriver: formatHundredths,
})

/** A date without time; the driver returns it as text. */
export const calendarDay = customType<{ data: Day; driverData: string }>({ dataType: () => 'date' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const at = () => timestamp({ withTimezone: true })
export const instants = { createdAt: at().notNull().defaultNow(), updatedAt: at().notNull().defaultNow() }

/** The version of a record, incremented by each save, so that a save of a stale copy can be refused. */
export const version = () => integer().notNull().default(1)

/**
 * The lower-case text that a list's search matches: one line per given column, so that no match spans two of them. ICU lower-cases like
 * JavaScript's `toLowerCase`, independent of the database's locale, so a search in the browser finds the same rows.
 */
export const searchText = (...columns: string[]) =>
  text().generatedAlwaysAs(
    (): SQL => sql.raw(`lower((${columns.map((name) => `coalesce(${name}, '')`).join(" || E'\\n' || ")}) collate "und-x-icu")`),
  )
