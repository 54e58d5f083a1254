import { getUserToday } from '#server/domain/business/user-today.ts'
import { insertMovement } from '#server/domain/payments/movements.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Rate, toHome } from '#shared/exchange-rates.ts'
import { type Amount, parseAmount, scale, sum, toAmount, toDecimal } from '#shared/money.ts'

type ReturnedPayment = { id: number; invoiceId: number; day: Day; currency: string }

type Return = { change: Amount; homeAmount?: Amount; day: Day }

const insert = async (db: UserDb, { id, invoiceId, day: paidOn, currency }: ReturnedPayment, { change, homeAmount, day }: Return) =>
  insertMovement(db, {
    ...{ kind: 'refund', documentId: invoiceId, paymentId: id, amount: change, currency: currency.toUpperCase(), homeAmount },
    day: day > paidOn ? day : paidOn,
  })

/** `change` is negative when refunded money came back. The day is at the earliest that of the payment. */
export const insertReturn = async (db: UserDb, payment: ReturnedPayment, change: Amount, day: Day): Promise<void> => {
  if (change !== 0) await insert(db, payment, { change, day })
}

/** What a provider took from the account for all returns of a payment, less what it gave back, in the home currency. */
export type HomeReturned = { amount: Amount; homeCurrency: Currency }

/**
 * Values the returns of a payment in another currency, so that together they are what the provider took. Those that have no value yet share what the others
 * leave, by their amounts. What no return can have is one of its own with an amount of zero: the rest of a dispute whose money was taken at one rate and given
 * back at another.
 */
export const valueReturns = async (
  db: UserDb,
  payment: ReturnedPayment & { exchangeRate: Rate },
  returned: HomeReturned,
  now: Date,
): Promise<void> => {
  const rows = await db.rows<{ id: number; amount: string; homeAmount: string | null }>(
    'select id, amount::text, home_amount::text as "homeAmount" from movements where user_id = $1 and payment_id = $2 order by id',
    [db.userId, payment.id],
  )
  const known = sum(rows.flatMap(({ homeAmount }) => (homeAmount === null ? [] : [parseAmount(homeAmount)])))
  const open = rows.filter(({ homeAmount }) => homeAmount === null)
  const amounts = open.map(({ amount }) => parseAmount(amount))
  const left = toAmount(returned.amount - known)
  const values = divideReturned(amounts, left, { ...payment, homeCurrency: returned.homeCurrency })
  for (const [i, { id }] of open.entries())
    await db.rows('update movements set home_amount = $3 where user_id = $1 and id = $2', [db.userId, id, toDecimal(values[i]!)])
  const rest = toAmount(left - sum(values))
  if (rest !== 0) await insert(db, payment, { change: toAmount(0), homeAmount: rest, day: await getUserToday(db, now) })
}

/** On running sums, so that the parts are the whole. Where that has another direction than the amounts, they count at the rate of the payment. */
const divideReturned = (
  amounts: readonly Amount[],
  whole: Amount,
  { exchangeRate, homeCurrency }: { exchangeRate: Rate; homeCurrency: Currency },
): Amount[] => {
  const total = sum(amounts)
  if (total === 0 || whole * total < 0) return amounts.map((amount) => toHome(amount, exchangeRate, homeCurrency))
  const sign = Math.sign(total)
  let [full, done] = [0, 0]
  return amounts.map((amount) => {
    full += sign * amount
    const before = done
    done = scale(whole, full, sign * total, homeCurrency)
    return toAmount(done - before)
  })
}
