import { Banknote, BellRing, Braces, CalendarRange, CircleSlash, Link2, PiggyBank, ReceiptText, Share2 } from 'lucide-react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { mayCredit } from '#shared/credit-note-rules.ts'
import type { Currency } from '#shared/currencies.ts'
import { alreadyPaid, mayCollect, mayEmail, maySchedule, mayWriteOff, statusLabels } from '#shared/invoice-rules.ts'
import { type Amount, addUp, parseAmount, scale, toAmount, toDecimal } from '#shared/money.ts'
import { commonActions, pickCommon } from '#web/documents/list/actions.ts'
import { defineDocument } from '#web/documents/list/document-kind.ts'
import { invoiceChanges } from '#web/documents/payments/refresh-invoices.ts'
import { native } from '#web/lib/native/native.ts'

export const hasWriteOff = ({ amountWrittenOff }: Pick<InvoiceWire, 'amountWrittenOff'>): boolean => Number(amountWrittenOff) > 0
export const hasCredit = ({ amountCredited }: Pick<InvoiceWire, 'amountCredited'>): boolean => Number(amountCredited) > 0
/** Credit of other invoices that was applied to an invoice, less its own that was applied to others. */
export const getAppliedCredit = ({ creditApplied }: Pick<InvoiceWire, 'creditApplied'>): Amount => parseAmount(creditApplied)

const hasBalance = ({ balanceDue }: ListedInvoiceWire) => balanceDue !== '0.00'

/** The balance due in the currency of the business: its part of the home total. */
const toHomeDue = ({ total, homeTotal, rateSource, balanceDue }: ListedInvoiceWire, home: Currency) => {
  const [due, whole, atHome] = [parseAmount(balanceDue), parseAmount(total), parseAmount(homeTotal ?? '0')]
  // What is left after the payments' share of the home total is rounded, as in the books.
  return rateSource === null || whole === 0 ? due : toAmount(atHome - scale(atHome, whole - due, whole, home))
}

export const invoices = defineDocument<ListedInvoiceWire>()('invoice', invoiceEndpoints, {
  alsoChanges: invoiceChanges,
  all: 'All Invoices',
  statuses: statusLabels,
  // Drafts and paid invoices, refunded or not, have no balance due.
  summarize: (rows, home) => ({
    balanceDue: toDecimal(addUp(rows.filter(({ status }) => status === 'sent' || status === 'overdue').map((row) => toHomeDue(row, home)))),
  }),
  email: {
    may: mayEmail,
    toBody: ({ customer, invoiceNumber }) => ({ customerEmail: customer.email, customerName: customer.name, invoiceNumber }),
  },
  actions: [
    {
      name: 'remind',
      label: 'Send Reminder',
      icon: BellRing,
      keys: ['b'],
      group: 'Send',
      isAvailable: ({ status }) => status === 'overdue',
    },
    { ...commonActions.view, label: 'View' },
    ...pickCommon('edit', 'download'),
    {
      name: 'link',
      label: 'Generate Payment Link',
      icon: Link2,
      keys: ['l'],
      group: 'Send',
      isAvailable: (invoice) => mayCollect(invoice) === true,
    },
    { ...commonActions.email, isAvailable: (invoice) => mayEmail(invoice) !== alreadyPaid },
    { ...commonActions.later, isAvailable: (invoice) => mayEmail(invoice) !== alreadyPaid },
    {
      name: 'payment',
      group: 'Money',
      label: 'Record Payment',
      icon: Banknote,
      keys: ['r'],
      // Also after a write-off, which a payment undoes.
      isAvailable: (invoice) => (invoice.status !== 'paid' && hasBalance(invoice)) || hasWriteOff(invoice),
    },
    {
      name: 'credit',
      group: 'Money',
      label: 'Credit…',
      icon: ReceiptText,
      keys: ['c'],
      // The list does not say whether an invoice is an opening balance; the server refuses to credit one.
      isAvailable: (invoice) =>
        mayCredit({
          ...invoice,
          isOpeningBalance: false,
          isWrittenOff: hasWriteOff(invoice),
          isCredited: parseAmount(invoice.amountCredited ?? '0') >= parseAmount(invoice.total),
        }) === true,
    },
    {
      name: 'deposit',
      group: 'Money',
      label: 'Request a deposit…',
      icon: PiggyBank,
      keys: ['q'],
      isAvailable: ({ status, kind, total }) => status === 'draft' && kind === 'standard' && total !== '0.00',
    },
    {
      name: 'schedule',
      group: 'Money',
      label: 'Payment Schedule…',
      icon: CalendarRange,
      keys: ['i'],
      isAvailable: (invoice) => maySchedule({ status: invoice.status, hasBalance: hasBalance(invoice) }) === true,
    },
    {
      name: 'writeOff',
      group: 'Money',
      label: 'Write Off…',
      icon: CircleSlash,
      keys: ['w'],
      // What is written off in part can't be written off again.
      isAvailable: (invoice) => !hasWriteOff(invoice) && mayWriteOff({ ...invoice, hasBalance: hasBalance(invoice) }) === true,
    },
    ...pickCommon('duplicate', 'repeat', 'history'),
    { name: 'share', label: 'Share', icon: Share2, group: 'Send', isAvailable: native.canShare },
    { name: 'json', label: 'Save as JSON', icon: Braces },
    commonActions.delete,
  ],
})
