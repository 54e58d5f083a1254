import { CircleCheck, Printer, Undo2 } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { ReceiptLink } from '#web/documents/public/receipt-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const close = (publicId: string) => {
  window.close()
  // Browsers close only tabs that a script opened: otherwise the button returns to the invoice.
  window.setTimeout(() => location.assign(payPath(publicId)), 150)
}

export const Receipt = ({ page: { invoice, businessProfile, payments, paymentConfig } }: { page: PublicInvoiceWire }) => {
  const latest = payments[0]
  const isRefunded = latest !== undefined && latest.refunded === latest.amount
  return (
    <>
      <div role="status">
        <h1
          className={`flex items-center gap-2 font-semibold text-lg tracking-tight [&_svg]:size-6 [&_svg]:shrink-0 ${isRefunded ? '' : 'text-good'}`}
        >
          {isRefunded ? <Undo2 aria-hidden /> : <CircleCheck aria-hidden />}
          {isRefunded ? 'Payment refunded' : 'Payment confirmed'}
        </h1>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold text-4xl tracking-tight tabular-nums [overflow-wrap:anywhere]">
          {formatMoney(latest?.amount ?? invoice.amountPaid, invoice.currency)}
        </p>
        {paymentConfig.sandbox && (
          <Badge tone="warn" className="print:border print:border-current">
            Test payment
          </Badge>
        )}
      </div>
      <h2 className="mt-7 font-semibold">Receipt</h2>
      <dl className="mt-3 grid gap-3 border-line border-y py-5 text-sm">
        <Row label="Invoice" text={invoice.invoiceNumber} />
        <Row label="Paid to" text={businessProfile.businessName} />
        <Row label="Billed to" text={invoice.customerName} />
        {latest && <Row label="Date" text={formatDay(latest.paymentDate)} />}
        {latest && <Row label="Payment method" text={getMethodLabel(latest.paymentMethod)} />}
        {latest && latest.refunded !== '0.00' && <Row label="Refunded" text={formatMoney(latest.refunded, invoice.currency)} />}
        {invoice.status !== 'paid' && invoice.balanceDue !== '0.00' && (
          <Row label="Still due" text={formatMoney(invoice.balanceDue, invoice.currency)} />
        )}
        {invoice.credit !== '0.00' && <Row label="Your credit" text={formatMoney(invoice.credit, invoice.currency)} />}
      </dl>
      {invoice.receiptEmailed && (
        <p className="mt-5 text-muted text-sm [overflow-wrap:anywhere] print:hidden">
          A receipt has been emailed to <bdi>{invoice.customerName}</bdi>.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:grid print:hidden">
        <Button onClick={() => window.print()}>
          <Printer />
          Print Receipt
        </Button>
        {latest && <ReceiptLink publicId={invoice.id} />}
        <Button variant="secondary" onClick={() => close(invoice.id)}>
          Close
        </Button>
      </div>
    </>
  )
}

const Row = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-baseline justify-between gap-6">
    <dt className="shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">
      <bdi>{text}</bdi>
    </dd>
  </div>
)
