import { AppError } from '#server/platform/errors/app-error.ts'
import { type ContentTotals, computeContentTotals, type DocumentContent, findAmountProblem, type TaxRates } from '#shared/content-totals.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Delivery, findDeliveryProblem } from '#shared/delivery.ts'
import { type Amount, normalizeDecimal, toDecimal } from '#shared/money.ts'
import { formatQuantity } from '#shared/rates.ts'
import { computeWithheld, findExcessWithheld, findWithholdingProblem, type Withholding } from '#shared/withholding.ts'

const refuse = (path: string, message: string): never => {
  throw new AppError(400, message, { issues: [{ path, message }] })
}

const verifyTotal = (path: string, label: string, submitted: Amount | undefined, computed: Amount) => {
  if (submitted !== undefined && submitted !== computed)
    refuse(path, `${label} is ${toDecimal(submitted)}, but the lines come to ${toDecimal(computed)}`)
}

const verifyLineTotal = (line: Submitted['lineItems'][number], i: number, computed: Amount) => {
  if (line.total === undefined || line.total === computed) return
  const product = `${formatQuantity(line.quantity)} x ${normalizeDecimal(line.unitPrice)}`
  const formula = line.discountPercent || line.discountAmount ? `${product} less the discount` : product
  refuse(`lineItems.${i}.total`, `Line ${i + 1}: ${formula} is ${toDecimal(computed)}, not ${toDecimal(line.total)}.`)
}

/** @throws AppError 400 at the field for a delivery that ends without or before its beginning */
export const refuseDelivery = (delivery: Delivery): void => {
  const problem = findDeliveryProblem(delivery)
  if (problem) refuse(problem.path, problem.message)
}

type Submitted = DocumentContent &
  Pick<InvoiceInput, 'subtotal' | 'total'> & { lineItems: readonly { total?: InvoiceInput['lineItems'][number]['total'] }[] }

/** A tax amount other than the rate's is a custom one. @throws AppError 400 for a total that differs, or a figure that is too large */
export const computeVerifiedTotals = (input: Submitted, rates: TaxRates, currency: Currency): ContentTotals => {
  const problem = findAmountProblem(input, currency, rates)
  if (problem) refuse(problem.path, problem.message)
  const totals = computeContentTotals(input, currency, rates)
  for (const [i, { total }] of totals.lines.entries()) verifyLineTotal(input.lineItems[i]!, i, total)
  verifyTotal('subtotal', 'The subtotal', input.subtotal, totals.subtotal)
  verifyTotal('taxAmount', 'The tax amount', input.taxAmount, totals.taxAmount)
  verifyTotal('total', 'The total', input.total, totals.total)
  return totals
}

/** @throws AppError 400 at its field for one that leaves nothing to pay, or that this invoice can't have */
export const requireWithholding = (
  withholdingPercent: string | null,
  invoice: Omit<Parameters<typeof findWithholdingProblem>[0], 'withholdingPercent'>,
  totals: ContentTotals,
  currency: Currency,
): Withholding => {
  const problem = findWithholdingProblem({ ...invoice, withholdingPercent }) ?? findExcessWithheld(totals, withholdingPercent, currency)
  if (problem) refuse('withholdingPercent', problem)
  return { withholdingPercent, withheld: computeWithheld(totals.netAmount, withholdingPercent, currency) }
}
