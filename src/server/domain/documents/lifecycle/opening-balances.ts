import type { z } from 'zod'
import { getBusiness, getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { creditNoteType, invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { issueWithoutEvent } from '#server/domain/documents/lifecycle/issue.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { creditLeftSql, dueSql } from '#server/domain/ledger/paid-sql.ts'
import { requireInvoicesLeft, takeInvoice } from '#server/domain/subscription/invoice-limit.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { decodeCursor, encodeCursor, type ListQuery, type Page } from '#server/platform/db/pagination.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { openingBalance, openingBalanceInput } from '#shared/contract/books.ts'
import { maxPageSize } from '#shared/contract/lists.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { noEarlyDiscount } from '#shared/early-discounts.ts'
import { formatMoney, parseAmount, toAmount, toDecimal } from '#shared/money.ts'
import { textLimits } from '#shared/text-limits.ts'
import { refuseTaxProblems } from './refuse-tax-problems.ts'
import { storeParties } from './store-parties.ts'

export type OpeningBalanceInput = z.output<typeof openingBalanceInput>
export type OpeningBalance = z.output<typeof openingBalance>
type Amounts = 'amount' | 'taxAmount' | 'balanceDue'
type Row = Omit<OpeningBalance, Amounts> & Record<Amounts, string>

// Credit is below zero.
const selectBalances = (condition: string) => `
  select d.id, d.number as "invoiceNumber", coalesce(d.customer_id, d.former_customer_id) as "customerId", ${customerNameSql('d')} as "customerName",
         d.issue_date as day, d.due_date as "dueDate", d.currency, d.exchange_rate::text as "exchangeRate", (sign * d.total)::text as amount,
         (sign * d.tax_amount)::text as "taxAmount", (case when sign > 0 then ${dueSql('d')} else -${creditLeftSql('d')} end)::text as "balanceDue"
  from documents d cross join lateral (select case d.type when 'invoice' then 1 else -1 end as sign) s
  where d.user_id = $1 and d.is_opening_balance and d.status <> 'voided' and d.deleted_at is null and ${condition}`

const toBalance = ({ amount, taxAmount, balanceDue, ...row }: Row): OpeningBalance => ({
  ...row,
  amount: parseAmount(amount),
  taxAmount: parseAmount(taxAmount),
  balanceDue: parseAmount(balanceDue),
})

const sort = '-id'

/** The newest first. @throws AppError 400 for a cursor of another list */
export const listOpeningBalances = async (db: UserDb, { limit = maxPageSize, after }: ListQuery): Promise<Page<OpeningBalance[]>> => {
  const before = after === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(after, sort, 'bigint').id
  const found = await db.rows<Row>(`${selectBalances('d.id < $2')} order by d.id desc limit ${limit + 1}`, [db.userId, before])
  const rows = found.slice(0, limit).map(toBalance)
  const last = rows.at(-1)
  return { rows, next: last && found.length > limit ? encodeCursor(sort, { sortValue: String(last.id), id: last.id }) : null }
}

const prefix = 'OB-'
const highestQuery = `
  select coalesce(max(substr(number, ${prefix.length + 1})::int), 0) as highest from documents
  where user_id = $1 and type in ('invoice', 'credit-note') and number ~* '^${prefix}[0-9]{1,8}$'`

/** Call it under the lock of the documents. */
const createNumbers = async (db: UserDb): Promise<() => string> => {
  const [row] = await db.rows<{ highest: number }>(highestQuery, [db.userId])
  let last = row!.highest
  return () => `${prefix}${String(++last).padStart(4, '0')}`
}

/** What tells opening balances apart that have no numbers; of the document `d`. Credit has no due date. */
export const openingKeySql = `d.customer_id || ' ' || case d.type when 'invoice' then '' else '-' end || d.total || ' ' || d.currency || ' ' || coalesce(d.due_date::text, '')`
export const getOpeningKey = ({ customerId, amount, currency, dueDate }: OpeningBalanceInput, home: Currency): string =>
  `${customerId} ${toDecimal(amount)} ${currency ?? home} ${amount > 0 ? dueDate : ''}`

const sameQuery = `
  select d.number from documents d
  where d.user_id = $1 and d.customer_id = $2 and d.is_opening_balance and d.status <> 'voided' and d.deleted_at is null and ${openingKeySql} = $3`

/** An amount that a customer owes twice, due on the same day, is told apart by the numbers of the invoices only. */
const refuseRepetition = async (db: UserDb, input: OpeningBalanceInput, home: Currency) => {
  const { customerId, amount, currency, reference } = input
  if (reference) return
  const [same] = await db.rows<{ number: string }>(sameQuery, [db.userId, customerId, getOpeningKey(input, home)])
  if (!same) return
  const due = amount > 0 ? ' with this due date' : ''
  const message = `An opening balance of ${formatMoney(amount, currency ?? home)}${due} is there already for this customer: ${same.number}. If it is another one, enter the numbers of the ${amount > 0 ? 'invoices' : 'credit notes'}.`
  throw new AppError(409, message, { issues: [{ path: 'reference', message }] })
}

/**
 * What a customer owed when the business moved in: an issued invoice with one line, posted to Opening Balance Equity. It is paid as any
 * invoice is, and isn't counted as one while it says no more than that. A negative amount is a credit note without an invoice.
 * @throws AppError 400 at a field, also without an exchange rate; 403 without a plan and with no trial invoice left; 404 for a customer or
 * tax rate of another user; 409 for one that was entered before, a taken number, or a closed period
 */
export const createOpeningBalance = async (db: UserDb, input: OpeningBalanceInput): Promise<number> => {
  await requireInvoicesLeft(db)
  await lockDocuments(db)
  const home = await getHomeCurrency(db)
  refuseAmount(input.amount, input.currency ?? home, { path: 'amount', label: 'Open amount' })
  await refuseRepetition(db, input, home)
  return insertOpeningBalance(db, input, { draw: await createNumbers(db), home })
}

/** The inputs are checked already. @param explain makes the error of an input that is refused all the same @throws AppError 403 as `createOpeningBalance` does */
export const createOpeningBalances = async (
  db: UserDb,
  inputs: readonly OpeningBalanceInput[],
  explain: (nth: number, error: AppError) => AppError,
): Promise<void> => {
  if (inputs.length > 0) await requireInvoicesLeft(db)
  await lockDocuments(db)
  const shared = { draw: await createNumbers(db), home: await getHomeCurrency(db) }
  for (const [nth, input] of inputs.entries())
    await insertOpeningBalance(db, input, shared).catch((error: unknown) => {
      throw error instanceof AppError ? explain(nth, error) : error
    })
}

const openingText = 'Opening balance'
const openAmountText = 'Open amount of invoice '
const creditText = 'Open credit of '

type Said = {
  notes?: string | null | undefined
  terms?: string | null | undefined
  lineItems: readonly { description: string; quantity: string; itemId?: number | null | undefined }[]
}

/** Whether an invoice says what an opening balance says when it is entered, and no more: that an amount of an old invoice is open. */
const saysOpenAmount = ({ notes, terms, lineItems }: Said): boolean => {
  const [line] = lineItems
  return (
    lineItems.length === 1 &&
    line!.quantity === '1.00' &&
    line!.itemId == null &&
    (line!.description === openingText ||
      (line!.description.startsWith(openAmountText) && line!.description.length <= openAmountText.length + textLimits.documentNumber)) &&
    !notes &&
    !terms
  )
}

/** Once an edit makes it say more than what is open, it counts as any invoice. @throws AppError 403 as `createOpeningBalance` does */
export const countEditedOpeningBalance = async (db: UserDb, before: Said & { id: number }, edit: Said): Promise<void> => {
  if (!saysOpenAmount(before) || saysOpenAmount(edit)) return
  const isOpening = 'select 1 from documents where user_id = $1 and id = $2 and is_opening_balance'
  if ((await db.rows(isOpening, [db.userId, before.id])).length > 0) await takeInvoice(db)
}

type Shared = { draw: () => string; home: Currency }

type FieldIssue = { path: string; message: string }

/** Rules of documents name the line and its fields. */
const nameField = (error: unknown): unknown => {
  const issues = error instanceof AppError ? (error.details.issues as FieldIssue[] | undefined) : undefined
  if (!issues?.some(({ path }) => path === 'lineItems.0.taxRateId')) return error
  const { status, message } = error as AppError
  const named = issues.map((issue) => ({ path: issue.path.split('.').at(-1)!, message: issue.message.replace('Line 1: this', 'This') }))
  return new AppError(status, message.replace('Line 1: this', 'This'), { issues: named })
}

const insertOpeningBalance = (...asked: Parameters<typeof insertIssued>): Promise<number> =>
  insertIssued(...asked).catch((error: unknown) => {
    throw nameField(error)
  })

const insertIssued = async (db: UserDb, input: OpeningBalanceInput, { draw, home }: Shared): Promise<number> => {
  const { customerId, amount, currency, exchangeRate, taxRateId, day, dueDate, reference } = input
  const isCredit = amount < 0
  const type = isCredit ? creditNoteType : invoiceType
  const { id } = await createDocument(db, type, {
    customerId,
    number: reference || draw(),
    currency: currency ?? home,
    exchangeRate,
    issueDate: day,
    endDate: isCredit ? null : dueDate!,
    earlyDiscount: noEarlyDiscount,
    pricesIncludeTax: taxRateId != null,
    withholdingPercent: null,
    taxRate: 0,
    lineItems: [
      {
        description: reference ? `${isCredit ? creditText : openAmountText}${reference}` : openingText,
        quantity: '1.00',
        unitPrice: toDecimal(toAmount(Math.abs(amount))),
        taxRateId,
      },
    ],
  })
  await db.rows('update documents set is_opening_balance = true where user_id = $1 and id = $2', [db.userId, id])
  if (isCredit) await issueCredit(db, id, day)
  else await issueWithoutEvent(db, type, id)
  return id
}

const issueCredit = async (db: UserDb, id: number, day: Day): Promise<void> => {
  await refuseTaxProblems(db, id)
  await storeParties(db, id, await getBusiness(db))
  postInvoice(db, id, { days: [{ day, path: 'day' }] })
}

export const getOpeningBalance = async (db: UserDb, id: number): Promise<OpeningBalance> =>
  toBalance((await db.rows<Row>(selectBalances('d.id = $2'), [db.userId, id]))[0]!)
