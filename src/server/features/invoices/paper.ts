import type { Business } from '#server/platform/business.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Paper } from '#shared/paper.ts'
import { showQuantity, showRate } from '#shared/rates.ts'
import type { CustomerAsSent } from './issue.ts'
import type { Invoice } from './read.ts'

const present = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

type Address = Pick<CustomerAsSent, 'address' | 'city' | 'state' | 'zipCode' | 'country'>
/** 'Main St 1', 'Springfield, IL 62701', 'USA' */
const addressLines = ({ address, city, state, zipCode, country }: Address) =>
  present([address, [present([city]).join(''), present([state, zipCode]).join(' ')].filter(Boolean).join(', '), country])

/** Everything an invoice says, as finished text; PDF and e-mail print it and compute nothing. */
export const invoicePaper = (
  invoice: Invoice,
  parties: { customer: CustomerAsSent; business: Business; changedAt: Date },
  payUrl: string | null,
): Paper => {
  const { customer, business } = parties
  const partlyPaid = invoice.amountPaid > 0
  return {
    kind: 'Invoice',
    number: invoice.invoiceNumber,
    mark: invoice.status === 'draft' ? 'DRAFT' : invoice.status === 'paid' ? 'PAID' : '',
    business: {
      name: business.name,
      lines: present([
        ...addressLines(business),
        business.email,
        business.phone,
        business.website,
        business.taxNumber && `Tax number ${business.taxNumber}`,
      ]),
    },
    customer: { name: customer.name, lines: present([customer.company, ...addressLines(customer), customer.email, customer.phone]) },
    dates: [
      { label: 'Issue date', value: showDay(invoice.issueDate) },
      { label: 'Due date', value: showDay(invoice.dueDate) },
    ],
    lines: invoice.lineItems.map((line) => ({
      description: line.description,
      quantity: showQuantity(line.quantity),
      unitPrice: showMoney(line.unitPrice),
      total: showMoney(line.total),
    })),
    totals: [
      { label: 'Subtotal', value: showMoney(invoice.subtotal), strong: false },
      { label: `Tax (${showRate(invoice.taxRate)})`, value: showMoney(invoice.taxAmount), strong: false },
      { label: 'Total', value: showMoney(invoice.total), strong: !partlyPaid },
      ...(partlyPaid
        ? [
            { label: 'Paid', value: showMoney(invoice.amountPaid), strong: false },
            { label: 'Balance due', value: showMoney(invoice.balanceDue), strong: true },
          ]
        : []),
    ],
    payUrl,
    notes: invoice.notes ?? '',
    terms: invoice.terms ?? '',
    theme: business.theme,
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
    changedAt: parties.changedAt,
  }
}
