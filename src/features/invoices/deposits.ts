import type { z } from 'zod'
import { getCustomerLanguage } from '#server/domain/business/business.ts'
import { type Deposit, listDeductedFrom, listDeposits, lockDeposit, postOtherDeductions } from '#server/domain/documents/deposits.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import type { LineInput } from '#server/domain/documents/lifecycle/content-rows.ts'
import { toDiscountInput } from '#server/domain/documents/lifecycle/copy-content.ts'
import type { Origin } from '#server/domain/documents/lifecycle/create.ts'
import { listDeductions } from '#server/domain/documents/lifecycle/edit.ts'
import { findLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { DocumentContent } from '#shared/content-totals.ts'
import type { DepositInput, deductedFrom, deposit as depositView } from '#shared/contract/deposits.ts'
import type { Day } from '#shared/dates.ts'
import { divideDeposit, findDeductions } from '#shared/deposits.ts'
import { pickReferences } from '#shared/document-references.ts'
import { type InvoiceKind, type InvoiceStatus, mayEmail } from '#shared/invoice-rules.ts'
import { formatDayIn } from '#shared/language-format.ts'
import { sum, toDecimal } from '#shared/money.ts'
import { createDraft, issueInvoice } from './create.ts'
import { saveDeductions } from './edit.ts'
import { queueInvoiceEmail } from './emails.ts'
import { getInvoice, type Invoice } from './read.ts'

const toContent = (invoice: Invoice): DocumentContent => ({
  taxRate: invoice.taxRate ?? 0,
  pricesIncludeTax: invoice.pricesIncludeTax,
  ...toDiscountInput(invoice),
  lineItems: invoice.lineItems.map((line) => ({ ...line, ...toDiscountInput(line) })),
})

/** @throws AppError 409 for an invoice that no deposit can be asked for on, or be deducted from */
const requireOpen = ({ kind, status, taxIsCustom }: Invoice): void => {
  if (kind !== 'standard') throw new AppError(409, `This invoice asks for a ${kind} itself.`)
  if (status !== 'draft')
    throw new AppError(409, 'This invoice was sent. A deposit is asked for, and deducted, while the invoice of the work is a draft.')
  if (taxIsCustom)
    throw new AppError(409, 'The tax of this invoice was typed by hand, so a deposit can’t be divided by tax rate. Set a tax rate first.')
}

/** @param day of a deposit that is deducted */
const getWords = async (
  db: UserDb,
  customerId: number,
  label: 'depositInvoice' | 'depositFor' | 'depositDeducted',
  number: string,
  day?: Day,
): Promise<string> => {
  const language = await getCustomerLanguage(db, customerId)
  const words = documentLabels[language][label].replace('{number}', () => number)
  return day === undefined ? words : `${words} (${formatDayIn(language, day)})`
}

/**
 * A draft with a line for each tax rate of the invoice. @param origin by default the invoice
 * @throws AppError 400 at the field; 409 as `requireOpen` does; and as `createDraft` does
 */
export const requestDeposit = async (
  db: UserDb,
  invoice: Invoice,
  input: DepositInput,
  today: Day,
  origin: Origin<'deposit'> = { from: 'deposit', number: invoice.hasNumber ? invoice.invoiceNumber : null, by: null },
): Promise<Invoice> => {
  requireOpen(invoice)
  const { currency, customerId, pricesIncludeTax, taxRate, exchangeRate, rateSource } = invoice
  const parts = divideDeposit(toContent(invoice), input, currency, await findLineRates(db, invoice.lineItems))
  if ('message' in parts) throw new AppError(400, parts.message, { issues: [parts] })
  const words = await (origin.number === null
    ? getWords(db, customerId, 'depositInvoice', '')
    : getWords(db, customerId, 'depositFor', origin.number))
  const description = input.percent == null ? words : `${words} (${input.percent}%)`
  return createDraft(
    db,
    {
      ...{ customerId, currency, pricesIncludeTax, taxRate: taxRate ?? 0, invoiceNumber: '', drawNumber: true, status: 'draft' },
      ...(rateSource === 'typed' ? { exchangeRate } : {}),
      ...pickReferences(invoice),
      withholdingPercent: invoice.withholdingPercent,
      issueDate: today,
      lineItems: parts.map(({ amount, taxRateId }) => ({ description, quantity: '1.00', unitPrice: toDecimal(amount), taxRateId })),
    },
    origin,
  )
}

const findObstacle = (invoice: Invoice, deposit: Deposit): string | undefined => {
  const { number, lines, taxPercent, taxIsTyped } = deposit
  if (deposit.customerId !== invoice.customerId) return `${number} is a deposit of another customer.`
  if (deposit.currency !== invoice.currency) return `${number} is in ${deposit.currency}, this invoice in ${invoice.currency}.`
  if (deposit.pricesIncludeTax !== invoice.pricesIncludeTax)
    return `The prices of ${number} ${deposit.pricesIncludeTax ? 'include tax' : 'have no tax in them'}, those of this invoice don’t match that.`
  if (deposit.status === 'draft') return `${number} is a draft. Send it first, then deduct it.`
  if (deposit.isReturned)
    return `Money of ${number} went back to the customer. Request it again, or credit ${number} and ask for a new deposit.`
  if (taxIsTyped)
    return `The tax of ${number} was typed by hand, so it can’t be deducted by tax rate. Credit it, and ask for a new deposit.`
  const ownRate = (invoice.taxRate ?? 0) / 100
  if (lines.some(({ taxRateId }) => taxRateId === null) && Number(taxPercent ?? 0) !== ownRate)
    return `${number} has ${Number(taxPercent ?? 0)}% tax, this invoice ${ownRate}%.`
  return undefined
}

/**
 * As far as the lines with its tax rates reach. One that is deducted already stays so. Call it under the invoice's lock.
 * @throws AppError 404 for the deposit; 409 as `requireOpen` and `findObstacle` say, and when nothing of it can be deducted
 */
export const deductDeposit = async (clock: Clock, db: UserDb, invoice: Invoice, depositId: number, today: Day): Promise<void> => {
  const deposit = depositId === invoice.id ? undefined : await lockDeposit(db, invoice.id, depositId)
  if (!deposit) throw notFound('Deposit')
  requireOpen(invoice)
  const obstacle = findObstacle(invoice, deposit)
  if (obstacle) throw new AppError(409, obstacle)
  const found = findDeductions(toContent(invoice), deposit.lines, invoice.currency, await findLineRates(db, invoice.lineItems))
  if (found.length === 0) {
    if (deposit.deducted > 0) return
    throw new AppError(
      409,
      sum(deposit.lines.map(({ amount }) => amount)) > 0
        ? `The lines of this invoice have other tax rates than ${deposit.number}, or other deposits are deducted from all of them.`
        : `All of ${deposit.number} is deducted or credited.`,
    )
  }
  const description = await getWords(db, invoice.customerId, 'depositDeducted', deposit.number, deposit.issueDate)
  const lines = found.map(
    ({ amount, taxRateId, lineId }): LineInput => ({
      ...{ kind: 'deposit', description, quantity: '-1.00', unitPrice: toDecimal(amount), taxRateId, sourceLineId: lineId },
    }),
  )
  await saveDeductions(clock, db, invoice, [...listDeductions(invoice), ...lines], today)
}

/** @throws AppError 404 for a deposit that it doesn't deduct; 409 for an invoice that was sent */
export const removeDeduction = async (clock: Clock, db: UserDb, invoice: Invoice, depositId: number, today: Day): Promise<void> => {
  const deposit = await lockDeposit(db, invoice.id, depositId)
  if (!deposit) throw notFound('Deduction')
  if (invoice.status !== 'draft') throw new AppError(409, 'This invoice was sent. Set it to Draft first, or credit it.')
  const ids = new Set(deposit.lines.map(({ lineId }) => lineId))
  const before = listDeductions(invoice)
  const after = before.filter(({ sourceLineId }) => !ids.has(sourceLineId ?? 0))
  if (after.length === before.length) throw notFound('Deduction')
  await postOtherDeductions(db, invoice.id)
  await saveDeductions(clock, db, invoice, after, today)
}

type Deposits = { deposits: z.output<typeof depositView>[]; deductedFrom: z.output<typeof deductedFrom>[] }

/** Those that an invoice deducts or, as a draft, could; and the invoices that deduct it, if it is a deposit. */
export const readDeposits = async (db: UserDb, id: number): Promise<Deposits> => {
  const [invoice] = await db.rows<{ kind: InvoiceKind; status: InvoiceStatus }>(
    'select invoice_kind as kind, status from documents where user_id = $1 and id = $2',
    [db.userId, id],
    'deposits.invoice',
  )
  if (invoice?.kind === 'retainer') return { deposits: [], deductedFrom: [] }
  if (invoice?.kind === 'deposit') return { deposits: [], deductedFrom: await listDeductedFrom(db, id) }
  const deposits = (await listDeposits(db, id)).map(({ lines, number, id: depositId, status: state, currency, total, deducted }) => ({
    ...{ id: depositId, invoiceNumber: number, status: state, currency, total, deducted },
    left: sum(lines.map(({ amount }) => amount)),
  }))
  return { deposits: deposits.filter(({ deducted, left }) => deducted > 0 || (invoice?.status === 'draft' && left > 0)), deductedFrom: [] }
}

/** Sent to the customer if they accepted the estimate. @throws AppError as `requestDeposit`, `issueInvoice` and `queueInvoiceEmail` do */
export const requestDepositOfEstimate = async (
  db: UserDb,
  invoiceId: number,
  request: DepositInput,
  today: Day,
  origin: Origin<'deposit'>,
): Promise<void> => {
  const { id } = await requestDeposit(db, await getInvoice(db, invoiceId, today), request, today, origin)
  if (origin.by === null) return
  await issueInvoice(db, id, today, origin.by)
  const deposit = await getInvoice(db, id, today)
  if (mayEmail(deposit) === true) await queueInvoiceEmail(db, deposit)
}
