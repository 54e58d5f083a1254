import { type CustomerAsSent, customerJsonSql } from '#server/domain/documents/parties.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, formatMoney, sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets } from '#shared/reports.ts'

/** What a statement says as a paper for its customer, beside its lines. */
export type StatementDetails = {
  customer: CustomerAsSent
  /** What is open at the end of the range's last day, by how late it is. */
  ageing: { bucket: AgeBucket; amount: Cents }[]
  /** What he has paid beyond what was asked, at that moment. */
  credit: Cents
  /** The open amounts less the credit: negative when it is the business that owes. */
  balance: Cents
}

/** The customer as his record says. @throws AppError 404 */
export const getStatementCustomer = async (db: UserDb, customerId: number): Promise<CustomerAsSent> => {
  const [row] = await db.rows<{ customer: CustomerAsSent }>(
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
  return { customer, ageing, credit, balance: cents(sum(ageing.map(({ amount }) => amount)) - credit) }
}

type Said = { label: string; value: string }

/** What the customer owes, in words; or what the business owes him. */
export const formatBalance = ({ balance }: Pick<StatementDetails, 'balance'>): Said =>
  balance < 0 ? { label: 'In your favor', value: formatMoney(cents(-balance)) } : { label: 'Balance due', value: formatMoney(balance) }

/** What of it should have been paid by the end of the range; null when nothing. */
export const formatOverdue = ({ ageing, balance }: Pick<StatementDetails, 'ageing' | 'balance'>): Said | null => {
  const overdue = sum(ageing.map(({ bucket, amount }) => (bucket === 'current' ? cents(0) : amount)))
  return balance > 0 && overdue > 0 ? { label: 'Of which overdue', value: formatMoney(cents(Math.min(overdue, balance))) } : null
}
