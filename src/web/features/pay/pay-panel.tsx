import { CircleCheck, CreditCard } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { methodWords } from '#shared/payment-methods.ts'
import { PanelCard, PanelSum } from '#web/public/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardTitle } from '#web/ui/card.tsx'
import { usePay } from './use-pay.ts'

/** What is due and how to pay it; the receipt once it is paid. */
export const PayPanel = ({ page }: { page: PublicInvoiceWire }) => {
  const { invoice, paymentConfig, payments } = page
  const paid = invoice.status === 'paid'
  return (
    <>
      <PanelCard className="print:hidden">
        <PanelSum
          label={`${paid ? 'Amount paid' : 'Amount due'} · ${invoice.invoiceNumber}`}
          amount={paid ? invoice.amountPaid : invoice.balanceDue}
        />
        {paid ? (
          <>
            <p className="mt-2 flex items-center gap-2 font-medium text-good text-sm">
              <CircleCheck className="size-5 shrink-0" aria-hidden />
              Paid in full. Thank you!
            </p>
            {invoice.receiptEmailed && (
              <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
                A receipt has been emailed to <bdi>{invoice.customerName}</bdi>.
              </p>
            )}
          </>
        ) : (
          <p className={invoice.status === 'overdue' ? 'mt-1 text-danger text-sm' : 'mt-1 text-muted text-sm'}>
            {invoice.status === 'overdue' ? 'Was due on' : 'Due on'} {showDay(invoice.dueDate)}
          </p>
        )}
        {!paid && paymentConfig.hasStripe && <CardPayment page={page} />}
      </PanelCard>
      {!paid && !paymentConfig.hasStripe && !paymentConfig.hasPayPal && (
        <PanelCard className="print:hidden">
          <CardTitle>Payment Not Available</CardTitle>
          <p className="mt-1 text-muted text-sm">
            <bdi>{page.businessProfile.businessName}</bdi> doesn't take payments online at the moment. Please contact them about how to pay.
          </p>
        </PanelCard>
      )}
      {payments.length > 0 && <Payments title={paid ? 'Receipt' : 'Payments so far'} payments={payments} />}
    </>
  )
}

const CardPayment = ({ page }: { page: PublicInvoiceWire }) => {
  const pay = usePay(page.invoice)
  return (
    <section className="mt-5 border-line border-t pt-5" aria-labelledby="pay-by-card">
      <h2 id="pay-by-card" className="flex items-center gap-2 font-semibold text-base">
        <CreditCard className="size-5 text-accent" aria-hidden />
        Pay with Credit Card
      </h2>
      <p className="mt-1 text-muted text-sm">A secure page of the card provider opens in a new tab.</p>
      <Button className="mt-4 h-11 w-full text-base" pending={pay.isPending} onClick={pay.open}>
        Pay {showMoney(page.invoice.balanceDue)}
      </Button>
      {pay.problem && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {pay.problem}
        </p>
      )}
    </section>
  )
}

const Payments = ({ title, payments }: { title: string } & Pick<PublicInvoiceWire, 'payments'>) => (
  <PanelCard>
    <CardTitle>{title}</CardTitle>
    <ul className="mt-2 divide-y divide-line text-sm">
      {payments.map((payment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two equal payments are told apart by nothing else
        <li key={i} className="flex items-baseline justify-between gap-4 py-2.5">
          <span className="min-w-0">
            {showDay(payment.paymentDate)}
            <span className="block text-muted">{methodWords(payment.paymentMethod)}</span>
          </span>
          <span className="font-medium tabular-nums">{showMoney(payment.amount)}</span>
        </li>
      ))}
    </ul>
  </PanelCard>
)
