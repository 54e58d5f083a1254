import type { z } from 'zod'
import { createDraft, type DraftInput } from '#features/invoices/create.ts'
import { estimateType, invoiceType } from '#server/domain/documents/document-type.ts'
import { drawPartNo, type EstimateInvoice, listEstimateInvoices, readBilled } from '#server/domain/documents/estimate-billing.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { LineInput } from '#server/domain/documents/lifecycle/content-rows.ts'
import { copyContent, toDiscountInput, toLineInput } from '#server/domain/documents/lifecycle/copy-content.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { findLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { computeContentTotals } from '#shared/content-totals.ts'
import type { estimateProgress, ProgressInput } from '#shared/contract/estimate-progress.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { Day } from '#shared/dates.ts'
import { type BilledPart, type BillingLine, computeParts, listBillingLines } from '#shared/estimate-progress.ts'
import { mayConvert } from '#shared/estimate-rules.ts'
import { type Amount, sum, toAmount, toDecimal, zero } from '#shared/money.ts'
import { type Estimate, getEstimate } from './read.ts'
import { setStatus } from './status.ts'

export const toContent = (estimate: Estimate) => ({
  taxRate: estimate.taxRate ?? 0,
  pricesIncludeTax: estimate.pricesIncludeTax,
  ...toDiscountInput(estimate),
  lineItems: estimate.lineItems.map((line) => ({ ...line, ...toDiscountInput(line) })),
})

const readLines = async (db: UserDb, estimate: Estimate): Promise<BillingLine[]> =>
  listBillingLines(toContent(estimate), await readBilled(db, estimate.id), estimate.currency, await findLineRates(db, estimate.lineItems))

const isPart = ({ partNo, isDeposit, isDeleted }: EstimateInvoice) => partNo > 0 && !isDeposit && !isDeleted

/** @throws AppError 404 */
export const readProgress = async (db: UserDb, id: number, today: Day): Promise<z.output<typeof estimateProgress>> => {
  const estimate = await getEstimate(db, id, today)
  const lines = await readLines(db, estimate)
  const invoices = (await listEstimateInvoices(db, id)).filter(({ isDeleted }) => !isDeleted)
  const whole = invoices.find(({ partNo }) => partNo === 0)
  const isWholeIssued = whole !== undefined && whole.status !== 'draft'
  const billed = isWholeIssued ? sum(lines.map(({ total }) => total)) : sum(lines.map((line) => line.billed))
  const total = sum(lines.map((line) => line.total))
  return {
    lines: isWholeIssued ? lines.map((line) => ({ ...line, billed: line.total, left: zero })) : lines,
    ...{ total, billed, left: toAmount(Math.max(total - billed, 0)) },
    invoices: invoices
      .filter(({ partNo }) => partNo > 0)
      .map(({ id: invoiceId, invoiceNumber, status, isDeposit, total: asked, balanceDue }) => ({
        ...{ id: invoiceId, invoiceNumber, status, isDeposit, total: asked, balanceDue },
      })),
    draft: whole && !isWholeIssued ? { id: whole.id, invoiceNumber: whole.invoiceNumber } : null,
  }
}

/** The part as one amount; a line of which nothing else is billed, as it is. */
const toInvoiceLine = (estimate: Estimate, { lineId, amount, from, to }: BilledPart): LineInput => {
  const line = estimate.lineItems.find(({ id }) => id === lineId)!
  const whole = { ...toLineInput(line), sourceLineId: lineId }
  if (from === '0' && amount === line.total) return whole
  return {
    ...{ ...whole, itemId: line.itemId, quantity: '1.00', unitCode: 'C62', unitPrice: toDecimal(amount) },
    ...{ discountPercent: null, discountAmount: null, description: `${line.description} (${from === '0' ? '' : `${from}–`}${to}%)` },
  }
}

type Billing = { estimate: Estimate; invoices: readonly EstimateInvoice[]; parts: readonly BilledPart[]; isLast: boolean }

/** The rounded totals of the parts may differ from the estimate's total by some cents: the last part makes up for them. */
const computeLastCent = ({ estimate, invoices, isLast }: Billing, computed: Amount, lines: number): Amount => {
  const earlier = invoices.filter(isPart)
  if (!isLast || earlier.length === 0 || earlier.some(({ hasDeductions }) => hasDeductions)) return zero
  const missing = estimate.total - sum(earlier.map(({ total }) => total)) - computed
  const slack = 10 ** (3 - getCurrencyDecimals(estimate.currency)) * (lines + 4 * (earlier.length + 1))
  return toAmount(Math.abs(missing) <= slack ? missing : 0)
}

const createPart = async (db: UserDb, billing: Billing, input: Omit<DraftInput, 'lineItems'>, today: Day): Promise<{ id: number }> => {
  const { estimate, parts } = billing
  const lineItems = parts.map((part) => toInvoiceLine(estimate, part))
  const { discountPercent: _, discountAmount: __, ...content } = input
  const rates = await findLineRates(db, lineItems)
  const { total } = computeContentTotals({ ...content, lineItems }, estimate.currency, rates)
  const made = await createDraft(
    db,
    { ...content, lineItems: [] },
    {
      ...{ from: 'part', number: estimate.estimateNumber, by: null },
      source: { id: estimate.id, partNo: await drawPartNo(db, estimate.id) },
      lineItems,
      lastCent: computeLastCent(billing, total, lineItems.length),
    },
  )
  if (estimate.status !== 'accepted')
    await setStatus(db, { id: estimate.id, requested: 'accepted', expiryDate: estimate.expiryDate, today })
  await recordEvent(db, estimateType, estimate.id, 'converted', [{ field: 'Invoice', before: null, after: 'Draft' }])
  return made
}

const requireDivisible = (estimate: Estimate): void => {
  const may = mayConvert(estimate)
  if (may !== true) throw new AppError(409, may)
  if (estimate.taxIsCustom)
    throw new AppError(409, 'The tax of this estimate was typed by hand, so it can’t be invoiced in parts. Set a tax rate first.')
  if (estimate.lineItems.some(({ total }) => total < 0))
    throw new AppError(409, 'A line of this estimate has a negative quantity, so it can’t be invoiced in parts. Convert it as a whole.')
}

/**
 * A draft for all of it is deleted. Call it under the estimate’s lock. @param build without what depends on the part @throws AppError 404; 400 at the
 * field; 409 for an
 * estimate that can't be converted, has a typed tax, or is invoiced as a whole; and as `createDraft` does
 */
export const invoicePart = async (
  db: UserDb,
  { id, request, today }: { id: number; request: ProgressInput; today: Day },
  build: (estimate: Estimate) => Omit<DraftInput, 'lineItems'>,
): Promise<number> => {
  await lockDocuments(db)
  const estimate = await getEstimate(db, id, today)
  requireDivisible(estimate)
  const invoices = await listEstimateInvoices(db, id)
  const whole = invoices.find(({ partNo, isDeleted }) => partNo === 0 && !isDeleted)
  if (whole && whole.status !== 'draft') throw new AppError(409, `All of this estimate is invoiced by ${whole.invoiceNumber}.`)
  const lines = await readLines(db, estimate)
  const parts = computeParts(lines, request, estimate.currency)
  if ('message' in parts) throw new AppError(400, parts.message, { issues: [parts] })
  const isLast = sum(parts.map(({ amount }) => amount)) === sum(lines.map(({ left }) => left))
  if (whole) await removeDocument(db, invoiceType, whole.id)
  return (await createPart(db, { estimate, invoices, parts, isLast }, build(estimate), today)).id
}

/**
 * Call it under the estimate's lock. @returns the last part when nothing is left; undefined for an estimate that is not invoiced in parts
 */
export const invoiceRest = async (
  db: UserDb,
  estimate: Estimate,
  today: Day,
  build: (estimate: Estimate) => Omit<DraftInput, 'lineItems'>,
): Promise<number | undefined> => {
  const invoices = await listEstimateInvoices(db, estimate.id)
  const last = invoices.filter(isPart).at(-1)
  if (!last) return undefined
  const parts = computeParts(await readLines(db, estimate), { percent: '100' }, estimate.currency)
  if ('message' in parts) return last.id
  requireDivisible(estimate)
  return (await createPart(db, { estimate, invoices, parts, isLast: true }, build(estimate), today)).id
}

/** @throws AppError 409 for an edit that changes what parts were invoiced of */
export const refuseOtherAmounts = async (db: UserDb, before: Estimate, after: Estimate): Promise<void> => {
  const fields = ['customerId', 'currency', 'pricesIncludeTax', 'total', 'taxAmount'] as const
  const isSame =
    fields.every((field) => before[field] === after[field]) &&
    before.lineItems.length === after.lineItems.length &&
    before.lineItems.every(({ id, total }, i) => id === after.lineItems[i]!.id && total === after.lineItems[i]!.total)
  if (isSame || !(await listEstimateInvoices(db, before.id)).some(isPart)) return
  throw new AppError(
    409,
    'Parts of this estimate are invoiced, so its customer, lines and amounts can’t be changed. Make another estimate for what changed.',
  )
}

export const copyFields = (estimate: Estimate) => {
  const { lineItems: _, ...fields } = copyContent(estimate)
  return fields
}
