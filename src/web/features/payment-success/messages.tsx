import { Clock, FileQuestion, LoaderCircle } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

export const Confirming = () => (
  <Message
    icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />}
    title="Confirming your payment…"
    text="This takes a few seconds. You can leave this page: your payment goes on without it."
  />
)

type NotConfirmedProps = { page: PublicInvoiceWire; again: () => void }

export const NotConfirmed = ({ page: { invoice, payments }, again }: NotConfirmedProps) => (
  <Message
    icon={<Clock aria-hidden />}
    title="Your payment is not confirmed yet"
    text={
      <>
        <p>
          If you have just paid invoice {invoice.invoiceNumber}, the confirmation is on its way: there is no need to pay again. A receipt
          comes by e-mail as soon as it is confirmed.
        </p>
        {payments.length > 0 && invoice.status !== 'paid' && (
          <p>
            {formatMoney(invoice.amountPaid)} is paid so far, and {formatMoney(invoice.balanceDue)} is still due.
          </p>
        )}
      </>
    }
    actions={
      <>
        <Button onClick={again}>Check again</Button>
        {/* A page of its own policy, which the browser asks for anew. */}
        <ButtonLink variant="secondary" href={payPath(invoice.id)}>
          Back to the invoice
        </ButtonLink>
      </>
    }
  />
)

export const NotFound = ({ retry }: { retry: (() => void) | undefined }) => (
  <Message
    icon={<FileQuestion aria-hidden />}
    title="Invoice not found."
    text="Check that the link is complete, or ask the business that sent the invoice for a new one."
    actions={
      retry && (
        <Button variant="secondary" onClick={retry}>
          Check again
        </Button>
      )
    }
  />
)
