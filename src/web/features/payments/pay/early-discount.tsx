import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay, formatFigure, formatMoney, t } from '#web/documents/public/language.ts'

// Loaded for the customers of invoices that offer a discount for early payment.

/** @param canPay on this page */
export const EarlyDiscount = ({ page: { earlyDiscount: offer, invoice }, canPay }: { page: PublicInvoiceWire; canPay: boolean }) =>
  offer && (
    <div className="mt-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 rounded-md bg-note-soft px-3 py-2.5 text-note tabular-nums">
        <span>{t('{percent} discount if paid by {day}', { percent: formatFigure(`${offer.percent}%`), day: formatDay(offer.day) })}</span>
        <span className="ms-auto font-medium">{formatMoney(offer.amount, invoice.currency)}</span>
      </p>
      {canPay && (
        <p className="mt-2 text-muted print:hidden">
          {t('To get the discount, pay by bank transfer: payments on this page are for the full amount.')}
        </p>
      )}
    </div>
  )
