import type { z } from 'zod'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseDecimals } from '#server/domain/business/refuse-decimals.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { issueWithoutEvent } from '#server/domain/documents/lifecycle/issue.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import { dueSql } from '#server/domain/ledger/paid-sql.ts'
import { requireInvoicesLeft, takeInvoice } from '#server/domain/subscription/invoice-limit.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { decodeCursor, encodeCursor, type ListQuery, type Page } from '#server/platform/db/pagination.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { openingBalance, openingBalanceInput } from '#shared/contract/books.ts'
import { maxPageSize } from '#shared/contract/lists.ts'
import type { Currency } from '#shared/currencies.ts'
import { noEarlyDiscount } from '#shared/early-discounts.ts'
import { formatMoney, parseAmount, toDecimal } from '#shared/money.ts'
import { textLimits } from '#shared/text-limits.ts'

export type OpeningBalanceInput = z.output<typeof openingBalanceInput>
export type OpeningBalance = z.output<typeof openingBalance>
type Row = Omit<OpeningBalance, 'amount' | 'balanceDue'> & { amount: string; balanceDue: string }

const selectBalances = (condition: string) => `
  select d.id, d.number as "invoiceNumber", coalesce(d.customer_id, d.former_customer_id) as "customerId", ${customerNameSql('d')} as "customerName",
         d.issue_date as day, d.due_date as "dueDate", d.total::text as amount, ${dueSql('d')}::text as "balanceDue"
  from documents d where d.user_id = $1 and d.type = 'invoice' and d.is_opening_balance and d.deleted_at is null and ${condition}`

const toBalance = ({ amount, balanceDue, ...row }: Row): OpeningBalance => ({
  ...row,
  amount: parseAmount(amount),
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
  where user_id = $1 and type = 'invoice' and number ~* '^${prefix}[0-9]{1,8}$'`

/** Call it under the lock of the documents. */
const createNumbers = async (db: UserDb): Promise<() => string> => {
  const [row] = await db.rows<{ highest: number }>(highestQuery, [db.userId])
  let last = row!.highest
  return () => `${prefix}${String(++last).padStart(4, '0')}`
}

const sameQuery = `
  select d.number from documents d
  where d.user_id = $1 and d.type = 'invoice' and d.is_opening_balance and d.deleted_at is null and d.customer_id = $2 and d.total = $3 and d.due_date = $4`

/** An amount that a customer owes twice, due on the same day, is told apart by the numbers of the invoices only. */
const refuseRepetition = async (db: UserDb, { customerId, amount, dueDate, reference }: OpeningBalanceInput) => {
  if (reference) return
  const [same] = await db.rows<{ number: string }>(sameQuery, [db.userId, customerId, toDecimal(amount), dueDate])
  if (!same) return
  const message = `An opening balance of ${formatMoney(amount, await getHomeCurrency(db))} with this due date is there already for this customer: ${same.number}. If it is another one, enter the numbers of the invoices.`
  throw new AppError(409, message, { issues: [{ path: 'reference', message }] })
}

/**
 * What a customer owed when the business moved in: an issued invoice with one line, posted to Opening Balance Equity. It is paid as any
 * invoice is, and isn't counted as one while it says no more than that.
 * @throws AppError 403 without a plan and with no trial invoice left; 404 for a customer of another user; 409 for one that was entered
 * before, a taken number, or a closed period
 */
export const createOpeningBalance = async (db: UserDb, input: OpeningBalanceInput): Promise<number> => {
  await requireInvoicesLeft(db)
  await lockDocuments(db)
  refuseDecimals(input.amount, await getHomeCurrency(db), { path: 'amount', label: 'Open amount' })
  await refuseRepetition(db, input)
  return insertOpeningBalance(db, input, { draw: await createNumbers(db), currency: await getHomeCurrency(db) })
}

/** The inputs are checked already. @throws AppError 403 as `createOpeningBalance` does */
export const createOpeningBalances = async (db: UserDb, inputs: readonly OpeningBalanceInput[]): Promise<void> => {
  if (inputs.length > 0) await requireInvoicesLeft(db)
  await lockDocuments(db)
  const shared = { draw: await createNumbers(db), currency: await getHomeCurrency(db) }
  for (const input of inputs) await insertOpeningBalance(db, input, shared)
}

const openingText = 'Opening balance'
const openAmountText = 'Open amount of invoice '

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

type Shared = {
  draw: () => string
  /** That of the business, whatever the customer's is: the books begin in it. */
  currency: Currency
}

const insertOpeningBalance = async (db: UserDb, input: OpeningBalanceInput, { draw, currency }: Shared): Promise<number> => {
  const { customerId, amount, day, dueDate, reference } = input
  const number = reference || draw()
  const { id } = await createDocument(db, invoiceType, {
    customerId,
    number,
    currency,
    issueDate: day,
    endDate: dueDate,
    earlyDiscount: noEarlyDiscount,
    taxRate: 0,
    lineItems: [
      {
        description: reference ? `${openAmountText}${reference}` : openingText,
        quantity: '1.00',
        unitPrice: toDecimal(amount),
      },
    ],
  })
  await db.rows('update documents set is_opening_balance = true where user_id = $1 and id = $2', [db.userId, id])
  await issueWithoutEvent(db, invoiceType, id)
  return id
}

export const getOpeningBalance = async (db: UserDb, id: number): Promise<OpeningBalance> =>
  toBalance((await db.rows<Row>(selectBalances('d.id = $2'), [db.userId, id]))[0]!)
