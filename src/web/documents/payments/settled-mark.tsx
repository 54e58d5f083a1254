import type { InvoiceWire } from '#shared/contract/invoices.ts'

type SettledBy = NonNullable<InvoiceWire['settledBy']>

export const settledLabels: Record<SettledBy, string> = { 'written off': 'Written off', credited: 'Credited' }
const titles: Record<SettledBy, string> = {
  'written off': 'Nothing is due: the balance was written off',
  credited: 'Nothing is due: the balance was credited',
}

/** Stands beside the status of an invoice that payments alone did not settle. */
export const SettledMark = ({ by }: { by: SettledBy }) => (
  <span title={titles[by]} className="whitespace-nowrap text-muted text-xs">
    {settledLabels[by]}
  </span>
)
