import { sumDrillDown } from '#server/domain/ledger/figures/drill-down.ts'
import { sumByAge } from '#server/domain/ledger/figures/grouped-sums.ts'
import { type StatementLine, selectStatementLines } from '#server/domain/ledger/figures/statement-lines.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { addDays, formatDay } from '#shared/dates.ts'
import { formatMoney, parseAmount, sum, toAmount, zero } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { allTime } from '#shared/periods.ts'
import { ageBucketLabels } from '#shared/reports.ts'
import {
  amountCell,
  createColumn,
  createHeadline,
  createRow,
  createSubtotal,
  createTotal,
  emptyCell,
  type Row,
  sumCell,
  textCell,
} from './cells.ts'
import { toRangeUntil } from './reconciliation.ts'
import type { ReportBuilder } from './report-request.ts'

type Line = Pick<StatementLine, 'kind' | 'number' | 'dueDate' | 'method' | 'currency' | 'own'>

const describeLine = ({ kind, number, dueDate, method, currency, own }: Line, isBackwards: boolean): string => {
  // All amounts of the table are in the home currency.
  const amount = currency ? `, ${formatMoney(own, currency)}` : ''
  if (kind === 'opening') return `Opening balance ${number}, due ${formatDay(dueDate)}`
  if (kind === 'invoice') return `Invoice ${number}${amount}, due ${formatDay(dueDate)}`
  if (kind === 'payment') return `Payment for ${number}${method ? ` (${getMethodLabel(method)})` : ''}${amount}`
  if (kind === 'refund') return isBackwards ? `Refund for ${number} that came back` : `Refund for ${number}`
  return isBackwards ? `Credit for ${number} taken back` : `Credit for the refund of ${number}`
}

const toRow = (line: StatementLine): Row => {
  const change = parseAmount(line.change)
  const isCharge = line.kind === 'invoice' || line.kind === 'opening' || line.kind === 'refund'
  const description = describeLine(line, change !== 0 && change > 0 !== isCharge)
  const amount = amountCell(toAmount(Math.abs(change)))
  const sides = change > 0 || (change === 0 && isCharge) ? [amount, emptyCell] : [emptyCell, amount]
  return createRow(
    { day: line.day },
    textCell(description, line.isThere ? `/invoices/${line.id}` : null),
    ...sides,
    amountCell(parseAmount(line.balance)),
  )
}

const readCustomer = async (db: UserDb, id: number) => {
  const [found] = await db.rows<{ id: number; name: string; email: string | null }>(
    "select id, name, nullif(email, '') as email from customers where user_id = $1 and id = $2",
    [db.userId, id],
  )
  if (!found) throw notFound('Customer')
  return found
}

/** What a customer was invoiced and paid in the range, and the balance at its end. @throws AppError 404 */
export const buildStatementReport: ReportBuilder = async (db, { range, today, maxRows, ...asked }) => {
  const customerId = asked.customerId ?? 0
  const open = { of: 'receivable', ...toRangeUntil(range.to), customerId } as const
  const credit = { of: 'credit', ...toRangeUntil(range.to), customerId } as const
  const before = range.from === allTime.from ? null : ({ of: 'balance', ...toRangeUntil(addDays(range.from, -1)), customerId } as const)
  const [customer, opening, ageing, paidAhead] = await Promise.all([
    readCustomer(db, customerId),
    before ? sumDrillDown(db, before, today) : zero,
    sumByAge(db, open, today),
    sumFigure(db, credit, today),
  ])
  const query = selectStatementLines(db.userId, customerId, range, opening, today)
  const found = await db.rows<StatementLine>(`${query.text} limit ${maxRows + 1}`, query.values)
  const isCut = found.length > maxRows
  const rows = found.slice(0, maxRows).map(toRow)
  const closing = toAmount(sum(ageing.map(({ amount }) => amount)) - paidAhead)
  const balance = { of: 'balance', ...toRangeUntil(range.to), customerId } as const
  return {
    long: isCut ? { first: 1, end: rows.length + 1, query, toRow: toRow } : null,
    report: {
      customer,
      headline: [
        createHeadline('Balance due', closing, balance),
        ...ageing.map(({ bucket, amount }) => createHeadline(ageBucketLabels[bucket], amount, { ...open, bucket })),
        ...(paidAhead > 0 ? [createHeadline('Credit', paidAhead, credit)] : []),
      ],
      chart: null,
      table: {
        columns: [
          createColumn('day', 'Date', 'day'),
          createColumn('description', 'Description', 'text'),
          createColumn('charge', 'Charge', 'amount'),
          createColumn('payment', 'Payment', 'amount'),
          createColumn('balance', 'Balance', 'amount'),
        ],
        rows: [
          createSubtotal(
            { day: range.from },
            textCell('Opening balance'),
            emptyCell,
            emptyCell,
            before ? sumCell(opening, before) : amountCell(opening),
          ),
          ...rows,
          createTotal({ day: range.to }, textCell('Closing balance'), emptyCell, emptyCell, sumCell(closing, balance)),
        ],
        isCut,
      },
      notes: [
        'Balance: all invoices up to that day, minus payments and credit.',
        ...(found.some(({ currency }) => currency !== null)
          ? ['Invoices in other currencies are counted at their exchange rates, and payments as the part of the invoice that they settled.']
          : []),
        ...(found.some(({ kind }) => kind === 'credit') ? ['A credit stands for a refund that is not asked for again.'] : []),
      ],
    },
  }
}
