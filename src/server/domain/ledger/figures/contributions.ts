import { homeCurrencySql } from '#server/domain/business/business.ts'
import { splitByInstalmentSql } from '#server/domain/ledger/instalments-sql.ts'
import { displayStatusSql, isOpenSql } from '#server/domain/ledger/status-sql.ts'
import { accountNumbers, expenseAccountNumbers, getExpenseAccount, moneyAccounts } from '#shared/accounts.ts'
import { type EntryKind, entryKinds } from '#shared/books.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { AgeBucket, Basis, FigureName } from '#shared/reports.ts'

export type Figure = {
  of: FigureName
  from: Day
  to: Day
  basis?: Basis | undefined
  customerId?: number | undefined
  category?: string | undefined
  /** A percentage of whole invoices, as decimal text; '0' for what has none and names no rate. */
  rate?: string | undefined
  taxRateId?: number | undefined
  taxComponent?: number | undefined
  status?: InvoiceStatus | undefined
  bucket?: AgeBucket | undefined
  /** For receivables and credit: only those of invoices in this currency, and the amounts in it; else all, in the home currency. */
  currency?: Currency | undefined
}

export type Query = { text: string; values: unknown[] }

/** What a figure is a sum of: the changes of accounts, of entries of some kinds or of all. */
export type Flow = {
  accounts: readonly number[]
  /** +1 where debits add to the figure, -1 where credits do. */
  sign: 1 | -1
  basis: Basis
  kinds?: readonly EntryKind[] | undefined
}

const isOneOf = (column: string, values: readonly (number | string)[], type: string) =>
  values.length === 1 ? `${column} = '${values[0]}'` : `${column} = any('{${values.join(',')}}'::${type}[])`

const isOfFlow = (account: string, { accounts, basis, kinds }: Flow) =>
  `l.user_id = $1 and l.basis = '${basis}' and ${isOneOf(account, accounts, 'smallint')}${kinds ? ` and ${isOneOf('l.kind', kinds, 'entry_kind')}` : ''}`

type LineFilter = { where: string; amount: string }

/** On a line `l` of receivables or credit. @param currency a parameter */
export const isOfCurrencySql = (currency: string): string => `coalesce(l.currency, ${homeCurrencySql}) = ${currency}`

/** Of a line `l` of receivables or credit, in the currency of the invoice. */
export const ownAmountSql = 'coalesce(l.currency_amount, l.amount)'

const selectSide = (side: 'debit' | 'credit', isPositive: boolean, flow: Flow, { where, amount }: LineFilter) => `
  select l.kind, l.source_id as ref, coalesce(l.document_id, l.source_id) as doc, l.day, ${isPositive ? '' : '-'}${amount} as amount,
         l.${side}_account as account, l.customer_id, l.tax_percent, l.tax_rate_id, l.tax_component
  from journal_lines l where ${isOfFlow(`l.${side}_account`, flow)} and ${where}`

/** Each side is read from an index that holds all columns. `where` and `amount` are SQL on a line `l`. */
export const selectLines = (flow: Flow, where: string, amount = 'l.amount'): string =>
  `${selectSide('debit', flow.sign === 1, flow, { where, amount })} union all ${selectSide('credit', flow.sign === -1, flow, { where, amount })}`

/** Whole months, each on its first day. @param where condition on a month `l` */
export const selectMonths = (flow: Flow, where: string): string =>
  `select l.month as day, l.account, ${flow.sign === 1 ? '' : '-'}l.amount as amount from journal_months l where ${isOfFlow('l.account', flow)} and ${where}`

export const ageBucketSql = (due: string, day = '$3'): string =>
  `(case when ${due} >= ${day} then 'current' when ${day} - ${due} <= 30 then 'days1' when ${day} - ${due} <= 60 then 'days31' when ${day} - ${due} <= 90 then 'days61' else 'days91' end)`

const receivableFlow: Flow = { accounts: [accountNumbers.receivable], sign: 1, basis: 'accrual' }

const receivableChange = (amount: string) =>
  `case when l.debit_account = ${accountNumbers.receivable} then ${amount} when l.credit_account = ${accountNumbers.receivable} then -${amount} else 0 end`

export const receivableChangeSql = receivableChange('l.amount')

export const ownReceivableChangeSql = receivableChange(ownAmountSql)

const selectOpenLines = ({ where, amount }: LineFilter): string => `
  select l.document_id as doc, l.customer_id, ${receivableChange(amount)} as amount, i.due_date as due
  from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
  where i.user_id = $1 and ${isOpenSql('i')} and ${where}`

export const selectOpenBalances: string = `
  select doc as id, due as due_date, status, amount as due from (${splitByInstalmentSql(
    `
    select i.id as doc, i.due_date as due, i.status, sum(${receivableChangeSql}) as amount
    from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
    where i.user_id = $1 and ${isOpenSql('i')} group by i.id, i.due_date, i.status having sum(${receivableChangeSql}) > 0`,
    ['status'],
  )}) o`

/** Open at the end of the day: what is open now, less what was posted after it. So only open invoices and later lines are read. */
const selectReceivables = (filter: LineFilter, day: string) =>
  splitByInstalmentSql(
    `
  select doc, customer_id, amount, coalesce(due, (select d.due_date from documents d where d.user_id = $1 and d.id = doc)) as due from (
  select doc, customer_id, sum(amount) as amount, max(due) as due from (
    ${selectOpenLines(filter)}
    union all
    select f.doc, f.customer_id, -f.amount, null from (${selectLines(receivableFlow, `l.day > ${day} and ${filter.where}`, filter.amount)}) f
  ) changes group by doc, customer_id having sum(amount) <> 0) open`,
    ['customer_id'],
    filter.amount === ownAmountSql,
  )

type FlowName = Exclude<FigureName, 'receivable' | 'credit'>
const creditKinds = ['credit application', 'credit application reversal'] as const
export const refundKinds = ['refund', 'credit refund', 'credit refund reversal'] as const
const invoicedAccounts = [
  accountNumbers.sales,
  accountNumbers.lateFees,
  accountNumbers.deposits,
  accountNumbers.salesTaxPayable,
  accountNumbers.rounding,
]
/** A deposit is taxed when it is invoiced. */
const taxableAccounts = [accountNumbers.sales, accountNumbers.deposits]
/** What the owner pays to the tax office by hand is no sales tax of a sale. */
const taxKinds = entryKinds.filter((kind) => kind !== 'manual')
const noTaxColumns = 'null::numeric as tax_percent, null::bigint as tax_rate_id, null::smallint as tax_component'
const flows: Record<FlowName, Omit<Flow, 'basis'> & { basis?: Basis }> = {
  received: { accounts: moneyAccounts, sign: 1, kinds: ['payment', ...refundKinds], basis: 'accrual' },
  paymentsIn: { accounts: moneyAccounts, sign: 1, kinds: ['payment'], basis: 'accrual' },
  refundsOut: { accounts: moneyAccounts, sign: -1, kinds: refundKinds, basis: 'accrual' },
  invoiced: { accounts: invoicedAccounts, sign: -1, kinds: ['invoice'], basis: 'accrual' },
  opening: { accounts: [accountNumbers.openingBalanceEquity], sign: -1, kinds: ['opening'], basis: 'accrual' },
  sales: { accounts: [accountNumbers.sales], sign: -1 },
  taxableSales: { accounts: taxableAccounts, sign: -1 },
  lateFees: { accounts: [accountNumbers.lateFees], sign: -1 },
  tax: { accounts: [accountNumbers.salesTaxPayable], sign: -1, kinds: taxKinds },
  // On a cash basis an invoice that is settled by credit is income as one that is paid.
  taxCharged: { accounts: [accountNumbers.salesTaxPayable], sign: -1, kinds: ['invoice', 'payment', ...creditKinds] },
  taxCredited: {
    accounts: [accountNumbers.salesTaxPayable],
    sign: 1,
    kinds: [...refundKinds, 'write-off', 'write-off reversal', 'credit note'],
  },
  // What is written off was taxed all the same.
  taxBase: {
    accounts: [...taxableAccounts, accountNumbers.salesTaxPayable],
    sign: -1,
    kinds: ['invoice', 'opening', 'payment', ...refundKinds, 'credit note', ...creditKinds],
  },
  rounding: { accounts: [accountNumbers.rounding], sign: -1 },
  exchange: { accounts: [accountNumbers.exchangeDifference], sign: -1 },
  otherIncome: { accounts: [accountNumbers.otherIncome], sign: -1, basis: 'accrual' },
  expenses: { accounts: expenseAccountNumbers, sign: 1, basis: 'accrual' },
  fees: { accounts: [accountNumbers.paymentFees], sign: 1, basis: 'accrual' },
  bankFees: { accounts: [accountNumbers.bankFees], sign: 1, basis: 'accrual' },
  interest: { accounts: [accountNumbers.interestPaid], sign: 1, basis: 'accrual' },
  badDebts: { accounts: [accountNumbers.badDebts], sign: 1 },
  creditChange: { accounts: [accountNumbers.customerCredit, accountNumbers.deposits], sign: -1 },
}

/** Receivables and credit are all changes up to a day. */
export const getFlow = ({ of, basis = 'accrual' }: Pick<Figure, 'of' | 'basis'>): Flow =>
  of === 'receivable'
    ? receivableFlow
    : of === 'credit'
      ? { ...flows.creditChange, accounts: [accountNumbers.customerCredit], basis }
      : { basis, ...flows[of] }

/** @param from a parameter, as `to` is */
const selectRows = (figure: Figure, filter: LineFilter, from: string, to: string): string => {
  if (figure.of === 'receivable')
    return `
    select 'invoice'::entry_kind as kind, r.doc as ref, r.doc, r.due as day, r.amount, ${accountNumbers.receivable} as account, r.customer_id,
           ${noTaxColumns}, ${ageBucketSql('r.due', to)} as bucket
    from (${selectReceivables(filter, to)}) r`
  if (figure.of === 'credit')
    return `
    select 'invoice'::entry_kind as kind, c.doc as ref, c.doc, max(c.day) as day, sum(c.amount) as amount, ${accountNumbers.customerCredit} as account, c.customer_id,
           ${noTaxColumns}
    from (${selectLines(getFlow(figure), `l.day <= ${to} and ${filter.where}`, filter.amount)}) c
    group by c.doc, c.customer_id having sum(c.amount) <> 0`
  return selectLines(getFlow(figure), `l.day between ${from} and ${to} and ${filter.where}`)
}

/** Also where the customer was deleted together with the invoice. */
export const customerIdSql = (i: string): string => `coalesce(${i}.customer_id, ${i}.former_customer_id)`

/** As it was sent, or else the current one. */
export const customerNameSql = (d: string): string =>
  `coalesce(${d}.customer_snapshot ->> 'name', (select c.name from customers c where c.user_id = $1 and c.id = ${d}.customer_id))`

/** Of a deleted customer: the name on the newest invoice that was sent to them. */
export const formerCustomerNameSql = (customerId: string): string =>
  `coalesce((select d.customer_snapshot ->> 'name' from documents d
    where d.user_id = $1 and d.type = 'invoice' and d.deleted_at is not null and d.former_customer_id = ${customerId} and d.customer_snapshot is not null
    order by d.id desc limit 1), 'Deleted customer')`

/** Every figure on a screen, in a file or in an email is a sum of these rows. @param values of the whole statement, the first one of the user */
export const selectContributions = (userId: number, figure: Figure, today: Day, values: unknown[] = [userId]): Query => {
  const { of, customerId, category, rate, taxRateId, taxComponent, status, bucket, currency } = figure
  const addValue = (value: unknown) => `$${values.push(value)}`
  const [from, to] = [addValue(figure.from), addValue(figure.to)]
  // Figures of a moment do not use the start of the range, but PostgreSQL has to know the type of each parameter.
  const conditions = [`${from}::date <= ${to}::date`]
  if (bucket !== undefined && of === 'receivable') conditions.push(`f.bucket = ${addValue(bucket)}`)
  if (category !== undefined && of === 'expenses') conditions.push(`f.account = ${getExpenseAccount(category)}`)
  if (of !== 'expenses') {
    if (rate !== undefined)
      conditions.push(`f.tax_rate_id is null and ${Number(rate) === 0 ? 'f.tax_percent is null' : `f.tax_percent = ${addValue(rate)}`}`)
    if (taxRateId !== undefined) conditions.push(`f.tax_rate_id = ${addValue(taxRateId)}`)
    if (of === 'taxBase') conditions.push(`(f.account in (${taxableAccounts}) or f.tax_component < ${addValue(taxComponent ?? 1)})`)
    else if (taxComponent !== undefined) conditions.push(`f.tax_component = ${addValue(taxComponent)}`)
    if (status !== undefined)
      conditions.push(
        // An entry by hand has an id of its own in place of a document's.
        `f.kind <> 'manual' and f.doc in (select x.id from documents x where x.user_id = $1 and x.type = 'invoice' and ${displayStatusSql('x', `${addValue(today)}::date`)} = ${addValue(status)})`,
      )
  }
  const wheres = [
    ...(customerId === undefined ? [] : [`l.customer_id = ${addValue(customerId)}`]),
    ...(currency === undefined ? [] : [isOfCurrencySql(addValue(currency))]),
  ]
  const filter = { where: wheres.join(' and ') || 'true', amount: currency === undefined ? 'l.amount' : ownAmountSql }
  return {
    text: `select f.kind, f.ref, f.doc, f.day, f.amount, f.account, f.customer_id, f.tax_percent, f.tax_rate_id, f.tax_component from (${selectRows(figure, filter, from, to)}) f
      where ${conditions.join(' and ')}`,
    values,
  }
}
