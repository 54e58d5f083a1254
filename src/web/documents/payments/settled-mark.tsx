import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { asksForNothing, type InvoiceKind } from '#shared/invoice-rules.ts'
import { parseAmount } from '#shared/money.ts'

type Settled = Pick<InvoiceWire, 'status' | 'settledBy' | 'total'>

const marks = {
  'written off': ['Written off', 'Nothing is due: the balance was written off'],
  credited: ['Credited', 'Nothing is due: the balance was credited'],
  'paid with credit': ['Paid with credit', 'Nothing is due: money that came for another invoice paid it, such as a retainer'],
  nothing: ['Nothing due', 'It asks for nothing: its total is zero'],
} as const

/** How an invoice that is shown as paid was settled but by payments; undefined for payments alone. */
export const getSettledMark = ({ status, settledBy, total }: Settled) =>
  settledBy ? marks[settledBy] : status === 'paid' && asksForNothing({ total }) ? marks.nothing : undefined

/** By payments or otherwise. */
const isPartSettled = ({ status, total, withheld, balanceDue }: Omit<Partly, 'amountPaid'>): boolean =>
  (status === 'sent' || status === 'overdue') &&
  Number(balanceDue) !== 0 &&
  parseAmount(balanceDue) !== parseAmount(total) - parseAmount(withheld)

type Partly = Pick<InvoiceWire, 'status' | 'total' | 'withheld' | 'balanceDue'> & { amountPaid?: string }

/** Without a payment it was credited. Some lists do not tell. */
export const PartMark = ({ invoice }: { invoice: Partly }) =>
  isPartSettled(invoice) && (
    <span className="whitespace-nowrap text-muted text-xs">
      {invoice.amountPaid === undefined ? 'Partly settled' : invoice.amountPaid === '0.00' ? 'Part credited' : 'Part paid'}
    </span>
  )

const kinds: Record<InvoiceKind, { label: string; title: string } | null> = {
  standard: null,
  deposit: { label: 'Deposit', title: 'Asks for a deposit, which a later invoice deducts' },
  retainer: { label: 'Retainer', title: 'What is paid of it is credit, which is applied to other invoices' },
}

export const KindMark = ({ kind }: { kind: InvoiceKind }) =>
  kinds[kind] && (
    <span title={kinds[kind].title} className="whitespace-nowrap text-muted text-xs">
      {kinds[kind].label}
    </span>
  )

export const SettledMark = ({ invoice }: { invoice: Settled }) => {
  const [label, title] = getSettledMark(invoice) ?? []
  return (
    label && (
      <span title={title} className="whitespace-nowrap text-muted text-xs">
        {label}
      </span>
    )
  )
}
