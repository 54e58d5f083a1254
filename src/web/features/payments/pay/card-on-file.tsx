import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { formatCard, formatExpiry } from '#shared/card-consent.ts'
import { savedCardEndpoints } from '#shared/contract/endpoints/saved-cards.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { PanelCard } from '#web/documents/public/panel-card.tsx'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { CardTitle } from '#web/ui/card.tsx'

/** What will happen with the card for this invoice. */
const describeCharge = ({ cards: { charge }, invoice }: PublicInvoiceWire): string | null => {
  if (!charge) return null
  const amount = formatMoney(charge.amount, invoice.currency)
  if (charge.status === 'announced') return `${amount} will be charged on ${formatDay(charge.day)}. You can also pay now.`
  if (charge.status === 'charging') return `${amount} is being charged right now.`
  return 'Your bank wants you to confirm this payment. Pay above to confirm it.'
}

/** The saved card, with the way to remove it. */
export const CardOnFile = ({ page, refetch }: { page: PublicInvoiceWire; refetch: () => Promise<unknown> }) => {
  const { saved } = page.cards
  const [isAsked, setAsked] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const removal = useAction()
  const remove = () =>
    void removal.run(async () => {
      await call(savedCardEndpoints.removeOwn, { params: { publicId: page.invoice.id } })
      setRemoved(true)
      await refetch()
    })
  if (!saved)
    return isRemoved ? (
      <PanelCard className="print:hidden">
        <p role="status" className="text-sm">
          The card was removed. It won't be charged any more.
        </p>
      </PanelCard>
    ) : null
  const charge = describeCharge(page)
  return (
    <PanelCard className="print:hidden">
      <CardTitle>Saved card</CardTitle>
      <p className="mt-2 flex items-center gap-2 text-sm">
        <CreditCard className="size-5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          {formatCard(saved)} <span className="text-muted">expires {formatExpiry(saved)}</span>
        </span>
      </p>
      {charge && <p className="mt-2 text-sm tabular-nums">{charge}</p>}
      <p className="mt-2 text-muted text-sm [overflow-wrap:anywhere]">
        <bdi>{page.businessProfile.businessName}</bdi> may charge it for recurring invoices when they are due.
      </p>
      {isAsked ? (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <p className="w-full text-sm">Remove this card? It won't be charged any more.</p>
          <Button variant="danger" size="sm" pending={removal.isPending} onClick={remove} autoFocus>
            Remove card
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </div>
      ) : (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setAsked(true)}>
          Remove card…
        </Button>
      )}
      {removal.error !== null && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {getServerMessage(removal.error, 'The card could not be removed. Please try again in a minute.')}
        </p>
      )}
    </PanelCard>
  )
}
