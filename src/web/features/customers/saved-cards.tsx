import { CreditCard } from 'lucide-react'
import { formatCard, formatExpiry } from '#shared/card-consent.ts'
import { savedCardEndpoints } from '#shared/contract/endpoints/saved-cards.ts'
import type { SavedCardWire } from '#shared/contract/saved-cards.ts'
import { formatMoney } from '#shared/money.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { customers, useOfCustomer } from './customers.ts'

const removers = { customer: 'Removed by the customer', owner: 'Removed by you', billfold: 'Removed by Billfold' } as const

const remove = async (customerId: number, card: SavedCardWire): Promise<void> => {
  const question = `Remove ${formatCard(card)}? It won’t be charged any more, and payments that were announced with it are stopped. The customer is told.`
  if (!(await confirmAction(question, { confirm: 'Remove', isDestructive: true }))) return
  const params = { id: customerId, cardId: String(card.id) }
  try {
    await runMutation((request) => call(savedCardEndpoints.remove, { params, ...request }))
  } catch (error) {
    toastFailure(error, {
      title: 'The card was not removed',
      description: getServerMessage(error, 'Please try again.'),
      variant: 'destructive',
    })
  }
  await queryClient.invalidateQueries({ queryKey: [customers.path] })
}

const SavedCardRow = ({ card, customerId }: { card: SavedCardWire; customerId: number }) => (
  <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
    <CreditCard className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0 flex-1 basis-60">
      <p className={card.removedAt ? 'text-muted' : 'font-medium'}>
        {formatCard(card)} <span className="font-normal text-muted">expires {formatExpiry(card)}</span>
      </p>
      {card.removedBy && card.removedAt && (
        <p className="text-[0.8125rem]">
          {removers[card.removedBy]} on {formatInstant(card.removedAt)}
          {card.removedReason && `: ${card.removedReason}`}
        </p>
      )}
      {card.maxAmount && card.currency && (
        <p className="text-[0.8125rem]">Up to {formatMoney(card.maxAmount, card.currency)} for each payment</p>
      )}
      <p className="mt-1 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
        Agreed on {formatInstant(card.consentedAt)}: “{card.consentWords}”
      </p>
    </div>
    {!card.removedAt && (
      <Button variant="secondary" size="sm" aria-label={`Remove ${formatCard(card)}`} onClick={() => void remove(customerId, card)}>
        Remove…
      </Button>
    )}
  </li>
)

export const SavedCards = ({ id }: { id: number }) => {
  const { data } = useOfCustomer(savedCardEndpoints.list, 'cards', id)
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Saved cards">
      <h3 className="mb-2 font-semibold">
        Saved cards <span className="font-normal text-muted tabular-nums">{data.length.toLocaleString('en-US')}</span>
      </h3>
      <Card className="p-0 sm:p-0">
        <ul className="divide-y divide-line text-sm">
          {data.map((card) => (
            <SavedCardRow key={card.id} card={card} customerId={id} />
          ))}
        </ul>
      </Card>
    </section>
  )
}
