import type { Business } from '#server/domain/business/business.ts'
import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { type DocumentLabels, documentLabels, formatDayIn } from '#server/domain/documents/labels/index.ts'
import type { CustomerAsSent, Parties } from '#server/domain/documents/parties.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentLanguage, isRightToLeft } from '#shared/document-languages.ts'
import { formatMoney } from '#shared/money.ts'
import type { DocumentWords, PdfDocument } from '#shared/pdf-document.ts'
import { formatQuantity, formatRate } from '#shared/rates.ts'

/** The type-specific parts of a document; labels are keys of `DocumentLabels`. */
export type TypeSpecificContent = {
  number: string
  /** The stamp; null for none. */
  mark: keyof DocumentLabels['marks'] | null
  /** The date below the stamp, such as that of the last payment or refund. */
  markDay?: Day | null
  /** The date below the issue date: due date or expiry date. */
  endDay: Day
  /** Rows after the total; the last of all rows is emphasized. */
  afterTotal?: { label: 'paid' | 'refunded' | 'balanceDue'; day?: Day | null; value: string }[]
  link: { words: 'payOnline' | 'viewAndAccept'; url: string } | null
}

const present = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

type Address = Pick<CustomerAsSent, 'address' | 'city' | 'state' | 'zipCode' | 'country'>
/** 'Main St 1', 'Springfield, IL 62701', 'USA' */
const addressLines = ({ address, city, state, zipCode, country }: Address) =>
  present([address, [present([city]).join(''), present([state, zipCode]).join(' ')].filter(Boolean).join(', '), country])

/** After right-to-left text, the parts of '93-1847266' and '8.25%' would be reordered; an invisible left-to-right mark prevents that. */
const keepOrder = (language: DocumentLanguage, figures: string) => (isRightToLeft(language) ? `\u200e${figures}` : figures)

const businessLines = (business: Business, words: DocumentLabels) =>
  present([
    business.contactName,
    ...addressLines(business),
    business.email,
    business.phone,
    business.website,
    business.taxNumber && `${words.taxNumber} ${keepOrder(business.language, business.taxNumber)}`,
  ])

/** The business's name and lines as printed on documents, with labels in its language. */
export const toPdfBusiness = (business: Business): PdfDocument['business'] => ({
  name: business.name,
  lines: businessLines(business, documentLabels[business.language]),
})

/** The customer's name and lines as printed on documents. */
export const toPdfCustomer = (customer: CustomerAsSent): PdfDocument['customer'] => ({
  name: customer.name,
  lines: present([customer.company, ...addressLines(customer), customer.email, customer.phone]),
})

const pageWords = (of: DocumentType, words: DocumentLabels): DocumentWords => {
  const { title, titles, number } = words[of.name]
  const { from, billedTo, preparedFor, description, quantity, unitPrice, amount, notes, terms, online, pageOf, logoOf, qrOf } = words
  const fields = { description, quantity, unitPrice, amount }
  return { title, titles, number, from, billedTo, preparedFor, ...fields, notes, terms, online, pageOf, logoOf, qrOf }
}

/** Builds a document's finished texts in the business's language for the PDF engine. */
export const documentOf = (
  of: DocumentType,
  document: AnyDocument,
  { customer, business, changedAt }: Omit<Parties, 'publicId'>,
  { number, mark, markDay = null, endDay, afterTotal = [], link }: TypeSpecificContent,
): PdfDocument => {
  const { language } = business
  const words = documentLabels[language]
  const sums = [
    { label: words.subtotal, value: formatMoney(document.subtotal) },
    { label: `${words.tax} (${keepOrder(language, formatRate(document.taxRate))})`, value: formatMoney(document.taxAmount) },
    { label: words.total, value: formatMoney(document.total) },
    ...afterTotal.map(({ label, day = null, value }) => {
      const name = label === 'refunded' ? words.receipt.refunded : words[label]
      return { label: day === null ? name : `${name} (${formatDayIn(language, day)})`, value }
    }),
  ]
  return {
    kind: of.title,
    language,
    words: pageWords(of, words),
    number,
    mark: mark === null ? '' : words.marks[mark],
    markDay: markDay === null ? '' : formatDayIn(language, markDay),
    business: toPdfBusiness(business),
    customer: toPdfCustomer(customer),
    dates: [
      { label: words[of.name].issueDate, value: formatDayIn(language, document.issueDate) },
      { label: words[of.name].endDate, value: formatDayIn(language, endDay) },
    ],
    lines: document.lineItems.map((line) => ({
      description: line.description,
      quantity: formatQuantity(line.quantity),
      unitPrice: formatMoney(line.unitPrice),
      total: formatMoney(line.total),
    })),
    totals: sums.map((sum, i) => ({ ...sum, strong: i === sums.length - 1 })),
    link: link && { words: words[link.words], url: link.url },
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
