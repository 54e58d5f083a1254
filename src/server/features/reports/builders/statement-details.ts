import { getHomeCurrency } from '#server/domain/business/business.ts'
import { type CustomerSnapshot, customerJsonSql } from '#server/domain/documents/parties.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, cents, formatMoney, sum, toAmount } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets } from '#shared/reports.ts'

/** What a statement contains besides its lines. */
export type StatementDetails = {
  customer: CustomerSnapshot
  /** Of all amounts: that of the business. */
  currency: Currency
  /** Open amounts at the end of the range's last day, by age. */
  ageing: { bucket: AgeBucket; amount: Amount }[]
  /** What the customer has paid beyond what was invoiced, at that moment. */
  credit: Amount
  /** The open amounts less the credit; negative when the business owes the customer. */
  balance: Amount
}

/** Reads the customer's current record. @throws AppError 404 */
export const getStatementCustomer = async (db: UserDb, customerId: number): Promise<CustomerSnapshot> => {
  const [row] = await db.rows<{ customer: CustomerSnapshot }>(
    `select ${customerJsonSql} as customer from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, customerId],
    'statements.customer',
  )
  if (!row) throw notFound('Customer')
  return row.customer
}

/** @throws AppError 404 when there is no such customer */
export const getStatementDetails = async (db: UserDb, customerId: number, range: Range, today: Day): Promise<StatementDetails> => {
  const customer = await getStatementCustomer(db, customerId)
  const ageing: StatementDetails['ageing'] = []
  for (const bucket of ageBuckets)
    ageing.push({ bucket, amount: await sumFigure(db, { of: 'receivable', ...range, customerId, bucket }, today) })
  const credit = await sumFigure(db, { of: 'credit', ...range, customerId }, today)
  const currency = await getHomeCurrency(db)
  return { customer, currency, ageing, credit, balance: toAmount(sum(ageing.map(({ amount }) => amount)) - credit) }
}

type LabeledAmount = { label: string; value: string }

/** What the customer owes, or what the business owes the customer. */
export const formatBalance = ({ balance, currency }: Pick<StatementDetails, 'balance' | 'currency'>): LabeledAmount =>
  balance < 0
    ? { label: 'In your favor', value: formatMoney(toAmount(-balance), currency) }
    : { label: 'Balance due', value: formatMoney(balance, currency) }

/** The overdue part of the balance; null when there is none. */
export const formatOverdue = ({
  ageing,
  balance,
  currency,
}: Pick<StatementDetails, 'ageing' | 'balance' | 'currency'>): LabeledAmount | null => {
  const overdue = sum(ageing.map(({ bucket, amount }) => (bucket === 'current' ? cents(0) : amount)))
  return balance > 0 && overdue > 0
    ? { label: 'Of which overdue', value: formatMoney(toAmount(Math.min(overdue, balance)), currency) }
    : null
}
