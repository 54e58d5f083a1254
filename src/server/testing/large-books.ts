import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { createRandom, type Random } from '#shared/testing/random.ts'

// Books of amounts up to the largest that can be entered, at rates up to the largest that can be stored, with the sums that they come to. All is reckoned in whole
// thousandths with big integers, and with nothing of the product.

export type LargeInvoice = {
  number: string
  /** Index of the customer. */
  customer: number
  currency: Currency
  rate: string
  net: bigint
  tax: bigint
  /** In the home currency. */
  homeNet: bigint
  homeTax: bigint
  issued: Day
  due: Day
  /** What the money was worth when the invoice was paid; null for an open one. */
  paid: { on: Day; rate: string; home: bigint } | null
}
export type LargeBooks = { home: Currency; customers: number; invoices: LargeInvoice[]; expenses: { amount: bigint; day: Day }[] }

const currencies: readonly Currency[] = ['USD', 'EUR', 'JPY', 'KWD']
/** 99,999,999.99, and what the database can hold of the home currency, less what is rounded. */
const [maxAmount, maxHome] = [99_999_999_990n, 10n ** 15n - 2000n]
/** In the rates: ten decimals. */
const rateUnit = 10n ** 10n

const divide = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)
const unitOf = (currency: Currency) => 10n ** BigInt(3 - getCurrencyDecimals(currency))
const convert = (amount: bigint, rate: bigint, home: Currency) => divide(amount * rate, rateUnit * unitOf(home)) * unitOf(home)
const formatRate = (rate: bigint) => `${rate / rateUnit}.${String(rate % rateUnit).padStart(10, '0')}`

/** "12.30": thousandths as the database and the API write them. */
export const toText = (thousandths: bigint): string => {
  const size = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0')
  return `${thousandths < 0n ? '-' : ''}${size.slice(0, -3)}.${size.slice(-3).replace(/0$/, '')}`
}

/** From 1 to `most`, more often of its size than small. */
const randomUpTo = (random: Random, most: bigint): bigint => {
  const part = random.percent(20) ? 1_000_000n : (BigInt(random.between(0, 1_000_000)) * BigInt(random.between(1, 1_000_000))) / 1_000_000n
  return (most * part) / 1_000_000n + 1n
}
/** Half of the rates are up to 10,000, the others as large as the database can hold the home total. */
const randomRate = (random: Random, total: bigint): bigint => {
  const limits = [(maxHome * rateUnit) / total, (random.percent(50) ? 10_000n : 9_999_999_999n) * rateUnit]
  return randomUpTo(random, limits[0]! < limits[1]! ? limits[0]! : limits[1]!)
}

const randomInvoice = (random: Random, home: Currency, at: number, today: Day): LargeInvoice => {
  const currency = random.percent(30) ? home : random.one(currencies)
  const unit = unitOf(currency)
  const hasTax = random.percent(50)
  const net = ((randomUpTo(random, hasTax ? (maxAmount * 10n) / 11n - 1000n : maxAmount) + unit - 1n) / unit) * unit
  const tax = hasTax ? divide(net, 10n * unit) * unit : 0n
  const rate = currency === home ? rateUnit : randomRate(random, net + tax)
  const issued = addDays(today, -random.between(0, 400))
  const [homeNet, homeTax] = [net, tax].map((amount) => convert(amount, rate, home)) as [bigint, bigint]
  const paidRate = currency === home ? rateUnit : randomRate(random, net + tax)
  const on = addDays(issued, random.between(0, 60))
  return {
    ...{ number: `L-${at}`, customer: random.between(0, 4), currency, rate: formatRate(rate), net, tax, homeNet, homeTax, issued },
    due: addDays(issued, 30),
    paid: random.percent(50) ? { on: on > today ? today : on, rate: formatRate(paidRate), home: convert(net + tax, paidRate, home) } : null,
  }
}

/** @param count of invoices; there are half as many expenses */
export const createLargeBooks = (seed: number, home: Currency, count: number, today: Day): LargeBooks => {
  const random = createRandom(seed)
  return {
    ...{ home, customers: 5 },
    invoices: Array.from({ length: count }, (_, at) => randomInvoice(random, home, at, today)),
    expenses: Array.from({ length: Math.ceil(count / 2) }, () => ({
      amount: ((randomUpTo(random, maxAmount) + unitOf(home) - 1n) / unitOf(home)) * unitOf(home),
      day: addDays(today, -random.between(0, 400)),
    })),
  }
}

/** Stores the books as rows; post them and build their search entries afterwards. @returns the ids of the customers */
export const insertLargeBooks = async (db: UserDb, { home, customers, invoices, expenses }: LargeBooks): Promise<number[]> => {
  await db.rows("insert into business_profiles (user_id, business_name, currency) values ($1, 'Large Ltd', $2)", [db.userId, home])
  const ids = await db.rows<{ id: number }>(
    "insert into customers (user_id, name) select $1, 'Customer ' || n from generate_series(1, $2::int) n returning id",
    [db.userId, customers],
  )
  const rows = invoices.map(({ customer, net, tax, homeNet, homeTax, paid, ...invoice }) => ({
    ...invoice,
    ...{ customer: ids[customer]!.id, decimals: getCurrencyDecimals(invoice.currency), is_home: invoice.currency === home },
    ...{ net: toText(net), tax: toText(tax), total: toText(net + tax), home_net: toText(homeNet), home_tax: toText(homeTax) },
    ...{
      home_total: toText(homeNet + homeTax),
      paid_on: paid?.on ?? null,
      paid_rate: paid?.rate ?? null,
      paid_home: paid && toText(paid.home),
    },
  }))
  await db.rows(
    `with given as (
      select * from jsonb_to_recordset($2) as r(number text, customer bigint, currency text, decimals smallint, is_home boolean, rate numeric, net numeric, tax numeric,
        total numeric, home_net numeric, home_tax numeric, home_total numeric, issued date, due date, paid_on date, paid_rate numeric, paid_home numeric)),
     stored as (
      insert into documents (user_id, type, customer_id, number, status, issue_date, due_date, currency, decimals, subtotal, net_amount, discount_amount, charge_amount, tax_amount, total,
        exchange_rate, home_total, rate_day, rate_source)
      select $1, 'invoice', customer, number, case when paid_on is null then 'sent' else 'paid' end, issued, due, currency, decimals, round(net, decimals),
        round(net, decimals), round(0, decimals), round(0, decimals), round(tax, decimals), round(total, decimals), case when is_home then 1 else rate end, home_total, case when is_home then null else issued end,
        case when is_home then null else 'typed' end
      from given order by number returning id, number),
     lines as (
      insert into document_lines (user_id, document_id, decimals, position, description, quantity, unit_price, amount, total, net)
      select $1, id, decimals, 1, 'Work', 1, net, round(net, decimals), round(net, decimals), round(net, decimals) from given join stored using (number)),
     taxes as (
      insert into document_taxes (user_id, document_id, decimals, percent, base, amount, home_base, home_amount)
      select $1, id, decimals, 10, round(net, decimals), round(tax, decimals), case when not is_home then home_net end, case when not is_home then home_tax end
      from given join stored using (number) where tax > 0)
     insert into payments (user_id, document_id, amount, currency, payment_date, payment_method, provider, status, home_amount, exchange_rate, rate_source)
     select $1, id, total, lower(currency), paid_on, 'Bank transfer', 'manual', 'succeeded', case when not is_home then paid_home end,
       case when not is_home then paid_rate end, case when not is_home then 'typed' end
     from given join stored using (number) where paid_on is not null`,
    [db.userId, JSON.stringify(rows)],
  )
  await db.rows(
    `insert into expenses (user_id, category, description, amount, expense_date)
     select $1, 'Travel', 'Flight', r.amount, r.day from jsonb_to_recordset($2) as r(amount numeric, day date)`,
    [db.userId, JSON.stringify(expenses.map(({ amount, day }) => ({ amount: toText(amount), day })))],
  )
  for (const topic of ['profile', 'invoices', 'customers', 'expenses', 'payments'] as const) db.announce(topic)
  return ids.map(({ id }) => id)
}
