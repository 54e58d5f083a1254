import { sumOf } from '#server/books/figures.ts'
import { type CustomerAsSent, customerJson } from '#server/papers/issue.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, showMoney, sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets } from '#shared/reports.ts'

/** What a statement says as a paper for its customer, beside its lines. */
export type StatementParts = {
  customer: CustomerAsSent
  /** What is open at the end of the range's last day, by how late it is. */
  ageing: { bucket: AgeBucket; amount: Cents }[]
  /** What he has paid beyond what was asked, at that moment. */
  credit: Cents
  /** The open amounts less the credit: negative when it is the business that owes. */
  balance: Cents
}

/** The customer as his record says. @throws AppError 404 */
export const customerOnRecord = async (db: UserDb, customerId: number): Promise<CustomerAsSent> => {
  const [row] = await db.rows<{ customer: CustomerAsSent }>(
    `select ${customerJson} as customer from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, customerId],
    'statements.customer',
  )
  if (!row) throw notFound('Customer')
  return row.customer
}

/** @throws AppError 404 when there is no such customer */
export const statementParts = async (db: UserDb, customerId: number, range: Range, today: Day): Promise<StatementParts> => {
  const customer = await customerOnRecord(db, customerId)
  const ageing: StatementParts['ageing'] = []
  for (const bucket of ageBuckets)
    ageing.push({ bucket, amount: await sumOf(db, { of: 'receivable', ...range, customerId, bucket }, today) })
  const credit = await sumOf(db, { of: 'credit', ...range, customerId }, today)
  return { customer, ageing, credit, balance: cents(sum(ageing.map(({ amount }) => amount)) - credit) }
}

type Said = { label: string; value: string }

/** What the customer owes, in words; or what the business owes him. */
export const balanceWords = ({ balance }: Pick<StatementParts, 'balance'>): Said =>
  balance < 0 ? { label: 'In your favor', value: showMoney(cents(-balance)) } : { label: 'Balance due', value: showMoney(balance) }

/** What of it should have been paid by the end of the range; null when nothing. */
export const overdueWords = ({ ageing, balance }: Pick<StatementParts, 'ageing' | 'balance'>): Said | null => {
  const overdue = sum(ageing.map(({ bucket, amount }) => (bucket === 'current' ? cents(0) : amount)))
  return balance > 0 && overdue > 0 ? { label: 'Of which overdue', value: showMoney(cents(Math.min(overdue, balance))) } : null
}
