import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { Day } from '#shared/dates.ts'
import { type Amount, normalizeDecimal, parseAmount, parseFixed, toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import type { DocumentKind } from '#shared/record-types.ts'

type Mark = { notArchived?: string; onlyOf?: readonly DocumentKind[] }
/** By the configuration that a column has from its builder: the one object of theirs that drizzle keeps. */
const marks = new WeakMap<object, Mark>()
const getConfig = (column: object) => (column as { config: object }).config
const mark = <C extends object>(column: C, said: Mark): C => {
  marks.set(getConfig(column), said)
  return column
}
export const getMark = (column: object): Mark => marks.get(getConfig(column)) ?? {}

/** Leaves a column out of the archive of an account, or with `userId` the whole table. */
export const notArchived = <C extends object>(reason: string, column: C): C => mark(column, { notArchived: reason })
/** A column that other types of documents have no value in. */
export const onlyOf = <C extends object>(kinds: readonly DocumentKind[], column: C): C => mark(column, { onlyOf: kinds })

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
export const version = () => notArchived('counts saves, so that a stale one can be refused', integer().notNull().default(1))

/**
 * The lower-case text that a list's search matches: one line per given column, so that no match spans two of them. ICU lower-cases like
 * JavaScript's `toLowerCase`, independent of the database's locale, so a search in the browser finds the same rows.
 */
export const searchText = (...columns: string[]) =>
  notArchived(
    'made of the other columns, for searching',
    text().generatedAlwaysAs(
      (): SQL => sql.raw(`lower((${columns.map((name) => `coalesce(${name}, '')`).join(" || E'\\n' || ")}) collate "und-x-icu")`),
    ),
  )
