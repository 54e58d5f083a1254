import { CircleCheck, Printer, Undo2 } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { find, formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { ReceiptLink } from '#web/documents/public/receipt-link.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
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
          {isRefunded ? t('Payment refunded') : t('Payment confirmed')}
        </h1>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold text-4xl tracking-tight tabular-nums [overflow-wrap:anywhere]">
          {formatMoney(latest?.amount ?? invoice.amountPaid, invoice.currency)}
        </p>
        {paymentConfig.sandbox && (
          <Badge tone="warn" className="print:border print:border-current">
            {t('Test payment')}
          </Badge>
        )}
      </div>
      <h2 className="mt-7 font-semibold">{t('Receipt')}</h2>
      <dl className="mt-3 grid gap-3 border-line border-y py-5 text-sm">
        <Row label={t('Invoice')} text={invoice.invoiceNumber} />
        <Row label={t('Paid to')} text={businessProfile.businessName} />
        <Row label={t('Billed to')} text={invoice.customerName} />
        {latest && <Row label={t('Date')} text={formatDay(latest.paymentDate)} />}
        {latest && <Row label={t('Payment method')} text={find(getMethodLabel(latest.paymentMethod))} />}
        {latest && latest.refunded !== '0.00' && <Row label={t('Refunded')} text={formatMoney(latest.refunded, invoice.currency)} />}
        {invoice.status !== 'paid' && invoice.balanceDue !== '0.00' && (
          <Row label={t('Still due')} text={formatMoney(invoice.balanceDue, invoice.currency)} />
        )}
        {invoice.credit !== '0.00' && <Row label={t('Your credit')} text={formatMoney(invoice.credit, invoice.currency)} />}
      </dl>
      {invoice.receiptEmailed && (
        <p className="mt-5 text-muted text-sm [overflow-wrap:anywhere] print:hidden">
          {rich('A receipt has been emailed to {name}.', { name: <bdi>{invoice.customerName}</bdi> })}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2 max-sm:grid print:hidden">
        <Button onClick={() => window.print()}>
          <Printer />
          {t('Print Receipt')}
        </Button>
        {latest && <ReceiptLink publicId={invoice.id} />}
        <Button variant="secondary" onClick={() => close(invoice.id)}>
          {t('Close')}
        </Button>
      </div>
    </>
  )
}

const Row = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-baseline justify-between gap-6">
    <dt className="shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 text-end font-medium [overflow-wrap:anywhere]">
      <bdi>{text}</bdi>
    </dd>
  </div>
)
