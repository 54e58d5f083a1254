import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { getHomeCurrency, homeCurrencySql, homeDecimalsSql } from '#server/domain/business/business.ts'
import { getAccountPath } from '#server/domain/ledger/journal/accounts.ts'
import type { Database } from '#server/platform/db/client.ts'
import { accountNumbers, getMoneyAccount } from '#shared/accounts.ts'
import { parseAmount } from '#shared/money.ts'
import { bases } from '#shared/reports.ts'
import { type Comparison, writeJournal } from './compare-with-hledger.ts'
import { runHledger } from './hledger.ts'

/** Invoices less their credit notes. What is left at home of one that is credited in full is a rounded cent. */
const creditedInvoices = `(
  select i.*, i.total - coalesce(n.total, 0) as asked,
    case when i.total = n.total then 0 else i.home_total - coalesce(n.home_total, 0) end as home_asked
  from documents i
  left join (
    select credited_invoice_id, sum(total) as total, sum(home_total) as home_total from documents
    where user_id = $1 and credited_invoice_id is not null and status = 'issued' group by 1) n on n.credited_invoice_id = i.id
  where i.user_id = $1 and i.type = 'invoice')`

/** Invoices that are due, and what is paid of them. A retainer is no receivable. */
const dueInvoices = `
  ${creditedInvoices} d left join document_balance b on b.user_id = $1 and b.document_id = d.id
  where d.user_id = $1 and d.type = 'invoice' and d.invoice_kind <> 'retainer' and d.deleted_at is null and d.status not in ('draft', 'paid')`

/**
 * What is due of the documents themselves, by other currencies than that of the business. Postings in its own currency are not only of invoices in it: what is
 * receivable of a foreign invoice is the difference of two amounts that were rounded, at home, the sale and what is paid of it. A refund that reduces both
 * leaves what is due in euros as it is, and may move it by one minor unit at home. That unit has no euros, so hledger counts it as an amount of the home
 * currency, and the cost of the euros differs by as much. The home currency is therefore compared at cost, all currencies together.
 */
const dueQuery = `
  select d.currency as name, trim_scale(sum(greatest(d.asked - coalesce(b.paid + b.written_off + b.applied, 0), 0)))::text as amount
  from ${dueInvoices} and d.currency <> ${homeCurrencySql} group by 1`

/** What is due in the home currency: of an invoice in another one its home total, less the part that is paid. */
const homeDueQuery = `
  select trim_scale(coalesce(sum(case when d.currency = ${homeCurrencySql} then greatest(d.asked - coalesce(b.paid + b.written_off + b.applied, 0), 0)
    else d.home_asked - coalesce(round(d.home_asked * least(coalesce(b.paid + b.written_off + b.applied, 0), d.asked) / nullif(d.asked, 0), ${homeDecimalsSql}), 0) end), 0))::text as amount
  from ${dueInvoices}`

/** Payments `p` of documents `d`: what they were worth at home, and what was taken for their refunds. */
const worthSql = `
  from payments p join documents d on d.user_id = $1 and d.id = p.document_id
  cross join lateral (select case when d.currency = ${homeCurrencySql} then p.amount
    else coalesce(p.home_amount, round(p.amount * coalesce(d.exchange_rate, 1), ${homeDecimalsSql})) end as worth) w
  left join lateral (
    select sum(coalesce(home_amount, round(worth * upto / p.amount, ${homeDecimalsSql}) - round(worth * (upto - amount) / p.amount, ${homeDecimalsSql}))) as taken
    from (select *, sum(amount) over (order by day, id) as upto from movements where user_id = $1 and payment_id = p.id) b) r on true`

/** What the providers hold: what came, less their fees and what they took for refunds. */
const clearingQuery = `
  select p.provider as name, trim_scale(sum(worth - coalesce(r.taken, 0) - coalesce(p.fee, 0)))::text as amount ${worthSql}
  where p.user_id = $1 and p.status = 'succeeded' and p.provider <> 'manual' group by 1`

/** What entries by hand moved into an account, less what they moved out of it. */
const byHandQuery = `
  select account, sum(amount)::text as amount from (
    select debit_account as account, amount from manual_entries where user_id = $1 and reversed_at is null
    union all
    select credit_account, -amount from manual_entries where user_id = $1 and reversed_at is null) m group by 1`

/**
 * Realized gains by the closed formula: what the money was worth when it came, less its part of the home total, less the credit at the invoice's rate. A refund
 * takes what the provider took, else its part of what its payment was worth. PostgreSQL's decimals are exact, and rounded half away from zero.
 */
const gainQuery = `
  with paid as (
    select document_id, sum(net) as net, sum(money) as money from (
      select p.document_id, p.amount - p.refunded as net, worth - coalesce(r.taken, 0) as money
      ${worthSql}
      where p.user_id = $1 and p.status = 'succeeded' and (p.provider <> 'manual' or d.deleted_at is null)
      union all
      select document_id, amount, coalesce(home_amount, amount) from movements where user_id = $1 and kind = 'credit application' and reversed_at is null
      union all
      select source_id, -amount, -coalesce(home_amount, amount) from movements where user_id = $1 and kind = 'credit application' and reversed_at is null
      union all
      select document_id, -amount, -coalesce(home_amount, amount) from movements where user_id = $1 and kind = 'credit refund' and reversed_at is null) m group by 1),
  settled as (
    select d.*, paid.*, least(paid.net, d.asked) as part from paid join ${creditedInvoices} d on d.user_id = $1 and d.id = paid.document_id
    where d.currency <> ${homeCurrencySql} and d.exchange_rate is not null)
  select trim_scale(coalesce(sum(money - coalesce(round(home_asked * part / nullif(asked, 0), ${homeDecimalsSql}), 0)
                                       - round((net - part) * exchange_rate, ${homeDecimalsSql})), 0)
    + coalesce((select sum(paid.money + n.home_total - round(n.home_total * (n.total + paid.net) / n.total, ${homeDecimalsSql}))
        from paid join documents n on n.user_id = $1 and n.id = paid.document_id and n.type = 'credit-note' and n.currency <> ${homeCurrencySql}), 0)
    )::text as amount from settled`

/** Invoices of which nothing is receivable in their currency, but something at home. */
const restQuery = `
  select l.document_id from journal_lines l
  cross join lateral (select (l.debit_account = 1200)::int - (l.credit_account = 1200)::int as sign) s
  where l.user_id = $1 and l.basis = 'accrual' and l.currency is not null
  group by 1 having sum(sign * l.currency_amount) = 0 and sum(sign * l.amount) <> 0`

/** Exports a user's journal, and compares receivables by currency and exchange differences in hledger with what the documents and payments come to. */
export const compareCurrencies = async (database: Database, userId: number): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-currencies-'))
  const found: Comparison = { figures: 0, differences: [] }
  const check = (what: string, here: number, there: number) => {
    found.figures++
    if (here !== there) found.differences.push(`${what}: ${here} by the documents, ${there} in the journal`)
  }
  try {
    const [due, [homeDue], [gain], rests, clearing, byHand, home] = await database.asUser(userId, async (db) => [
      await db.rows<{ name: string; amount: string }>(dueQuery, [userId]),
      await db.rows<{ amount: string }>(homeDueQuery, [userId]),
      await db.rows<{ amount: string }>(gainQuery, [userId]),
      await db.rows(restQuery, [userId]),
      await db.rows<{ name: string; amount: string }>(clearingQuery, [userId]),
      await db.rows<{ account: number; amount: string }>(byHandQuery, [userId]),
      await getHomeCurrency(db),
    ])
    check('receivables at home without any in the currency', 0, rests.length)
    for (const basis of bases) {
      const file = join(folder, `${basis}.journal`)
      await writeJournal(database, userId, file, basis)
      const balances = async (...query: string[]) => {
        const text = await runHledger(file, 'balance', '--no-total', '--layout', 'bare', '--depth', '2', '-O', 'csv', ...query)
        const [, ...rows] = papaparse.parse<string[]>(text.trim()).data
        return new Map(rows.map(([, commodity, balance]) => [commodity!.replace('$', 'USD'), Number(balance)]))
      }
      const receivables = await balances('acct:Receivable')
      receivables.delete(home)
      for (const currency of new Set([...receivables.keys(), ...due.map(({ name }) => name)])) {
        const expected = basis === 'cash' ? 0 : Number(due.find(({ name }) => name === currency)?.amount ?? 0)
        check(`receivables in ${currency} (${basis})`, expected, receivables.get(currency) ?? 0)
      }
      const [atCost = 0] = (await balances('acct:Receivable', '--cost')).values()
      check(`receivables at cost (${basis})`, basis === 'cash' ? 0 : Number(homeDue!.amount), atCost)
      for (const { name, amount } of clearing) {
        const [held = 0] = (await balances(`acct:^${getAccountPath(getMoneyAccount(name), null)}$`)).values()
        const moved = byHand.find(({ account }) => account === getMoneyAccount(name))?.amount ?? '0'
        check(`held by ${name} (${basis})`, parseAmount(amount) + parseAmount(moved), parseAmount(String(held)))
      }
      const [exchange = 0] = (await balances(`acct:^${getAccountPath(accountNumbers.exchangeDifference, null)}$`)).values()
      check(`exchange gains (${basis})`, Number(gain!.amount), exchange === 0 ? 0 : -exchange)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
