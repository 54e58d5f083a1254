import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { InvoiceKind } from '#shared/invoice-rules.ts'

type SettledBy = NonNullable<InvoiceWire['settledBy']>

export const settledLabels: Record<SettledBy, string> = { 'written off': 'Written off', credited: 'Credited' }
const titles: Record<SettledBy, string> = {
  'written off': 'Nothing is due: the balance was written off',
  credited: 'Nothing is due: the balance was credited',
}

/** By payments or otherwise. */
const isPartSettled = ({ status, total, balanceDue }: Pick<InvoiceWire, 'status' | 'total' | 'balanceDue'>): boolean =>
  (status === 'sent' || status === 'overdue') && balanceDue !== total && balanceDue !== '0.00'

type Partly = Pick<InvoiceWire, 'status' | 'total' | 'balanceDue'> & { amountPaid?: string }

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

export const SettledMark = ({ by }: { by: SettledBy }) => (
  <span title={titles[by]} className="whitespace-nowrap text-muted text-xs">
    {settledLabels[by]}
  </span>
)
