import { sumDrillDown } from '#server/domain/ledger/figures/drill-down.ts'
import { readStatementCurrencies, type StatementLine, selectStatementLines } from '#server/domain/ledger/figures/statement-lines.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Texts } from '#shared/customer-texts.ts'
import { addDays } from '#shared/dates.ts'
import { getCurrencyNameIn } from '#shared/language-format.ts'
import { noSum, parseSum, toSum } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { allTime } from '#shared/periods.ts'
import { ageBucketLabels } from '#shared/reports.ts'
import {
  amountCell,
  createColumn,
  createHeading,
  createHeadline,
  createRow,
  createSubtotal,
  createTotal,
  emptyCell,
  type Headline,
  type Row,
  sumCell,
  textCell,
  toCurrencyRow,
} from './cells.ts'
import { toRangeUntil } from './reconciliation.ts'
import type { ReportBuilder, ReportRequest, TruncatedRows } from './report-request.ts'
import { readStatementBalance } from './statement-details.ts'

type Line = Pick<StatementLine, 'kind' | 'number' | 'dueDate' | 'method'>

const describeLine = ({ kind, number, dueDate, method }: Line, isBackwards: boolean, { t, find, day }: Texts): string => {
  const withMethod = (words: string) => (method ? `${words} (${find(getMethodLabel(method))})` : words)
  if (kind === 'opening' && !dueDate) return t('Opening credit {number}', { number })
  if (kind === 'opening') return t('Opening balance {number}, due {date}', { number, date: day(dueDate) })
  if (kind === 'invoice') return t('Invoice {number}, due {date}', { number, date: day(dueDate) })
  if (kind === 'payment') return withMethod(t('Payment for {number}', { number }))
  // The customer is not told that nothing is expected any more.
  if (kind === 'credit note') return t('Credit note {number}', { number })
  if (kind === 'write-off') return t('Adjustment for {number}', { number })
  if (kind === 'write-off reversal') return t('Adjustment for {number} taken back', { number })
  if (kind === 'credit refund') return withMethod(t('Refund of {number}', { number }))
  if (kind === 'credit refund reversal') return t('Refund of {number} taken back', { number })
  if (kind === 'refund') return t(isBackwards ? 'Refund for {number} that came back' : 'Refund for {number}', { number })
  return t(isBackwards ? 'Credit for {number} taken back' : 'Credit for the refund of {number}', { number })
}

const chargeKinds: readonly StatementLine['kind'][] = ['invoice', 'opening', 'refund', 'write-off reversal', 'credit refund']

const toRow = (line: StatementLine, texts: Texts): Row => {
  const change = parseSum(line.change)
  const isCharge = chargeKinds.includes(line.kind)
  const description = describeLine(line, change !== 0n && change > 0 !== isCharge, texts)
  const amount = amountCell(toSum(change < 0 ? -change : change))
  const sides = change > 0 || (change === 0n && isCharge) ? [amount, emptyCell] : [emptyCell, amount]
  return createRow({ day: line.day }, textCell(description, line.path), ...sides, amountCell(parseSum(line.balance)))
}

const readCustomer = async (db: UserDb, id: number) => {
  const [found] = await db.rows<{ id: number; name: string; email: string | null }>(
    "select id, name, nullif(email, '') as email from customers where user_id = $1 and id = $2",
    [db.userId, id],
  )
  if (!found) throw notFound('Customer')
  return found
}

type Asked = Pick<ReportRequest, 'range' | 'today' | 'maxRows' | 'texts'> & { customerId: number; currency: Currency | undefined }
type Section = { headline: Headline[]; rows: Row[]; cut: TruncatedRows | null; hasCredit: boolean }

const buildSection = async (db: UserDb, { range, today, maxRows, texts, customerId, currency }: Asked): Promise<Section> => {
  const which = { customerId, ...(currency && { currency }) }
  const [open, credit] = [
    { of: 'receivable', ...toRangeUntil(range.to), ...which } as const,
    { of: 'credit', ...toRangeUntil(range.to), ...which } as const,
  ]
  const balance = { of: 'balance', ...toRangeUntil(range.to), ...which } as const
  const before = range.from === allTime.from ? null : ({ ...balance, ...toRangeUntil(addDays(range.from, -1)) } as const)
  const opening = before ? await sumDrillDown(db, before, today) : noSum
  const closing = await readStatementBalance(db, { customerId, to: range.to, currency, today })
  const query = selectStatementLines(db.userId, { customerId, range, currency, opening })
  const found = await db.rows<StatementLine>(`${query.text} limit ${maxRows + 1}`, query.values)
  const toLine = (line: StatementLine) => toCurrencyRow(toRow(line, texts), currency)
  const shown = found.slice(0, maxRows).map(toLine)
  const rows = [
    createSubtotal(
      { day: range.from },
      textCell(texts.t('Opening balance')),
      emptyCell,
      emptyCell,
      before ? sumCell(opening, before) : amountCell(opening),
    ),
    ...shown,
    createTotal({ day: range.to }, textCell(texts.t('Closing balance')), emptyCell, emptyCell, sumCell(closing.balance, balance)),
  ]
  return {
    headline: [
      createHeadline('Balance due', closing.balance, balance),
      ...closing.ageing.map(({ bucket, amount }) => createHeadline(ageBucketLabels[bucket], amount, { ...open, bucket })),
      ...(closing.credit > 0 ? [createHeadline('Credit', closing.credit, credit)] : []),
    ],
    rows: rows.map((row) => toCurrencyRow(row, currency)),
    cut: found.length > maxRows ? { first: 1, end: shown.length + 1, query, toRow: toLine } : null,
    hasCredit: found.some(({ kind }) => kind === 'credit'),
  }
}

const createColumns = ({ t }: Texts) => [
  createColumn('day', t('Date'), 'day'),
  createColumn('description', t('Description'), 'text'),
  createColumn('charge', t('Charge'), 'amount'),
  createColumn('payment', t('Payment'), 'amount'),
  createColumn('balance', t('Balance'), 'amount'),
]

/** Once for each currency of the customer's invoices, in that currency. @throws AppError 404 */
export const buildStatementReport: ReportBuilder = async (db, { range, today, maxRows, texts, ...asked }) => {
  const customerId = asked.customerId ?? 0
  const columns = createColumns(texts)
  const customer = await readCustomer(db, customerId)
  const currencies = await readStatementCurrencies(db, customerId, range)
  const rows: Row[] = []
  const long: TruncatedRows[] = []
  const headline: Headline[] = []
  let [left, hasCredit] = [maxRows, false]
  for (const currency of currencies) {
    const section = await buildSection(db, { range, today, maxRows: left, texts, customerId, currency })
    if (currencies.length > 1) rows.push(createHeading(`${getCurrencyNameIn(texts.language, currency!)} (${currency})`, columns.length))
    if (section.cut) long.push({ ...section.cut, first: rows.length + section.cut.first, end: rows.length + section.cut.end })
    // The opening and the closing balance are always there.
    left -= section.rows.length - 2
    rows.push(...section.rows)
    headline.push(...section.headline)
    hasCredit ||= section.hasCredit
  }
  return {
    long,
    report: {
      customer,
      headline,
      chart: null,
      table: { columns, rows, isCut: long.length > 0 },
      notes: [
        texts.t('Balance: all invoices up to that day, minus payments and credit.'),
        ...(hasCredit ? [texts.t('A credit stands for a refund that is not asked for again.')] : []),
      ],
    },
  }
}
