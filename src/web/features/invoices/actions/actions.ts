import {
  Banknote,
  Braces,
  CalendarClock,
  CalendarRange,
  CircleSlash,
  Copy,
  Download,
  Eye,
  History,
  Link2,
  Mail,
  Pencil,
  PiggyBank,
  ReceiptText,
  Repeat,
  Share2,
  Trash2,
} from 'lucide-react'
import { createContext, useContext } from 'react'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { mayCredit } from '#shared/credit-note-rules.ts'
import { mayCollect, mayEmail, maySchedule, mayWriteOff } from '#shared/invoice-rules.ts'
import { type Amount, parseAmount } from '#shared/money.ts'
import type { DocumentAction, Run as RunOf } from '#web/documents/list/actions.ts'
import { native } from '#web/lib/native/native.ts'

export type ActionName =
  | 'view'
  | 'edit'
  | 'download'
  | 'link'
  | 'email'
  | 'later'
  | 'payment'
  | 'credit'
  | 'deposit'
  | 'schedule'
  | 'writeOff'
  | 'duplicate'
  | 'repeat'
  | 'history'
  | 'share'
  | 'json'
  | 'delete'

export const hasWriteOff = ({ amountWrittenOff }: Pick<InvoiceWire, 'amountWrittenOff'>): boolean => Number(amountWrittenOff) > 0
export const hasCredit = ({ amountCredited }: Pick<InvoiceWire, 'amountCredited'>): boolean => Number(amountCredited) > 0
/** Credit of other invoices that was applied to an invoice, less its own that was applied to others. */
export const getAppliedCredit = ({ creditApplied }: Pick<InvoiceWire, 'creditApplied'>): Amount => parseAmount(creditApplied)

const always = () => true
/** Also after a write-off, which a payment undoes. */
const isPayable = (invoice: ListedInvoiceWire) => (invoice.status !== 'paid' && invoice.balanceDue !== '0.00') || hasWriteOff(invoice)
/** What is written off in part can't be written off again. */
const isWritableOff = (invoice: ListedInvoiceWire) =>
  !hasWriteOff(invoice) && mayWriteOff({ ...invoice, hasBalance: invoice.balanceDue !== '0.00' }) === true

/** The list does not say whether an invoice is an opening balance; the server refuses to credit one. */
const isCreditable = (invoice: ListedInvoiceWire) =>
  mayCredit({
    ...invoice,
    isOpeningBalance: false,
    isWrittenOff: hasWriteOff(invoice),
    isCredited: parseAmount(invoice.amountCredited ?? '0') >= parseAmount(invoice.total),
  }) === true

export const invoiceActions: readonly DocumentAction<ActionName, ListedInvoiceWire>[] = [
  { name: 'view', label: 'View', icon: Eye, keys: ['v'], hint: 'V', isAvailable: always },
  { name: 'edit', label: 'Edit', icon: Pencil, keys: ['e'], hint: 'E', isAvailable: always },
  { name: 'download', label: 'Download PDF', icon: Download, keys: ['p'], hint: 'P', isAvailable: always },
  {
    name: 'link',
    label: 'Generate Payment Link',
    icon: Link2,
    keys: ['l'],
    hint: 'L',
    isAvailable: (invoice) => mayCollect(invoice) === true,
  },
  // Without an email address the action stays visible and tells what is missing.
  {
    name: 'email',
    label: 'Send by Email',
    icon: Mail,
    keys: ['m'],
    hint: 'M',
    isAvailable: (invoice) => mayEmail(invoice) !== 'already paid',
  },
  { name: 'later', label: 'Send Later', icon: CalendarClock, keys: [], isAvailable: (invoice) => mayEmail(invoice) !== 'already paid' },
  { name: 'payment', label: 'Record Payment', icon: Banknote, keys: ['r'], hint: 'R', isAvailable: isPayable },
  { name: 'credit', label: 'Credit…', icon: ReceiptText, keys: ['c'], hint: 'C', isAvailable: isCreditable },
  {
    name: 'deposit',
    label: 'Request a Deposit…',
    icon: PiggyBank,
    keys: ['q'],
    hint: 'Q',
    isAvailable: ({ status, kind, total }) => status === 'draft' && kind === 'standard' && total !== '0.00',
  },
  {
    name: 'schedule',
    label: 'Payment Schedule…',
    icon: CalendarRange,
    keys: ['i'],
    hint: 'I',
    isAvailable: ({ status, balanceDue }) => maySchedule({ status, hasBalance: balanceDue !== '0.00' }) === true,
  },
  { name: 'writeOff', label: 'Write Off…', icon: CircleSlash, keys: ['w'], hint: 'W', isAvailable: isWritableOff },
  { name: 'duplicate', label: 'Duplicate', icon: Copy, keys: ['d'], hint: 'D', isAvailable: always },
  { name: 'repeat', label: 'Repeat…', icon: Repeat, keys: [], isAvailable: always },
  { name: 'history', label: 'History', icon: History, keys: [], hint: 'Enter', isAvailable: always },
  { name: 'share', label: 'Share', icon: Share2, keys: [], isAvailable: native.canShare },
  { name: 'json', label: 'Save as JSON', icon: Braces, keys: [], isAvailable: always },
  { name: 'delete', label: 'Delete', icon: Trash2, keys: ['Delete', 'Backspace'], hint: 'Del', isDanger: true, isAvailable: always },
]

export type Run = RunOf<ActionName, ListedInvoiceWire>

export const RunContext = createContext<Run>(() => {})
export const useRun = (): Run => useContext(RunContext)
