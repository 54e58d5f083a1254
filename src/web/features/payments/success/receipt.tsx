import { Check, Printer, Undo2 } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { useBusinessLogo } from '#web/documents/public/public-frame.tsx'
import { ReceiptLink } from '#web/documents/public/receipt-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const close = (publicId: string) => {
  window.close()
  // Browsers close only tabs that a script opened: otherwise the button returns to the invoice.
  window.setTimeout(() => location.assign(payPath(publicId)), 150)
}

/** The confirmed payment: the newest one, and the invoice's state with it. */
export const Receipt = ({ page: { invoice, businessProfile, payments, paymentConfig } }: { page: PublicInvoiceWire }) => {
  const latest = payments[0]
  const logo = useBusinessLogo(businessProfile)
  const isRefunded = latest !== undefined && latest.refunded === latest.amount
  return (
    <div className="text-center">
      {logo && (
        <div className="mb-7 grid h-14 place-items-center">
          <img {...logo} alt={logo.alt} className="max-h-14 max-w-52 object-contain dark:rounded-md dark:bg-white dark:p-1.5" />
        </div>
      )}
      <span
        className={`mx-auto grid size-14 place-items-center rounded-full [&_svg]:size-7 ${isRefunded ? 'bg-sunken text-muted' : 'bg-good-soft text-good'}`}
      >
        {isRefunded ? <Undo2 aria-hidden /> : <Check aria-hidden />}
      </span>
      <div role="status" className="mt-5">
        <h1 className="font-semibold text-2xl tracking-tight">{isRefunded ? 'Payment refunded' : 'Payment confirmed'}</h1>
      </div>
      <p className="mt-2 font-semibold text-4xl tracking-tight tabular-nums [overflow-wrap:anywhere]">
        {formatMoney(latest?.amount ?? invoice.amountPaid)}
      </p>
      {paymentConfig.sandbox && (
        <p className="mt-2">
          <Badge tone="warn" className="print:border print:border-current">
            Test payment
          </Badge>
        </p>
      )}
      <dl className="mt-7 grid gap-2.5 border-line border-y py-5 text-left text-sm">
        <Row label="Invoice" text={invoice.invoiceNumber} />
        <Row label="Paid to" text={businessProfile.businessName} />
        {latest && <Row label="Date" text={formatDay(latest.paymentDate)} />}
        {latest && <Row label="Paid by" text={getMethodLabel(latest.paymentMethod)} />}
        {latest && latest.refunded !== '0.00' && <Row label="Refunded" text={formatMoney(latest.refunded)} />}
        {invoice.status !== 'paid' && invoice.balanceDue !== '0.00' && <Row label="Still due" text={formatMoney(invoice.balanceDue)} />}
        {invoice.credit !== '0.00' && <Row label="Your credit" text={formatMoney(invoice.credit)} />}
      </dl>
      {invoice.receiptEmailed && (
        <p className="mt-5 text-muted text-sm [overflow-wrap:anywhere] print:hidden">
          A receipt has been emailed to <bdi>{invoice.customerName}</bdi>.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-center gap-2 max-sm:grid max-sm:justify-stretch print:hidden">
        <Button onClick={() => window.print()}>
          <Printer />
          Print Receipt
        </Button>
        {latest && <ReceiptLink publicId={invoice.id} />}
        <Button variant="secondary" onClick={() => close(invoice.id)}>
          Close
        </Button>
      </div>
    </div>
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
