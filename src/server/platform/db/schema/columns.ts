import { type SQL, sql } from 'drizzle-orm'
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, parseFixed, toDecimal } from '#shared/money.ts'

/** numeric(10,2) in the database, whole cents in code. */
export const money = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  fromDriver: (text) => cents(parseFixed(text, 2)),
  toDriver: (value) => toDecimal(value),
})

/** numeric(10,2) in the database, hundredths in code: quantities. */
export const hundredths = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  fromDriver: (text) => parseFixed(text, 2),
  toDriver: (value) => toDecimal(value),
})

/** numeric(5,2) in the database, hundredths of a percent in code. */
export const rate = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(5,2)',
  fromDriver: (text) => parseFixed(text, 2),
  toDriver: (value) => toDecimal(value),
})

/** A date without time; the driver returns it as text. */
export const calendarDay = customType<{ data: Day; driverData: string }>({ dataType: () => 'date' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const id = () => integer().generatedAlwaysAsIdentity()
export const instants = {
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
}
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

/**
 * A hash of the row's amounts, set by a trigger when the app writes them. The integrity check ("Books health") reports rows whose amounts were
 * changed without the app.
 */
export const checksum = () => text()
