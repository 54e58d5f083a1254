import type { Business } from '#server/platform/business.ts'
import { type Day, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Paper } from '#shared/paper.ts'
import { showQuantity, showRate } from '#shared/rates.ts'
import type { AnyPaper } from './any-paper.ts'
import type { CustomerAsSent, Parties } from './issue.ts'
import type { PaperKind } from './kind.ts'

/** What one kind of paper says in its own way. */
export type OwnPrint = {
  number: string
  /** e.g. 'DRAFT'; empty when nothing needs saying. */
  mark: string
  /** The day that belongs to the mark, such as that of the last payment. */
  markDay?: Day | null
  /** The day that stands below the issue date. */
  end: { label: string; day: Day }
  /** What follows the total; the last of it is then what the eye must find. */
  afterTotal?: { label: string; value: string }[]
  link: Paper['link']
}

const present = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

type Address = Pick<CustomerAsSent, 'address' | 'city' | 'state' | 'zipCode' | 'country'>
/** 'Main St 1', 'Springfield, IL 62701', 'USA' */
const addressLines = ({ address, city, state, zipCode, country }: Address) =>
  present([address, [present([city]).join(''), present([state, zipCode]).join(' ')].filter(Boolean).join(', '), country])

const businessLines = (business: Business) =>
  present([
    ...addressLines(business),
    business.email,
    business.phone,
    business.website,
    business.taxNumber && `Tax number ${business.taxNumber}`,
  ])

/** Everything a paper says, as finished text; PDF and e-mail print it and compute nothing. */
export const paperOf = (
  of: PaperKind,
  paper: AnyPaper,
  { customer, business, changedAt }: Omit<Parties, 'publicId'>,
  { number, mark, markDay = null, end, afterTotal = [], link }: OwnPrint,
): Paper => {
  const sums = [
    { label: 'Subtotal', value: showMoney(paper.subtotal) },
    { label: `Tax (${showRate(paper.taxRate)})`, value: showMoney(paper.taxAmount) },
    { label: 'Total', value: showMoney(paper.total) },
    ...afterTotal,
  ]
  return {
    kind: of.title,
    number,
    mark,
    markDay: markDay === null ? '' : showDay(markDay),
    business: { name: business.name, lines: businessLines(business) },
    customer: { name: customer.name, lines: present([customer.company, ...addressLines(customer), customer.email, customer.phone]) },
    dates: [
      { label: 'Issue date', value: showDay(paper.issueDate) },
      { label: end.label, value: showDay(end.day) },
    ],
    lines: paper.lineItems.map((line) => ({
      description: line.description,
      quantity: showQuantity(line.quantity),
      unitPrice: showMoney(line.unitPrice),
      total: showMoney(line.total),
    })),
    totals: sums.map((sum, i) => ({ ...sum, strong: i === sums.length - 1 })),
    link,
    notes: paper.notes ?? '',
    terms: paper.terms ?? '',
    logo: null,
    size: 'letter',
    theme: business.theme,
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
    changedAt,
  }
}
