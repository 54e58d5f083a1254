import { Link } from 'wouter'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { getToday } from '#web/lib/format/today.ts'

const soonDays = 7
const dayMs = 86_400_000

type Dated = Pick<ListedEstimateWire, 'status' | 'expiryDate'>

/** Highlights a date that has passed, or that a sent estimate reaches within days. @param today the reader's day, as `YYYY-MM-DD` */
export const describeExpiry = ({ status, expiryDate }: Dated, today: string = getToday()): { label: string; isPressing: boolean } => {
  const left = (Date.parse(expiryDate) - Date.parse(today)) / dayMs
  if (status !== 'sent' || left < 0 || left > soonDays) return { label: 'Expires', isPressing: status === 'expired' }
  return { label: left === 0 ? 'Expires today' : left === 1 ? 'Expires tomorrow' : `Expires in ${left} days`, isPressing: true }
}

type Props = { invoice: NonNullable<ListedEstimateWire['invoice']> }

export const ConvertedInvoiceLink = ({ invoice: { id, invoiceNumber, isDeleted } }: Props) =>
  isDeleted ? (
    `${invoiceNumber}, which was deleted`
  ) : (
    <Link
      href={`/invoices/${id}`}
      className="-my-1 inline-block py-1 font-medium text-accent underline-offset-2 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      {invoiceNumber}
    </Link>
  )
