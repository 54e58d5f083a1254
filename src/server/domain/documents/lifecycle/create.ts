import { homeCurrencySql } from '#server/domain/business/business.ts'
import { creditNoteType, type DocumentType, invoiceType, toStoredTotals } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { drawNumber } from '#server/domain/documents/numbering/next-number.ts'
import { hasProposedNumbers, updateProposedNumbers } from '#server/domain/documents/numbering/proposed-numbers.ts'
import { newPublicId } from '#server/domain/documents/public-id.ts'
import { insertDocumentEntry } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { documents } from '#server/platform/db/schema/index.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { EstimateInput } from '#shared/contract/estimates.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { addLastCent } from '#shared/credit-notes.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { pickReferences } from '#shared/document-references.ts'
import { type EarlyDiscount, noEarlyDiscount, proposeEarlyDiscount } from '#shared/early-discounts.ts'
import type { InvoiceKind } from '#shared/invoice-rules.ts'
import { type Amount, zero } from '#shared/money.ts'
import {
  contentFields,
  drawLineIdsSql,
  explainConstraintError,
  insertLines,
  insertTaxes,
  type LineInput,
  toContentRow,
  toNewLines,
} from './content-rows.ts'
import { type ChosenRate, chooseRate, convertTotals, toStoredRate } from './exchange-rate.ts'
import { requireRate } from './find-missing-rate.ts'
import { readLineRates } from './line-rates.ts'
import { writeWithDrawnNumber } from './own-number.ts'
import { computeVerifiedTotals, refuseDelivery, requireWithholding } from './totals.ts'

export type NewDocument = Omit<Pick<InvoiceInput & EstimateInput, keyof InvoiceInput & keyof EstimateInput>, 'lineItems' | 'status'> & {
  number: string
  lineItems: readonly LineInput[]
  endDate: Day | null
  /** Whether it is issued in the same transaction, so that it needs its number at once. */
  isIssued?: boolean
  /** Changes and actor of the 'created' event; the actor is null for the owner. */
  firstEvent?: { changes: FieldChange[]; by: Actor | null }
  invoiceKind?: InvoiceKind
  /** Of an invoice; undefined for that of the customer. */
  earlyDiscount?: EarlyDiscount | undefined
  /** Of an invoice, null for none; undefined for that of the business. */
  withholdingPercent?: string | null | undefined
  source?: SourceEstimate | undefined
  /** Of an invoice for the last part of an estimate: what makes its invoices add up to it. */
  lastCent?: Amount
  /** Of a credit note for an invoice: that with its rate, the line of it that each line credits, and the last cent; see `computeCreditNote`. */
  credit?: { invoiceId: number; rate: ChosenRate; lineIds: readonly (number | null)[]; lastCent: Amount; withheld: Amount }
}

/** `partNo` is the number of the part or the deposit among the estimate's invoices; 0 for all of it. */
type SourceEstimate = { id: number; partNo: number }

/** What an invoice is created from, with the number of that document; null for a draft that has none yet. `by` is null for the owner. */
export type InvoiceOrigin = { by: Actor | null } & (
  | { from: 'estimate'; number: string; source: SourceEstimate }
  | { from: 'part'; number: string; source: SourceEstimate; lineItems: readonly LineInput[]; lastCent: Amount }
  | { from: 'deposit'; number: string | null; source?: SourceEstimate }
  | { from: 'recurring'; day: Day }
  | { from: 'overdue'; number: string }
)
export type Origin<From extends InvoiceOrigin['from']> = Extract<InvoiceOrigin, { from: From }>

type Customer = {
  id: number
  currency: Currency | null
  homeCurrency: Currency
  earlyDiscountPercent: string | null
  earlyDiscountDays: number | null
  buyerReference: string | null
  withholdingPercent: string | null
  lineIds: number[]
  name: string
  company: string | null
  email: string | null
}

// The ids are drawn in the same round trip, so that all rows can be sent at once. The lock keeps the customer's name until the commit: the search entry
// contains it.
const readCustomerQuery = `
  select nextval('documents_id_seq') as id, ${drawLineIdsSql('$3')} as "lineIds", currency, ${homeCurrencySql} as "homeCurrency",
         name, company, email, early_discount_percent as "earlyDiscountPercent", early_discount_days as "earlyDiscountDays", buyer_reference as "buyerReference",
         (select trim_scale(default_withholding_percent)::text from business_profiles where user_id = $1) as "withholdingPercent"
  from customers where user_id = $1 and id = $2 for share`

const newRow = describeRow(documents, [
  ...contentFields,
  ...(['type', 'status', 'invoiceKind', 'sourceDocumentId', 'partNo', 'creditedInvoiceId'] as const),
])
const insertDocumentQuery = `insert into documents (user_id, id, ${newRow.names}) values ($1, $2, ${newRow.values('$3')})`

/**
 * In the caller's transaction: all rows and the search entry are sent together, and COMMIT behind them. A credit note is issued at once.
 * The currency is by default the customer's, and without one that of the business.
 * @throws AppError 400 for wrong totals, an exchange rate in the home currency, or a credit note of nothing or without a rate, 404 for a
 * customer or item of another user, 409 for a taken number; some of them only at the commit
 */
export const createDocument = async (db: UserDb, type: DocumentType, input: NewDocument) => {
  if (input.drawNumber && (input.isIssued || !type.hasDrafts))
    return writeWithDrawnNumber(db, type, input.issueDate, async (number) => {
      const { document, inserted } = await insertDocument(db, type, input, { number, hasNumber: true })
      await inserted
      return document
    })
  // A draft shows the number that it would get, and reserves none.
  const number = input.drawNumber ? await drawNumber(db, type, input.issueDate) : input.number
  const { document, inserted } = await insertDocument(db, type, input, { number, hasNumber: !input.drawNumber })
  // A conversion that is refused here may be undone without its transaction.
  if (input.drawNumber) await inserted
  else db.awaitWithCommit(inserted)
  return document
}

const refuseTotal = () => {
  const message = 'The total must be more than 0'
  return new AppError(400, message, { issues: [{ path: 'lineItems', message }] })
}

type Numbered = { number: string; hasNumber: boolean }

/** `inserted` is the end of the statements that insert it. */
const insertDocument = async (db: UserDb, type: DocumentType, input: NewDocument, { number, hasNumber }: Numbered) => {
  refuseDelivery(input)
  const rates = await readLineRates(db, input.lineItems)
  const { customerId, lineItems, issueDate, firstEvent } = input
  const [[customer], othersAreProposed] = await Promise.all([
    db.rows<Customer>(readCustomerQuery, [db.userId, customerId, lineItems.map((_, i) => i + 1)], 'documents.read-customer'),
    hasNumber && hasProposedNumbers(db, type),
  ])
  if (!customer) throw notFound('Customer')
  const { id, lineIds, homeCurrency } = customer
  const currency = input.currency ?? customer.currency ?? homeCurrency
  const lastCent = input.credit?.lastCent ?? input.lastCent ?? zero
  const totals = addLastCent(computeVerifiedTotals(input, rates, currency), lastCent)
  const isIssued = type === creditNoteType
  if (isIssued && totals.total <= 0) throw refuseTotal()
  const typed = input.credit?.rate ?? chooseRate(type, { currency, homeCurrency }, input)
  const chosen = typed ?? (isIssued ? await requireRate(db, currency, issueDate) : null)
  const home = convertTotals(totals, chosen, homeCurrency)
  const storedRate = toStoredRate(chosen, home, totals.total)
  const ofBusiness = type === invoiceType && input.invoiceKind !== 'retainer' ? customer.withholdingPercent : null
  const percent = input.withholdingPercent === undefined ? ofBusiness : input.withholdingPercent
  const earlyDiscount =
    input.earlyDiscount ??
    (type === invoiceType && percent === null ? proposeEarlyDiscount(customer, { issueDate, dueDate: input.endDate! }) : noEarlyDiscount)
  const withholding = input.credit
    ? { withholdingPercent: percent, withheld: input.credit.withheld }
    : requireWithholding(percent, { ...earlyDiscount, kind: input.invoiceKind }, totals, currency)
  const references = pickReferences({
    ...input,
    buyerReference: input.buyerReference === undefined ? customer.buyerReference : input.buyerReference,
  })
  const content = toContentRow(
    type,
    { ...input, ...earlyDiscount, ...withholding, ...references, number, hasNumber, currency, lastCent },
    totals,
    storedRate,
  )
  const { notes, terms } = content
  const row = newRow.encode({
    ...content,
    type: type.name,
    status: isIssued ? 'issued' : 'draft',
    invoiceKind: input.invoiceKind ?? 'standard',
    sourceDocumentId: input.source?.id ?? null,
    partNo: input.source?.partNo ?? 0,
    creditedInvoiceId: input.credit?.invoiceId ?? null,
  })
  const documentInserted = db.rows(insertDocumentQuery, [db.userId, id, row], `${type.name}s.insert`)
  const lines = toNewLines(lineItems, totals, input.credit?.lineIds)
  const linesInserted = insertLines(db, { id, currency }, lines, lineIds)
  insertTaxes(db, { id, currency }, totals, home)
  db.send(
    'insert into public_links (public_id, user_id, document_id, type) values ($1, $2, $3, $4)',
    [newPublicId(), db.userId, id, type.name],
    'documents.insert-link',
  )
  const inserted = Promise.all([
    documentInserted,
    linesInserted,
    recordEvent(db, type, id, 'created', firstEvent?.changes, firstEvent?.by),
    insertDocumentEntry(db, {
      id,
      kind: type.name,
      number: hasNumber ? number : null,
      customer,
      snapshot: null,
      texts: [...Object.values(references), notes, terms],
      descriptions: lineItems.map(({ description }) => description),
      total: totals.total,
      issueDate,
    }),
  ]).catch((error: unknown) => {
    throw explainConstraintError(error, type, number)
  })
  const document = {
    id,
    version: 1,
    number,
    hasNumber,
    status: 'draft' as const,
    customerId,
    customer: { name: customer.name, company: customer.company, email: customer.email },
    issueDate,
    endDate: input.endDate,
    ...toStoredTotals({ ...input, ...references }, totals, currency),
    ...storedRate,
    ...earlyDiscount,
    ...withholding,
    emailState: null,
    scheduledSend: null,
    notes,
    terms,
    lineItems: lines.map((line, i) => ({
      ...{ id: lineIds[i]!, itemId: line.itemId ?? null, kind: line.kind ?? 'item', description: line.description },
      ...{ quantity: line.quantity, unitCode: line.unitCode ?? 'C62', unitPrice: line.unitPrice, total: line.total },
      ...{ discountPercent: line.discountPercent ?? null, discountAmount: line.discount, taxRateId: line.taxRateId ?? null },
      sourceLineId: line.sourceLineId ?? null,
    })),
  }
  if (othersAreProposed) {
    await inserted
    await updateProposedNumbers(db, type)
  }
  return { document, inserted }
}
