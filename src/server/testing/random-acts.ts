import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { getMinorUnit } from '#shared/exchange-rates.ts'
import { type Amount, cents, scale, toAmount } from '#shared/money.ts'
import type { Random } from '#shared/testing/random.ts'

// What the acts of a random life share.

/** The days of all acts, and the day on which they happen. */
const firstDay = day('2024-11-01')
const spanDays = 480
export const lifeToday: Day = addDays(firstDay, spanDays)

export type Life = { random: Random; db: UserDb; clock: Clock }
export type Act = (life: Life) => Promise<unknown>

export const randomDay = ({ random }: Life): Day => addDays(firstDay, random.between(0, spanDays - 1))
export const one = async <Row>({ random, db }: Life, sql: string): Promise<Row | undefined> => {
  const rows = await db.rows<Row>(sql, [db.userId])
  return rows.length === 0 ? undefined : random.one(rows)
}
export const oneId = async (life: Life, sql: string) => (await one<{ id: number }>(life, sql))?.id
export const oneCustomer = async (life: Life) => (await oneId(life, 'select id from customers where user_id = $1 order by id limit 20'))!

/** So many hundredths as an amount of a currency; at least the smallest one. */
export const toMoney = (hundredths: number, currency: Currency): Amount =>
  toAmount(Math.max(scale(cents(hundredths), 1, 1, currency), hundredths > 0 ? getMinorUnit(currency) : 0))
export const invoices = "from documents where user_id = $1 and type = 'invoice'"
export const oneInvoice = (life: Life, condition = 'deleted_at is null') =>
  oneId(life, `select id ${invoices} and ${condition} order by id desc limit 40`)
export const providers = ['stripe', 'paypal'] as const
