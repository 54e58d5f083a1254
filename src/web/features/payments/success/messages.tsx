import { Clock, FileQuestion, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type Props = { icon: ReactNode; title: string; text?: ReactNode; actions?: ReactNode }

export const Message = ({ icon, title, text, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-7">{icon}</span>
    <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
    {text && <div className="mt-2 grid gap-2 text-muted [overflow-wrap:anywhere]">{text}</div>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)

export const Confirming = () => (
  <Message
    icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />}
    title="Confirming your payment…"
    text="This takes a few seconds. You can leave this page; your payment continues."
  />
)

type NotConfirmedProps = { page: PublicInvoiceWire; recheck: () => void }

export const NotConfirmed = ({ page: { invoice, payments }, recheck }: NotConfirmedProps) => (
  <Message
    icon={<Clock aria-hidden />}
    title="Your payment is not confirmed yet"
    text={
      <>
        <p>
          If you just paid invoice {invoice.invoiceNumber}, the confirmation is on its way. Don't pay again. We email a receipt once it is
          confirmed.
        </p>
        {payments.length > 0 && invoice.status !== 'paid' && (
          <p>
            {formatMoney(invoice.amountPaid, invoice.currency)} has been paid and {formatMoney(invoice.balanceDue, invoice.currency)} is
            still due.
          </p>
        )}
      </>
    }
    actions={
      <>
        <Button onClick={recheck}>Check again</Button>
        {/* A full page load, because that page has its own content security policy. */}
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
