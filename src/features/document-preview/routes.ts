import type { z } from 'zod'
import { type Business, getBusiness, homeCurrencySql, inLanguageOf } from '#server/domain/business/business.ts'
import { type AnyDocument, type DocumentType, documentTypes, toStoredTotals } from '#server/domain/documents/document-type.ts'
import { findLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import { type CustomerSnapshot, customerJsonSql } from '#server/domain/documents/parties.ts'
import { buildPdfDocument, type TypedDocument, type TypeSpecificContent, toPdfCustomer } from '#server/domain/documents/pdf/pdf-document.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { canCollect } from '#server/domain/payments/accounts/accounts.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { type FileReply, route } from '#server/platform/http/route.ts'
import type { TaxRates } from '#shared/content-totals.ts'
import { documentPreviewApi, type documentPreviewInput } from '#shared/contract/document-preview.ts'
import { invoiceForm } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { mapReferences, pickReferences } from '#shared/document-references.ts'
import {
  draftTotals,
  emptyLine,
  isWhollyEmpty,
  type LineDraft,
  listDeductions,
  parseDiscount,
  parseDraftDecimal,
  parseDraftRate,
} from '#shared/draft-totals.ts'
import { type EarlyDiscount, getEarlyDiscountOffer, noEarlyDiscount } from '#shared/early-discounts.ts'
import { divideTotal } from '#shared/instalments.ts'
import { type Amount, zero } from '#shared/money.ts'
import { payPath, reviewPath } from '#shared/paths.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { computeWithheld, subtractWithheld, type Withholding } from '#shared/withholding.ts'

type Typed = z.output<typeof documentPreviewInput>

/** A retainer is an invoice. */
const findType = (kind: Typed['kind']): DocumentType =>
  Object.values(documentTypes).find(({ noun }) => noun === kind) ?? documentTypes.invoice
const maxPages = 3
/** Looks like a public id and is none: the document has no page yet. */
const noPublicId = '9fK2mQ7xT1bVwZ8sLr3JdAqP'
/** When the SVG is opened by itself, it runs and loads nothing. The app shows it as a picture. */
const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"

const documentPreviewRoutes = (services: Services) => {
  const { pdf, absolute, accounts, readers } = services

  const getLink = async (db: UserDb, kind: Typed['kind'], currency: Currency): Promise<TypeSpecificContent['link']> => {
    if (kind === 'estimate') return { words: 'viewAndAccept', url: absolute(reviewPath(noPublicId)) }
    if (findType(kind).name !== 'invoice') return null
    return (await canCollect(accounts, db, currency)) ? { words: 'payOnline', url: absolute(payPath(noPublicId)) } : null
  }

  /** Unstamped, as it is after it was sent. */
  const buildNew = async (
    db: UserDb,
    { kind, instalmentDays }: Typed,
    typed: TypedDocument,
    business: Business,
    customer: CustomerSnapshot,
    today: Day,
  ): Promise<PdfDocument> => {
    const type = findType(kind)
    const { number, issueDate, endDay, ...content } = typed
    const link = await getLink(db, kind, typed.currency)
    return buildPdfDocument(
      type,
      {
        ...{ id: 0, version: 1, customerId: 0, customer: { name: '', email: null } },
        ...{ ...content, issueDate: issueDate ?? today },
      },
      { business: inLanguageOf(business, customer), customer, changedAt: new Date(0) },
      {
        ...{ number, mark: null, link },
        ...(type.end && { endDay: endDay ?? today }),
        ...(type.name === 'invoice' && {
          instalments: divideEqually(typed, instalmentDays),
          earlyDiscount: getEarlyDiscountOffer({
            ...{ ...typed, issueDate: issueDate ?? today, status: 'draft' },
            ...{ amountCredited: zero, amountWrittenOff: zero, balanceDue: subtractWithheld(typed) },
          }),
        }),
        ...(kind === 'retainer' && { title: 'retainerInvoice' }),
      },
    )
  }

  const build = async (db: UserDb, input: Typed, today: Day): Promise<PdfDocument> => {
    const [rates, currency] = [await findLineRates(db, input.lineItems), await findCurrency(db, input)]
    const toTyped = (lines: AnyDocument['lineItems'] = []) => toTypedDocument(input, lines, rates, currency)
    const typed = toTyped()
    const { name, title, hasDrafts } = findType(input.kind)
    // A credit note is issued once and never edited.
    if (!hasDrafts && input.documentId != null) throw notFound(title)
    const opened = input.documentId == null ? null : await readers[name]!.read(db, input.documentId, ({ lineItems }) => toTyped(lineItems))
    const keepsCustomer = opened?.stored.customerId === input.customerId
    const customer = keepsCustomer ? nobody : await readCustomer(db, input.customerId ?? null)
    const business = opened?.parties.business ?? toShownBusiness(await getBusiness(db), input.business)
    const document = opened?.document ?? (await buildNew(db, input, typed, business, customer, today))
    const missing = [typed.issueDate === null, typed.endDay === null]
    return {
      ...document,
      customer: keepsCustomer ? document.customer : toPdfCustomer(customer, { ...business, language: document.language }),
      dates: document.dates.map((date, i) => (missing[i] ? { ...date, value: '' } : date)),
    }
  }

  return [
    route(documentPreviewApi.draw, async ({ user, body, today }): Promise<FileReply> => {
      const document = await user.tx((db) => build(db, body, today))
      // A newer request of the same user takes the place of one that waits.
      const bytes = await pdf.preview(document, getPdfAccount(user.id), `${user.id} document`, maxPages).catch(throwPdfError)
      return { bytes, contentType: 'image/svg+xml', fileName: 'preview.svg', policy }
    }),
  ]
}

export const documentPreviewModule: Module = (services) => ({ routes: documentPreviewRoutes(services) })

type Instalments = NonNullable<TypeSpecificContent['instalments']>

/** None while a part would be nothing. */
const divideEqually = ({ currency, ...typed }: TypedDocument, days: readonly Day[]): Instalments => {
  const total = subtractWithheld(typed)
  const amounts = days.length > 1 && total > 0 ? divideTotal(total, Array(days.length).fill(1), currency) : []
  return amounts.every((amount) => amount > 0) ? amounts.map((amount, i) => ({ dueDate: days[i]!, amount, isPaid: false })) : []
}

const toShownBusiness = (business: Business, typed: Typed['business']): Business => {
  if (!typed) return business
  const { businessName, contactName, country, pageSize } = typed
  const name = businessName?.trim() || business.name
  return {
    ...business,
    name,
    contactName: contactName && contactName !== name ? contactName : null,
    country: country || null,
    size: pageSize,
  }
}

const nobody: CustomerSnapshot = {
  ...{ name: '', company: null, contactName: null, email: null, phone: null, vatId: null },
  ...{ address: null, city: null, state: null, zipCode: null, country: null },
}

const findCurrency = async (db: UserDb, { currency, documentId, customerId }: Typed): Promise<Currency> => {
  if (currency) return currency
  const [row] = await db.rows<{ currency: Currency }>(
    `select coalesce((select currency from documents where user_id = $1 and id = $2), (select currency from customers where user_id = $1 and id = $3),
       ${homeCurrencySql}) as currency`,
    [db.userId, documentId ?? null, customerId ?? null],
    'document-preview.currency',
  )
  return row!.currency
}

const readCustomer = async (db: UserDb, id: number | null): Promise<CustomerSnapshot> => {
  if (id === null) return nobody
  const [row] = await db.rows<{ customer: CustomerSnapshot }>(
    `select ${customerJsonSql} as customer from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, id],
    'document-preview.customer',
  )
  if (!row) throw notFound('Customer')
  return row.customer
}

/** None while a part of it is no number. */
const readEarlyDiscount = (input: Typed): EarlyDiscount => {
  const { earlyDiscountPercent, earlyDiscountDays } = invoiceForm.shape
  const percent = earlyDiscountPercent.safeParse(input.earlyDiscountPercent).data
  const days = earlyDiscountDays.safeParse(input.earlyDiscountDays).data
  return percent && days ? { earlyDiscountPercent: percent, earlyDiscountDays: days } : noEarlyDiscount
}

const readWithholding = (typed: string, netAmount: Amount, currency: Currency): Withholding => {
  const withholdingPercent = parseDiscount(`${typed}%`, currency)?.discountPercent ?? null
  return { withholdingPercent, withheld: computeWithheld(netAmount, withholdingPercent, currency) }
}

/**
 * What isn't a number yet counts as zero, as in the form's totals. @param saved the lines of the saved document: the deposits that it
 * deducts stay
 */
const toTypedDocument = (input: Typed, saved: AnyDocument['lineItems'], rates: TaxRates, currency: Currency): TypedDocument => {
  const draft = {
    ...input,
    lineItems: input.lineItems.map((line): LineDraft => ({ ...emptyLine, ...line })),
    deductions: listDeductions(saved),
  }
  const totals = draftTotals(draft, currency, rates)
  const content = {
    ...{ taxRate: parseDraftRate(input.taxRate), pricesIncludeTax: input.pricesIncludeTax },
    ...{
      discountPercent: parseDiscount(input.discount, currency)?.discountPercent ?? null,
      deliveryDate: input.deliveryDate || null,
      deliveryUntil: input.deliveryUntil || null,
    },
    ...pickReferences(mapReferences((name) => input[name].trim())),
  }
  const lineItems = draft.lineItems.flatMap((line, i) =>
    isWhollyEmpty(line)
      ? []
      : {
          ...{ id: i + 1, itemId: null, kind: line.kind, description: line.description.trim() },
          ...{ quantity: parseDraftDecimal(line.quantity, true) ?? '0.00', unitCode: line.unitCode },
          ...{ unitPrice: parseDraftDecimal(line.unitPrice) ?? '0.00', taxRateId: line.taxRateId },
          discountPercent: parseDiscount(line.discount, currency)?.discountPercent ?? null,
          ...{ discountAmount: totals.lineDiscounts[i]!, total: totals.lines[i] ?? zero, sourceLineId: null },
        },
  )
  return {
    number: input.number.trim(),
    issueDate: input.issueDate || null,
    endDay: input.endDate || null,
    ...toStoredTotals({ ...content, lineItems }, { ...totals, lines: [] }, currency),
    ...{ notes: input.notes.trim(), terms: input.terms.trim() },
    ...readEarlyDiscount(input),
    ...readWithholding(input.withholdingPercent, totals.netAmount, currency),
    lineItems: [...lineItems, ...saved.filter(({ kind }) => kind === 'deposit')],
  }
}
