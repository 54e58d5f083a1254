import { FileText } from 'lucide-react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { formatMoney } from '#shared/money.ts'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardHeader, ListSkeleton } from './card-parts.tsx'

export const RecentInvoices = ({ invoices }: { invoices: DashboardWire['recentInvoices'] | undefined }) => (
  <Card className="p-0 lg:col-span-3">
    <CardHeader title="Recent Invoices">
      <Link href="/invoices">View all</Link>
    </CardHeader>
    {!invoices ? (
      <ListSkeleton />
    ) : invoices.length === 0 ? (
      <EmptyState icon={<FileText aria-hidden />} title="No invoices yet. Create your first invoice to get started." />
    ) : (
      <ul className="divide-y divide-line">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="flex min-h-16 items-center gap-3 px-4 py-2.5 sm:px-5">
            <div className="min-w-0 flex-1">
              <Link
                href={`/invoices/${invoice.id}`}
                className="-my-1 block truncate py-1 font-medium text-sm underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
                title={invoice.invoiceNumber}
              >
                {invoice.invoiceNumber}
              </Link>
              <p className="truncate text-left text-muted text-sm" title={invoice.customerName} dir="auto">
                {invoice.customerName}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
              <span className="text-right font-medium text-sm tabular-nums sm:min-w-28">
                {formatMoney(invoice.total, invoice.currency)}
              </span>
              <StatusBadge status={invoice.status} />
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
