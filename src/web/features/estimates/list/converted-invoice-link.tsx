import { Link } from 'wouter'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'

export const ConvertedInvoiceLink = ({
  invoice: { id, invoiceNumber, isDeleted },
}: {
  invoice: NonNullable<ListedEstimateWire['invoice']>
}) =>
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
