import type { Business } from '#server/platform/business.ts'
import type { Day } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Paper, PaperWords } from '#shared/paper.ts'
import { isRightToLeft, type PaperLanguage } from '#shared/paper-languages.ts'
import { showQuantity, showRate } from '#shared/rates.ts'
import type { AnyPaper } from './any-paper.ts'
import type { CustomerAsSent, Parties } from './issue.ts'
import type { PaperKind } from './kind.ts'
import { type Dictionary, dayIn, dictionaries } from './words/index.ts'

/** What one kind of paper says in its own way; words by the names that dictionaries have for them. */
export type OwnPrint = {
  number: string
  /** Null when nothing needs saying. */
  mark: keyof Dictionary['marks'] | null
  /** The day that belongs to the mark, such as that of the last payment or refund. */
  markDay?: Day | null
  /** The day that stands below the issue date. */
  endDay: Day
  /** What follows the total; the last of it is then what the eye must find. */
  afterTotal?: { label: 'paid' | 'refunded' | 'balanceDue'; day?: Day | null; value: string }[]
  link: { words: 'payOnline' | 'viewAndAccept'; url: string } | null
}

const present = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

type Address = Pick<CustomerAsSent, 'address' | 'city' | 'state' | 'zipCode' | 'country'>
/** 'Main St 1', 'Springfield, IL 62701', 'USA' */
const addressLines = ({ address, city, state, zipCode, country }: Address) =>
  present([address, [present([city]).join(''), present([state, zipCode]).join(' ')].filter(Boolean).join(', '), country])

/** Behind Arabic letters the parts of '93-1847266' and of '8.25%' would change places; a left-to-right mark, which nobody sees, keeps them. */
const keepOrder = (language: PaperLanguage, figures: string) => (isRightToLeft(language) ? `\u200e${figures}` : figures)

const businessLines = (business: Business, words: Dictionary) =>
  present([
    business.contactName,
    ...addressLines(business),
    business.email,
    business.phone,
    business.website,
    business.taxNumber && `${words.taxNumber} ${keepOrder(business.language, business.taxNumber)}`,
  ])

/** The business as papers print it, in its own language or another. */
export const printedBusiness = (business: Business): Paper['business'] => ({
  name: business.name,
  lines: businessLines(business, dictionaries[business.language]),
})

/** The customer as papers print him. */
export const printedCustomer = (customer: CustomerAsSent): Paper['customer'] => ({
  name: customer.name,
  lines: present([customer.company, ...addressLines(customer), customer.email, customer.phone]),
})

const pageWords = (of: PaperKind, words: Dictionary): PaperWords => {
  const { title, titles, number } = words[of.name]
  const { from, billedTo, preparedFor, description, quantity, unitPrice, amount, notes, terms, online, pageOf, logoOf, qrOf } = words
  const fields = { description, quantity, unitPrice, amount }
  return { title, titles, number, from, billedTo, preparedFor, ...fields, notes, terms, online, pageOf, logoOf, qrOf }
}

/** Everything a paper says, as finished text in its business's language; PDF and e-mail print it and compute nothing. */
export const paperOf = (
  of: PaperKind,
  paper: AnyPaper,
  { customer, business, changedAt }: Omit<Parties, 'publicId'>,
  { number, mark, markDay = null, endDay, afterTotal = [], link }: OwnPrint,
): Paper => {
  const { language } = business
  const words = dictionaries[language]
  const sums = [
    { label: words.subtotal, value: showMoney(paper.subtotal) },
    { label: `${words.tax} (${keepOrder(language, showRate(paper.taxRate))})`, value: showMoney(paper.taxAmount) },
    { label: words.total, value: showMoney(paper.total) },
    ...afterTotal.map(({ label, day = null, value }) => {
      const name = label === 'refunded' ? words.receipt.refunded : words[label]
      return { label: day === null ? name : `${name} (${dayIn(language, day)})`, value }
    }),
  ]
  return {
    kind: of.title,
    language,
    words: pageWords(of, words),
    number,
    mark: mark === null ? '' : words.marks[mark],
    markDay: markDay === null ? '' : dayIn(language, markDay),
    business: printedBusiness(business),
    customer: printedCustomer(customer),
    dates: [
      { label: words[of.name].issueDate, value: dayIn(language, paper.issueDate) },
      { label: words[of.name].endDate, value: dayIn(language, endDay) },
    ],
    lines: paper.lineItems.map((line) => ({
      description: line.description,
      quantity: showQuantity(line.quantity),
      unitPrice: showMoney(line.unitPrice),
      total: showMoney(line.total),
    })),
    totals: sums.map((sum, i) => ({ ...sum, strong: i === sums.length - 1 })),
    link: link && { words: words[link.words], url: link.url },
    notes: paper.notes ?? '',
    terms: paper.terms ?? '',
    logo: business.logoKey === null ? null : { key: business.logoKey },
    size: business.size,
    theme: business.theme,
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
    changedAt,
  }
}
