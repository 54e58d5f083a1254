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

/** A calendar day; the driver leaves it as text. */
export const calendarDay = customType<{ data: Day; driverData: string }>({ dataType: () => 'date' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const id = () => integer().generatedAlwaysAsIdentity()
export const instants = {
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
}
/** Counts the saves of a record, so that a save of a stale copy can be refused. */
export const version = () => integer().notNull().default(1)

/**
 * The lower-case text that a search looks through: the given columns, a line each, so that no match spans two of them. ICU's rules are those of
 * JavaScript's `toLowerCase`, whatever the database's own locale is: a list that is searched in the browser finds the same rows.
 */
export const searchText = (...columns: string[]) =>
  text().generatedAlwaysAs(
    (): SQL => sql.raw(`lower((${columns.map((name) => `coalesce(${name}, '')`).join(" || E'\\n' || ")}) collate "und-x-icu")`),
  )

/**
 * What the row's figures were when the app last wrote them, hashed: a trigger keeps it. Books health names a row whose figures were changed
 * behind the app's back.
 */
export const checksum = () => text()
