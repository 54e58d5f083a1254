import { type Business, getLocale } from '#server/domain/business/business.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import {
  type AnyDocument,
  type DocumentType,
  getEndDay,
  getNumber,
  type StoredDocument,
  type StoredTotals,
} from '#server/domain/documents/document-type.ts'
import { type DocumentLabels, documentLabels, getUnitWord } from '#server/domain/documents/labels/index.ts'
import { type CustomerSnapshot, getParties, type Parties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { formatAddress, getHomeCountry } from '#shared/addresses.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentLanguage, type DocumentLocale, getLanguage, isRightToLeft } from '#shared/document-languages.ts'
import { listReferences } from '#shared/document-references.ts'
import type { EarlyDiscount } from '#shared/early-discounts.ts'
import { formatDayIn, formatFigureIn } from '#shared/language-format.ts'
import { withLineTaxes } from '#shared/line-taxes.ts'
import { type Amount, formatMoney, parseAmount, type Sum, toAmount, zero } from '#shared/money.ts'
import type { PageLabels, PdfDocument, Transfer } from '#shared/pdf-document.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { formatQuantity, formatRate } from '#shared/rates.ts'
import { listPrintedRows, type TotalRow } from '#shared/total-rows.ts'
import type { Withholding } from '#shared/withholding.ts'

export type LoadedDocument<Stored> = { stored: Stored; parties: Parties; document: PdfDocument }

/** What a form holds of a document that is being written: a date may be missing. */
export type TypedDocument = StoredTotals &
  Pick<AnyDocument, 'notes' | 'terms' | 'lineItems'> & {
    number: string
    issueDate: Day | null
    endDay: Day | null
  } & EarlyDiscount &
  Withholding

export type DocumentReader<Stored> = {
  /** As of today in the owner's time zone. @param typed unsaved changes, shown instead of what is stored @throws AppError 404 */
  read(db: UserDb, id: number, typed?: (stored: Stored) => TypedDocument): Promise<LoadedDocument<Stored>>
}

const withTyped = <Stored extends AnyDocument>(type: DocumentType, stored: Stored, typed: TypedDocument): Stored => {
  const { number, issueDate, endDay, ...content } = typed
  const days = { ...(issueDate && { issueDate }), ...(endDay && type.end && { [type.end.field]: endDay }) }
  const settled = stored as { amountPaid?: Amount; amountWrittenOff?: Amount; amountCredited?: Amount; creditApplied?: Amount }
  const { amountPaid: paid, amountWrittenOff = zero, amountCredited = zero, creditApplied = zero } = settled
  const balance =
    paid === undefined
      ? {}
      : { balanceDue: toAmount(Math.max(content.total - content.withheld - paid - amountWrittenOff - amountCredited - creditApplied, 0)) }
  return { ...stored, ...content, ...days, ...balance, [type.numberField]: number }
}

const toMark = (status: string) => (status in documentLabels.en.marks ? (status as keyof DocumentLabels['marks']) : null)

/** @param own what is printed else than its number, its dates, and the stamp that its status has */
export const createDocumentReader = <Stored extends StoredDocument>(
  { type, get }: { type: DocumentType; get: (db: UserDb, id: number, today: Day) => Promise<Stored> },
  { now }: { now: () => Date },
  own?: (db: UserDb, stored: Stored, parties: Parties) => Promise<Partial<TypeSpecificContent> | null>,
): DocumentReader<Stored> => ({
  read: async (db, id, typed) => {
    const saved = await get(db, id, await getUserToday(db, now()))
    const stored = typed ? withTyped(type, saved, typed(saved)) : saved
    const parties = await getParties(db, id)
    const endDay = getEndDay(type, stored)
    const content = {
      ...{ number: getNumber(type, stored), mark: toMark(stored.status), link: null, ...(endDay && { endDay }) },
      // An offer owes no tax.
      homeTax: typed || type.name === 'estimate' ? null : await readHomeTax(db, stored, parties.business.currency),
      ...(await own?.(db, stored, parties)),
    }
    return { stored, parties, document: buildPdfDocument(type, stored, parties, content) }
  },
})

/** Null for a document in the home currency, without tax, or without an exchange rate. */
const readHomeTax = async (
  db: UserDb,
  { id, currency, exchangeRate }: StoredDocument,
  home: Currency,
): Promise<TypeSpecificContent['homeTax']> => {
  if (currency === home || exchangeRate === null) return null
  const [row] = await db.rows<{ amount: string | null }>(
    `select sum(home_amount)::text as amount from document_taxes where user_id = $1 and document_id = $2
     having every(home_amount is not null) and sum(home_amount) > 0`,
    [db.userId, id],
    'documents.home-tax',
  )
  return row?.amount ? { amount: parseAmount(row.amount), currency: home, rate: exchangeRate } : null
}

export type TypeSpecificContent = {
  number: string
  /** The title, where it is not that of the type. */
  title?: 'depositInvoice' | 'retainerInvoice'
  mark: keyof DocumentLabels['marks'] | null
  /** Below the stamp, such as that of the last payment or refund. */
  markDay?: Day | null
  endDay?: Day
  invoiceNumber?: string
  /** Rows after the total; the last of all rows but the instalments is emphasized. */
  afterTotal?: { label: 'paid' | 'refunded' | 'credited' | 'balanceDue'; day?: Day | null; value: string }[]
  /** What an estimate asks for when it is accepted. */
  deposit?: { percent: string | null; value: Amount } | null
  /** What has to be paid by the day. */
  earlyDiscount?: { percent: string; day: Day; amount: Amount } | null
  instalments?: { dueDate: Day; amount: Amount; isPaid: boolean }[]
  link: { words: 'payOnline' | 'viewAndAccept'; url: string } | null
  transfer?: Transfer | null
  /** The tax in the home currency, which tax offices ask for beside an amount in another one; with home units per unit of the document's currency. */
  homeTax?: { amount: Amount; currency: Currency; rate: string } | null | undefined
}

const withoutEmpty = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

/** After right-to-left text, the parts of '93-1847266' and '8.25%' would be reordered; an invisible left-to-right mark prevents that. */
const keepLeftToRight = (language: DocumentLocale, figures: string) => (isRightToLeft(language) ? `\u200e${figures}` : figures)

/** In right-to-left text the minus stays before the digits, as in '-1,163.225 د.ك.' */
export const formatPdfMoney = (amount: Amount | Sum | string, currency: Currency, locale: DocumentLocale): string => {
  const text = formatMoney(amount, currency, locale)
  return text.startsWith('-') ? keepLeftToRight(locale, text) : text
}

const formatVatId = ({ vatId }: { vatId?: string | null }, language: DocumentLanguage) =>
  vatId ? `${documentLabels[language].vatId} ${keepLeftToRight(language, vatId)}` : null

const businessLines = (business: Business, labels: DocumentLabels) =>
  withoutEmpty([
    business.contactName,
    ...formatAddress(business),
    business.email,
    business.phone,
    business.website,
    business.taxNumber && `${labels.taxNumber} ${keepLeftToRight(business.language, business.taxNumber)}`,
    formatVatId(business, business.language),
  ])

export const toPdfBusiness = (business: Business): PdfDocument['business'] => ({
  name: business.name,
  lines: businessLines(business, documentLabels[business.language]),
})

/** @param business an address that names no country is in that of the business */
export const toPdfCustomer = (
  customer: CustomerSnapshot,
  business: Pick<Business, 'language' | 'country' | 'countryCode'>,
): PdfDocument['customer'] => ({
  name: customer.name,
  lines: withoutEmpty([
    customer.contactName ?? null,
    customer.company,
    ...formatAddress(customer, getHomeCountry(business)),
    customer.email,
    customer.phone,
    formatVatId(customer, business.language),
    customer.registrationId
      ? `${documentLabels[business.language].registrationId} ${keepLeftToRight(business.language, customer.registrationId)}`
      : null,
  ]),
})

const toPageLabels = (type: DocumentType, labels: DocumentLabels, ownTitle: TypeSpecificContent['title']): PageLabels => {
  const { titles, number } = labels[type.name]
  const title = ownTitle ? labels[ownTitle] : labels[type.name].title
  const { from, billedTo, preparedFor, description, quantity, unitPrice, tax, amount, notes, terms, online, pageOf, logoOf, qrOf } = labels
  const fields = { description, quantity, unitPrice, tax, amount }
  return { title, titles, number, from, billedTo, preparedFor, ...fields, notes, terms, online, pageOf, logoOf, qrOf }
}

const toRowLabel = (row: TotalRow, currency: Currency, locale: DocumentLocale): string => {
  const labels = documentLabels[getLanguage(locale)]
  const ltr = (figures: string) => keepLeftToRight(locale, figures)
  const figure = (english: string) => formatFigureIn(locale, english)
  switch (row.kind) {
    case 'charge':
      return row.description
    case 'discount':
      return row.percent === null ? labels.discount : `${labels.discount} (${ltr(figure(`${row.percent}%`))})`
    case 'withholding':
      return `${labels.withholding} (${ltr(figure(`${row.percent}%`))})`
    case 'tax': {
      const name = row.name ?? labels.tax
      const rate = row.percent === null ? name : `${name} (${ltr(figure(formatRate(row.percent)))})`
      const base = row.base === null ? null : labels.taxBase.replace('{amount}', () => ltr(formatMoney(row.base!, currency, locale)))
      // A reason is required by law where no tax is charged.
      return withoutEmpty([rate, base, row.exemption]).join('\n')
    }
    default:
      return labels[row.kind]
  }
}

const describeLineDiscount = (line: AnyDocument['lineItems'][number], currency: Currency, locale: DocumentLocale): string[] => {
  const language = getLanguage(locale)
  if (line.discountAmount === 0) return []
  const percent = line.discountPercent === null ? '' : ` (${keepLeftToRight(locale, formatFigureIn(locale, `${line.discountPercent}%`))})`
  // French has a space before the colon.
  const colon = language === 'fr' ? '\u00a0:' : ':'
  return [`${documentLabels[language].discount}${percent}${colon} ${formatPdfMoney(toAmount(-line.discountAmount), currency, locale)}`]
}

export const buildPdfDocument = (
  type: DocumentType,
  document: AnyDocument,
  { customer, business, changedAt }: Omit<Parties, 'publicId'>,
  {
    number,
    title,
    mark,
    markDay = null,
    endDay,
    invoiceNumber,
    afterTotal = [],
    deposit = null,
    earlyDiscount = null,
    instalments = [],
    link,
    transfer = null,
    homeTax = null,
  }: TypeSpecificContent,
): PdfDocument => {
  const { language } = business
  const locale = getLocale(business)
  const { currency } = document
  const labels = documentLabels[language]
  const days: { issueDate: string; endDate?: string } = labels[type.name]
  const format = (amount: Amount | string) => formatPdfMoney(amount, currency, locale)
  const formatPrice = ({ quantity, unitCode, unitPrice }: AnyDocument['lineItems'][number]) => ({
    quantity: [formatFigureIn(locale, formatQuantity(quantity)), getUnitWord(unitCode, language)].filter(Boolean).join(' '),
    unitPrice: format(unitPrice),
  })
  const sums = [
    ...listPrintedRows(document).map((row) => ({ label: toRowLabel(row, currency, locale), value: format(row.amount) })),
    ...afterTotal.map(({ label, day = null, value }) => {
      const name = label === 'refunded' ? labels.receipt.refunded : labels[label]
      return { label: day === null ? name : `${name} (${formatDayIn(locale, day)})`, value }
    }),
  ]
  return {
    kind: type.title,
    language,
    words: toPageLabels(type, labels, title),
    number,
    mark: mark === null ? '' : labels.marks[mark],
    markDay: markDay === null ? '' : formatDayIn(locale, markDay),
    business: toPdfBusiness(business),
    customer: toPdfCustomer(customer, business),
    dates: [
      { label: days.issueDate, value: formatDayIn(locale, document.issueDate) },
      ...(endDay && days.endDate ? [{ label: days.endDate, value: formatDayIn(locale, endDay) }] : []),
      ...(document.deliveryDate && !document.deliveryUntil
        ? [{ label: labels.deliveryDate, value: formatDayIn(locale, document.deliveryDate) }]
        : []),
      ...(invoiceNumber ? [{ label: labels.invoice.number, value: invoiceNumber }] : []),
    ],
    references: [
      // Too long to stand among the dates in each design.
      ...(document.deliveryDate && document.deliveryUntil
        ? [
            {
              label: labels.deliveryPeriod,
              value: [document.deliveryDate, document.deliveryUntil].map((day) => formatDayIn(locale, day)).join(' – '),
            },
          ]
        : []),
      ...listReferences(document).map(({ name, text }) => ({ label: labels[name], value: text })),
    ],
    lines: withLineTaxes(document, locale)
      .filter(({ kind }) => kind !== 'charge')
      .map((line) => ({
        description: [line.description, ...describeLineDiscount(line, currency, locale)].join('\n'),
        // A deposit is deducted as a whole.
        ...(line.kind === 'deposit' ? { quantity: '', unitPrice: '' } : formatPrice(line)),
        tax: line.tax ?? '',
        total: format(line.total),
      })),
    totals: [
      ...sums.map((sum, i) => ({ ...sum, strong: i === sums.length - 1 })),
      ...(homeTax
        ? [
            {
              label: `${labels.tax} (${keepLeftToRight(language, `1 ${currency} = ${formatFigureIn(locale, homeTax.rate)} ${homeTax.currency}`)})`,
              value: formatPdfMoney(homeTax.amount, homeTax.currency, locale),
              strong: false,
            },
          ]
        : []),
      ...(deposit
        ? [
            {
              label: deposit.percent === null ? labels.depositOnAcceptance : `${labels.depositOnAcceptance} (${deposit.percent}%)`,
              value: format(deposit.value),
              strong: false,
            },
          ]
        : []),
      ...(earlyDiscount
        ? [
            {
              label: fillPlaceholders(labels.earlyDiscount, (name) =>
                name === 'day'
                  ? formatDayIn(locale, earlyDiscount.day)
                  : keepLeftToRight(language, formatFigureIn(locale, `${earlyDiscount.percent}%`)),
              ),
              value: format(earlyDiscount.amount),
              strong: false,
            },
          ]
        : []),
      ...instalments.map(({ dueDate, amount, isPaid }, i) => {
        const figures = { n: i + 1, count: instalments.length, day: formatDayIn(locale, dueDate) }
        const label = labels.instalment.replace(/\{(n|count|day)\}/g, (_, name: keyof typeof figures) => String(figures[name]))
        return { label: isPaid ? `${label} (${labels.paid})` : label, value: format(amount), strong: false }
      }),
    ],
    link: link && { words: labels[link.words], url: link.url },
    transfer,
    notes: document.notes ?? '',
    terms: document.terms ?? '',
    logo: business.logoKey === null ? null : { key: business.logoKey },
    size: business.size,
    theme: business.theme,
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
    changedAt,
  }
}
