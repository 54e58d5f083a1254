import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { find, t } from '#web/documents/public/language.ts'
import { rich } from '#web/documents/public/rich-text.ts'
import { CardTitle } from '#web/ui/card.tsx'

// Loaded where no payment is possible, and where the payment link led back from a checkout that can't be opened.

/** By the query string; 'pending' is shown by the page anyway. */
const reasons: Record<string, CustomerText> = {
  unavailable: 'The payment page could not be opened. Please try again in a minute.',
  review: "A payment for this invoice is being reviewed. You don't need to pay again.",
  minimum: 'The amount is too small for a card. Please ask the business how to pay it.',
  maximum: 'The amount is too large for a card. Please ask the business how to pay it.',
}

export const readReason = (): string | undefined => {
  const reason = reasons[new URLSearchParams(location.search).get('payment') ?? '']
  return reason && find(reason)
}

export const NotPayable = ({ businessProfile }: PublicInvoiceWire) => (
  <>
    <CardTitle>{t('Payment Not Available')}</CardTitle>
    <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
      {rich("This invoice can't be paid online. Please contact {business} to pay.", {
        business: <bdi>{businessProfile.businessName}</bdi>,
      })}
    </p>
  </>
)
