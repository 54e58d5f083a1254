import { Link } from 'wouter'

type Props = { id: number; invoiceNumber: string; customerName: string }

/** An invoice's number, which leads to it, above whose it is. */
export const InvoiceLink = ({ id, invoiceNumber, customerName }: Props) => (
  <div className="min-w-0 flex-1">
    <Link
      href={`/invoices/${id}`}
      className="-my-1 block truncate py-1 font-medium text-sm underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
      title={invoiceNumber}
    >
      {invoiceNumber}
    </Link>
    <p className="truncate text-left text-muted text-sm" title={customerName} dir="auto">
      {customerName}
    </p>
  </div>
)
