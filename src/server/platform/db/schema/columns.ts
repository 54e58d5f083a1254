import { customType, integer, timestamp } from 'drizzle-orm/pg-core'
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
