import { getHomeCurrency } from '#server/domain/business/business.ts'
import { type CustomerSnapshot, customerJsonSql } from '#server/domain/documents/parties.ts'
import { sumByAge } from '#server/domain/ledger/figures/grouped-sums.ts'
import { readStatementCurrencies } from '#server/domain/ledger/figures/statement-lines.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, noSum, type Sum, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import type { AgeBucket } from '#shared/reports.ts'
import { toRangeUntil } from './reconciliation.ts'

export type StatementBalance = {
  currency: Currency
  ageing: { bucket: AgeBucket; amount: Sum }[]
  credit: Sum
  /** Negative when the business owes the customer. */
  balance: Sum
}

export type StatementDetails = {
  customer: CustomerSnapshot
  /** One for each currency; at least one. */
  balances: StatementBalance[]
}

/** As it is now. @throws AppError 404 */
export const getStatementCustomer = async (db: UserDb, customerId: number): Promise<CustomerSnapshot> => {
  const [row] = await db.rows<{ customer: CustomerSnapshot }>(
    `select ${customerJsonSql} as customer from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, customerId],
    'statements.customer',
  )
  if (!row) throw notFound('Customer')
  return row.customer
}

type Asked = { customerId: number; to: Day; currency: Currency | undefined; today: Day }

/** @param asked `currency` is undefined for all invoices in the currency of the business */
export const readStatementBalance = async (db: UserDb, { today, to, ...asked }: Asked): Promise<StatementBalance> => {
  const figure = { ...toRangeUntil(to), ...asked }
  const ageing = await sumByAge(db, { of: 'receivable', ...figure }, today)
  const credit = await sumFigure(db, { of: 'credit', ...figure }, today)
  return {
    currency: asked.currency ?? (await getHomeCurrency(db)),
    ageing,
    credit,
    balance: toSum(addUp(ageing.map(({ amount }) => amount)) - credit),
  }
}

/** @throws AppError 404 when there is no such customer */
export const getStatementDetails = async (db: UserDb, customerId: number, range: Range, today: Day): Promise<StatementDetails> => {
  const customer = await getStatementCustomer(db, customerId)
  const balances: StatementBalance[] = []
  for (const currency of await readStatementCurrencies(db, customerId, range))
    balances.push(await readStatementBalance(db, { customerId, to: range.to, currency, today }))
  return { customer, balances }
}

type LabeledAmount = { label: string; value: string }

const english = textsIn('en')

export const formatBalance = (
  { balance, currency }: Pick<StatementBalance, 'balance' | 'currency'>,
  { t, money }: Texts = english,
): LabeledAmount =>
  balance < 0
    ? { label: t('In your favor'), value: money(toSum(-balance), currency) }
    : { label: t('Balance due'), value: money(balance, currency) }

export const formatOverdue = (
  { ageing, balance, currency }: Pick<StatementBalance, 'ageing' | 'balance' | 'currency'>,
  { t, money }: Texts = english,
): LabeledAmount | null => {
  const overdue = addUp(ageing.map(({ bucket, amount }) => (bucket === 'current' ? noSum : amount)))
  return balance > 0 && overdue > 0 ? { label: t('Of which overdue'), value: money(overdue < balance ? overdue : balance, currency) } : null
}
