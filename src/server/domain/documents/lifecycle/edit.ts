import type { z } from 'zod'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import {
  type AnyDocument,
  type DocumentType,
  getNumber,
  readNames,
  readText,
  type StoredDocument,
} from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { drawNumber } from '#server/domain/documents/numbering/next-number.ts'
import { updateProposedNumbers } from '#server/domain/documents/numbering/proposed-numbers.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { lockCustomers } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { documents } from '#server/platform/db/schema/index.ts'
import { AppError, StaleVersionError } from '#server/platform/errors/app-error.ts'
import { type ContentTotals, hasLineRates } from '#shared/content-totals.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import { addLastCent } from '#shared/credit-notes.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentReferences, mapReferences, referenceNames } from '#shared/document-references.ts'
import type { EarlyDiscount } from '#shared/early-discounts.ts'
import type { HomeTotals } from '#shared/exchange-rates.ts'
import type { InvoiceKind } from '#shared/invoice-rules.ts'
import { type Amount, toAmount, zero } from '#shared/money.ts'
import type { Withholding } from '#shared/withholding.ts'
import {
  contentFields,
  explainConstraintError,
  insertLines,
  insertTaxes,
  type LineInput,
  toContentRow,
  toNewLines,
} from './content-rows.ts'
import { toDiscountInput, toLineInput } from './copy-content.ts'
import { chooseEditedRate, convertTotals, isInHomeCurrency, type StoredRate, toStoredRate } from './exchange-rate.ts'
import { listChanges } from './field-changes.ts'
import { readLineRates } from './line-rates.ts'
import { refreshDocumentEntry } from './search-entry.ts'
import { computeVerifiedTotals, refuseDelivery, requireWithholding } from './totals.ts'

type Line = LineInput
type EditedLine = z.output<typeof lineItemInput> & { id?: number | null | undefined }

/** What decides the totals, besides the lines. */
type Pricing = {
  taxRate: number
  pricesIncludeTax: boolean
  discountPercent: string | null
  discountAmount: Amount | null
}

type EditedFields = Pricing & {
  currency: Currency
  rate: StoredRate
  home: HomeTotals | null
  customerId: number
  number: string
  hasNumber: boolean
  issueDate: Day
  endDate: Day
  deliveryDate: Day | null
  deliveryUntil: Day | null
  totals: ContentTotals
  lastCent: Amount
  notes?: string | null | undefined
  terms?: string | null | undefined
  lineItems: readonly Line[]
} & Partial<EarlyDiscount & Withholding> &
  Typed<DocumentReferences>

type Typed<Texts> = { [Name in keyof Texts]?: string | null | undefined }

/** What is left out stays as it is. */
type Edit = Omit<
  EditedFields,
  keyof Pricing | 'currency' | 'rate' | 'home' | 'deliveryDate' | 'deliveryUntil' | 'totals' | 'lastCent' | 'lineItems'
> &
  Pick<Parameters<typeof computeVerifiedTotals>[0], 'taxAmount' | 'subtotal' | 'total'> & {
    [Field in keyof Pricing]?: Pricing[Field] | null | undefined
  } & {
    currency?: Currency | undefined
    exchangeRate?: string | null | undefined
    deliveryDate?: Day | null | undefined
    deliveryUntil?: Day | null | undefined
    earlyDiscountPercent?: string | null | undefined
    earlyDiscountDays?: number | null | undefined
    /** As it is to be, as are the two before. */
    withholdingPercent?: string | null | undefined
    version?: number | undefined
    drawNumber?: boolean | undefined
    lineItems: readonly EditedLine[]
  }

const refuseOtherNumber = (type: DocumentType, { status }: StoredDocument) => {
  if (status === 'draft') return
  const message = `This ${type.noun} has been sent, so it keeps its number`
  throw new AppError(400, message, { issues: [{ path: 'drawNumber', message }] })
}

type EditRequest<Document extends StoredDocument> = {
  before: Document
  /** In the words of its contract. */
  edit: Omit<Edit, 'number' | 'hasNumber' | 'endDate'>
  /** Of an invoice: the lines that deduct deposits; by default those that it has. */
  deductions?: readonly LineInput[]
  toReply: (document: Document) => Document
  check?: (before: Document) => void
  /** Status and payments. @returns whether a change was requested */
  applyConsequences?: (after: { isSaved: boolean; isTotalChanged: boolean }) => Promise<boolean>
  read: () => Promise<Document>
}

/**
 * The document's row must be locked. An edit without changes writes nothing.
 * @throws AppError 400 for wrong totals or an exchange rate in the home currency, 404 for a customer or item of another user, 409 for a
 * stale copy, a taken number, or another currency of an issued document
 */
export const editDocument = async <Document extends StoredDocument>(
  db: UserDb,
  type: DocumentType,
  { before, edit: asked, deductions = listDeductions(before), toReply, check, applyConsequences, read }: EditRequest<Document>,
): Promise<Document> => {
  const edit: Edit = { ...asked, ...readNames(type, asked), hasNumber: true }
  if (edit.version !== undefined && edit.version !== before.version) throw new StaleVersionError(`This ${type.noun}`, toReply(before))
  check?.(before)
  if (edit.drawNumber) refuseOtherNumber(type, before)
  // The number that a draft shows isn't its own by being sent back.
  if (edit.drawNumber || (!before.hasNumber && edit.number === getNumber(type, before))) {
    edit.number = await drawNumber(db, type, edit.issueDate)
    edit.hasNumber = false
  }
  // The deposits that it deducts are changed by calls of their own.
  const lineItems = [...edit.lineItems.map((line) => keepOmitted(line, before)), ...deductions]
  const pricing = getPricing({ ...edit, lineItems }, before)
  const content = { ...edit, ...pricing, lineItems }
  const taxAmount = edit.taxAmount ?? keptCustomTax(content, before)
  const currency = edit.currency ?? before.currency
  const isHome = isInHomeCurrency(before) && currency === before.currency
  const homeCurrency = isHome ? currency : await getHomeCurrency(db)
  const chosen = chooseEditedRate(type, { currency, homeCurrency }, before, edit)
  const computed = computeVerifiedTotals({ ...content, taxAmount }, await readLineRates(db, lineItems), currency)
  const lastCent = keepLastCent(content, computed, before)
  const totals = addLastCent(computed, lastCent)
  const home = convertTotals(totals, chosen, homeCurrency)
  const delivery = {
    deliveryDate: edit.deliveryDate === undefined ? before.deliveryDate : edit.deliveryDate,
    deliveryUntil: edit.deliveryUntil === undefined ? before.deliveryUntil : edit.deliveryUntil,
  }
  refuseDelivery(delivery)
  const references = mapReferences((name) => (edit[name] === undefined ? before[name] : edit[name]))
  const { kind } = before as { kind?: InvoiceKind }
  const withholding = requireWithholding(edit.withholdingPercent ?? null, { ...edit, kind }, totals, currency)
  const values = {
    ...content,
    ...{ ...references, ...withholding },
    currency,
    ...delivery,
    totals,
    lastCent,
    home,
    rate: toStoredRate(chosen, home, totals.total),
  }
  const saved = await saveEdit(db, type, { ...before, ...readNames(type, before) }, values)
  const isRequested = await applyConsequences?.({
    isSaved: saved,
    isTotalChanged: totals.total !== before.total || (before as Partial<Withholding>).withheld !== withholding.withheld,
  })
  if (!saved && !isRequested) return before
  const after = await read()
  const changes = listChanges(type, before, after)
  // Requesting the stored status of a document that is shown as overdue or expired changes nothing.
  if (saved || changes.length > 0) await recordEvent(db, type, before.id, 'edited', changes)
  return after
}

type SavedLine = AnyDocument['lineItems'][number]

/** What the request leaves out stays as it is in the saved line that it names. */
const keepOmitted = (line: EditedLine, before: AnyDocument): Line => {
  const saved = line.id == null ? undefined : before.lineItems.find(({ id }) => id === line.id)
  if (!saved) return { ...line, sourceLineId: null }
  const hasDiscount = line.discountPercent !== undefined || line.discountAmount !== undefined
  return {
    ...line,
    kind: line.kind ?? (saved.kind === 'charge' ? 'charge' : 'item'),
    unitCode: line.unitCode ?? (saved.unitCode as Line['unitCode']),
    taxRateId: line.taxRateId === undefined ? saved.taxRateId : line.taxRateId,
    sourceLineId: saved.sourceLineId,
    ...(hasDiscount ? {} : toDiscountInput(saved)),
  }
}

/** The rate is 0 when lines name theirs. */
const getPricing = (edit: Omit<Edit, 'lineItems'> & { lineItems: readonly Line[] }, before: AnyDocument): Pricing => {
  const hasDiscount = edit.discountPercent !== undefined || edit.discountAmount !== undefined
  const discount = hasDiscount
    ? { discountPercent: edit.discountPercent ?? null, discountAmount: edit.discountAmount ?? null }
    : toDiscountInput(before)
  return {
    taxRate: edit.taxRate ?? (hasLineRates(edit) ? 0 : (before.taxRate ?? 0)),
    pricesIncludeTax: edit.pricesIncludeTax ?? before.pricesIncludeTax,
    ...discount,
  }
}

const isSameDiscount = (
  before: Pick<SavedLine, 'discountPercent' | 'discountAmount'>,
  { discountPercent = null, discountAmount }: { discountPercent?: string | null | undefined; discountAmount?: Amount | null | undefined },
) => before.discountPercent === discountPercent && (discountPercent !== null || before.discountAmount === (discountAmount ?? 0))

const hasSamePrice = (saved: SavedLine, line: Line) =>
  saved.quantity === line.quantity &&
  saved.unitPrice === line.unitPrice &&
  saved.kind === (line.kind ?? 'item') &&
  saved.taxRateId === (line.taxRateId ?? null) &&
  isSameDiscount(saved, line)

const hasSamePricing = (before: AnyDocument, values: Pricing & { lineItems: readonly Line[] }) =>
  (before.taxRate ?? 0) === values.taxRate && before.pricesIncludeTax === values.pricesIncludeTax && isSameDiscount(before, values)

const hasSamePrices = (before: AnyDocument, content: Pricing & { lineItems: readonly Line[] }) =>
  hasSamePricing(before, content) &&
  content.lineItems.length === before.lineItems.length &&
  content.lineItems.every((line, i) => hasSamePrice(before.lineItems[i]!, line))

/** A custom tax amount is kept while the rate, the discounts and the lines' prices are unchanged. */
const keptCustomTax = (content: Pricing & { lineItems: readonly Line[] }, before: AnyDocument) =>
  before.taxIsCustom && hasSamePrices(before, content) ? before.taxAmount : undefined

/** So is the last cent of an invoice for the last part of an estimate: what its rounding has beside that of its lines. */
const keepLastCent = (content: Pricing & { lineItems: readonly Line[] }, computed: ContentTotals, before: AnyDocument): Amount =>
  hasSamePrices(before, content) && computed.netAmount === before.netAmount && computed.taxAmount === before.taxAmount
    ? toAmount(before.rounding - computed.rounding)
    : zero

export const listDeductions = ({ lineItems }: AnyDocument): Line[] =>
  lineItems.flatMap((line) => (line.kind === 'deposit' ? [{ ...toLineInput(line), kind: line.kind, sourceLineId: line.sourceLineId }] : []))

const editedRow = describeRow(documents, contentFields)
// A sent document keeps its parties' details; a different customer's current details are stored instead.
const saveFieldsQuery = `
  update documents p set
    customer_snapshot = case when p.customer_snapshot is null or p.customer_id = $3 then p.customer_snapshot
      else (select ${customerJsonSql} from customers c where c.user_id = $1 and c.id = $3) end,
    ${editedRow.assignments('$4')}, version = p.version + 1, updated_at = now()
  where p.user_id = $1 and p.id = $2`

/** Unchanged lines keep their rows, so that a restored item can be attached to them again. @returns false when nothing changed */
const saveEdit = async (
  db: UserDb,
  type: DocumentType,
  before: StoredDocument & Pick<EditedFields, 'number' | 'endDate'>,
  values: EditedFields,
): Promise<boolean> => {
  if (isUnchanged(type, before, values)) return false
  const { totals, lineItems } = values
  await lockDocuments(db)
  if (before.customerId !== values.customerId) lockCustomers(db, before.id, values.customerId)
  const document = { id: before.id, currency: values.currency }
  const lines = toNewLines(lineItems, totals)
  const isSame = (i: number) => {
    const [was, is] = [before.lineItems[i], lineItems[i]]
    return was !== undefined && is !== undefined && isSameLine(was, is)
  }
  // Shares of a discount, net amounts and tax groups depend on the other lines too, so those lines are written again with their ids.
  const areIndependent =
    getCurrencyDecimals(before.currency) === getCurrencyDecimals(values.currency) &&
    isIndependent(before) &&
    totals.groupNos.every((group) => group === 1) &&
    totals.discount === 0 &&
    !values.pricesIncludeTax
  const isKept = (i: number) => areIndependent && isSame(i)
  const row = editedRow.encode(toContentRow(type, values, totals, values.rate))
  const removed = before.lineItems.filter((_, i) => !isKept(i)).map(({ id }) => id)
  const written = lines.filter((_, i) => !isKept(i))
  try {
    await Promise.all([
      // Before the document's decimals, which they refer to, may change.
      db.rows('delete from document_lines where user_id = $1 and id = any($2)', [db.userId, removed], 'documents.remove-lines'),
      db.rows('delete from document_taxes where user_id = $1 and document_id = $2', [db.userId, before.id], 'documents.remove-taxes'),
      db.rows(saveFieldsQuery, [db.userId, before.id, values.customerId, row], `${type.name}s.edit`),
      insertLines(
        db,
        document,
        written,
        areIndependent ? undefined : lines.map((_, i) => (isSame(i) ? before.lineItems[i]!.id : undefined)),
      ),
      insertTaxes(db, document, totals, values.home),
    ])
  } catch (error) {
    throw explainConstraintError(error, type, values.number)
  }
  if (values.hasNumber !== before.hasNumber || (values.hasNumber && values.number !== before.number)) await updateProposedNumbers(db, type)
  await refreshDocumentEntry(db, before.id)
  return true
}

/** Whether the amounts of each line depend on nothing but the line. */
const isIndependent = ({ pricesIncludeTax, discountAmount, lineItems }: AnyDocument) =>
  !pricesIncludeTax && discountAmount === 0 && lineItems.every(({ taxRateId }) => taxRateId === lineItems[0]!.taxRateId)

const isSameLine = (saved: SavedLine, line: Line) =>
  hasSamePrice(saved, line) &&
  saved.itemId === (line.itemId ?? null) &&
  saved.description === line.description &&
  saved.unitCode === (line.unitCode ?? 'C62')

const isUnchanged = (type: DocumentType, before: Parameters<typeof saveEdit>[2], values: EditedFields) =>
  (['customerId', 'number', 'hasNumber', 'issueDate', 'endDate', 'deliveryDate', 'deliveryUntil', 'currency'] as const).every(
    (field) => before[field] === values[field],
  ) &&
  (['exchangeRate', 'rateDay'] as const).every((field) => before[field] === values.rate[field]) &&
  [
    'notes',
    'terms',
    'earlyDiscountPercent',
    'earlyDiscountDays',
    'withholdingPercent',
    ...referenceNames,
    ...Object.keys(type.ownTexts),
  ].every((field) => readText(before, field) === readText(values, field)) &&
  (['taxAmount', 'total'] as const).every((field) => before[field] === values.totals[field]) &&
  hasSamePricing(before, values) &&
  before.lineItems.length === values.lineItems.length &&
  before.lineItems.every((line, i) => isSameLine(line, values.lineItems[i]!))
