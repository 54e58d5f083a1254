import { sumOfOpened } from '#server/books/documents.ts'
import { sumOf } from '#server/books/figures.ts'
import { byAge } from '#server/books/side-by-side.ts'
import { type StatementLine, statementLines } from '#server/books/statement-lines.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { addDays, showDay } from '#shared/dates.ts'
import { cents, parseCents, sum, zero } from '#shared/money.ts'
import { methodWords } from '#shared/payment-methods.ts'
import { everything } from '#shared/periods.ts'
import { ageWords } from '#shared/reports.ts'
import type { MakeReport } from './asked.ts'
import { column, empty, headline, plain, type Row, row, subtotal, sumCell, text, total } from './cells.ts'
import { asOf } from './tie.ts'

type Line = Pick<StatementLine, 'kind' | 'number' | 'dueDate' | 'method'>

const words = ({ kind, number, dueDate, method }: Line, isBackwards: boolean): string => {
  if (kind === 'invoice') return `Invoice ${number}, due ${showDay(dueDate)}`
  if (kind === 'payment') return `Payment for ${number}${method ? ` (${methodWords(method)})` : ''}`
  if (kind === 'refund') return isBackwards ? `Refund for ${number} that came back` : `Refund for ${number}`
  return isBackwards ? `Credit for ${number} taken back` : `Credit for the refund of ${number}`
}

const rowOf = (line: StatementLine): Row => {
  const change = parseCents(line.change)
  const charges = line.kind === 'invoice' || line.kind === 'refund'
  const said = words(line, change !== 0 && change > 0 !== charges)
  const amount = plain(cents(Math.abs(change)))
  const sides = change > 0 || (change === 0 && charges) ? [amount, empty] : [empty, amount]
  return row({ day: line.day }, text(said, line.isThere ? `/invoices/${line.id}` : null), ...sides, plain(parseCents(line.balance)))
}

const customerOf = async (db: UserDb, id: number) => {
  const [found] = await db.rows<{ id: number; name: string; email: string | null }>(
    "select id, name, nullif(email, '') as email from customers where user_id = $1 and id = $2",
    [db.userId, id],
  )
  if (!found) throw notFound('Customer')
  return found
}

/** What a customer was charged and paid in the range, and what he owes at its end. @throws AppError 404 */
export const statementReport: MakeReport = async (db, { range, today, mostRows, ...asked }) => {
  const customerId = asked.customerId ?? 0
  const open = { of: 'receivable', ...asOf(range.to), customerId } as const
  const credit = { of: 'credit', ...asOf(range.to), customerId } as const
  const before = range.from === everything.from ? null : ({ of: 'balance', ...asOf(addDays(range.from, -1)), customerId } as const)
  const [customer, opening, ageing, paidAhead] = await Promise.all([
    customerOf(db, customerId),
    before ? sumOfOpened(db, before, today) : zero,
    byAge(db, open, today),
    sumOf(db, credit, today),
  ])
  const query = statementLines(db.userId, customerId, range, opening, today)
  const found = await db.rows<StatementLine>(`${query.text} limit ${mostRows + 1}`, query.values)
  const isCut = found.length > mostRows
  const rows = found.slice(0, mostRows).map(rowOf)
  const closing = cents(sum(ageing.map(({ amount }) => amount)) - paidAhead)
  const balance = { of: 'balance', ...asOf(range.to), customerId } as const
  return {
    long: isCut ? { first: 1, end: rows.length + 1, query, rowOf } : null,
    report: {
      customer,
      headline: [
        headline('Balance due', closing, balance),
        ...ageing.map(({ bucket, amount }) => headline(ageWords[bucket], amount, { ...open, bucket })),
        ...(paidAhead > 0 ? [headline('Credit', paidAhead, credit)] : []),
      ],
      chart: null,
      table: {
        columns: [
          column('day', 'Date', 'day'),
          column('description', 'Description', 'text'),
          column('charge', 'Charge', 'amount'),
          column('payment', 'Payment', 'amount'),
          column('balance', 'Balance', 'amount'),
        ],
        rows: [
          subtotal({ day: range.from }, text('Opening balance'), empty, empty, before ? sumCell(opening, before) : plain(opening)),
          ...rows,
          total({ day: range.to }, text('Closing balance'), empty, empty, sumCell(closing, balance)),
        ],
        isCut,
      },
      notes: [
        'The balance is what is owed on all invoices up to the day, less what was paid ahead or beyond them.',
        ...(found.some(({ kind }) => kind === 'credit') ? ['A credit stands for a refund that is not asked for again.'] : []),
      ],
    },
  }
}
