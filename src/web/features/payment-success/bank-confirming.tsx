import { Hourglass } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { payPath } from '#shared/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

type Props = { page: PublicInvoiceWire; isChecking: boolean; again: () => void }

/** The payment was made, and the bank's word is awaited. */
export const BankConfirming = ({ page: { invoice, businessProfile }, isChecking, again }: Props) => (
  <Message
    icon={<Hourglass aria-hidden />}
    title="Your payment is being confirmed by the bank"
    text={
      <>
        <p>
          Your payment of invoice {invoice.invoiceNumber} was sent to <bdi>{businessProfile.businessName}</bdi>. Banks mostly confirm within
          minutes, some take a few days.
        </p>
        <p>There is no need to pay again, nor to stay here: a receipt comes by e-mail as soon as it is confirmed.</p>
      </>
    }
    actions={
      <>
        <Button pending={isChecking} onClick={again}>
          Check again
        </Button>
        {/* A page of its own policy, which the browser asks for anew. */}
        <ButtonLink variant="secondary" href={payPath(invoice.id)}>
          Back to the invoice
        </ButtonLink>
      </>
    }
  />
)
