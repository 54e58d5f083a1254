import { CreditCard } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCard, formatCardConsent, formatExpiry, noticeDays } from '#shared/card-consent.ts'
import { savedCardEndpoints } from '#shared/contract/endpoints/saved-cards.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDaysIn } from '#shared/language-format.ts'
import { findFor, formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { PanelCard } from '#web/documents/public/panel-card.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { CardTitle } from '#web/ui/card.tsx'

// Loaded for the customers of recurring invoices that are charged to a saved card.

const cannotRemove = 'The card could not be removed. Please try again in a minute.'

/** `limit`: the most that one payment may take, as typed. */
export type CardChoice = { isSaved: boolean; limit: string }
const noChoice: CardChoice = { isSaved: false, limit: '' }

const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,3})?$/.test(text)

/** With the words as they are shown; null while the limit is not an amount. */
const toRequest = (
  { limit }: CardChoice,
  { invoice, businessProfile }: PublicInvoiceWire,
): { words: string; maxAmount: string | null } | null => {
  const maxAmount = limit.trim() || null
  if (maxAmount !== null && !isAmount(maxAmount)) return null
  const shown = maxAmount && formatMoney(maxAmount, invoice.currency)
  return {
    words: formatCardConsent(
      { businessName: businessProfile.businessName, limit: shown, days: formatDaysIn(businessProfile.language, noticeDays) },
      t,
    ),
    maxAmount,
  }
}

/** @param part what is paid of the balance due; null for all of it @returns null while the limit is not an amount */
export const saveAndPay = (choice: CardChoice, page: PublicInvoiceWire, part: string | null): (() => Promise<string>) | null => {
  const request = toRequest(choice, page)
  const body = request && { ...request, ...(part !== null && { amount: part }) }
  return body && (async () => (await call(savedCardEndpoints.saveAndPay, { params: { publicId: page.invoice.id }, body })).url)
}

type Props = { page: PublicInvoiceWire; choice: CardChoice; choose: (choice: CardChoice) => void }

export const SaveCard = ({ page, choice, choose }: Props) => {
  const id = useId()
  const isWrong = choice.isSaved && toRequest(choice, page) === null
  const { words } = toRequest(choice, page) ?? toRequest(noChoice, page)!
  return (
    <div className="mb-4 rounded-md border border-line px-3 py-3 text-sm">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          checked={choice.isSaved}
          onChange={({ target }) => choose({ ...choice, isSaved: target.checked })}
          className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
      </label>
      {choice.isSaved && (
        <div className="mt-3 ps-6.5">
          <label htmlFor={id} className="block font-medium text-[0.8125rem]">
            {t('Limit for each payment (optional)')}
          </label>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            placeholder={page.invoice.total}
            value={choice.limit}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onChange={({ target }) => choose({ ...choice, limit: target.value })}
            className="mt-1 h-9 w-full max-w-40 rounded-md border border-control bg-surface px-3 tabular-nums pointer-coarse:h-11"
          />
          {isWrong && (
            <p id={`${id}-error`} className="mt-1 text-[0.8125rem] text-danger">
              {t('Limit must be an amount like 250.00')}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const describeCharge = ({ cards: { charge }, invoice }: PublicInvoiceWire): string | null => {
  if (!charge) return null
  const amount = formatMoney(charge.amount, invoice.currency)
  if (charge.status === 'announced')
    return t('{amount} will be charged on {date}. You can also pay now.', { amount, date: formatDay(charge.day) })
  if (charge.status === 'charging') return t('{amount} is being charged right now.', { amount })
  return t('Your bank wants you to confirm this payment. Pay above to confirm it.')
}

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
          {t("The card was removed. It won't be charged any more.")}
        </p>
      </PanelCard>
    ) : null
  const charge = describeCharge(page)
  return (
    <PanelCard className="print:hidden">
      <CardTitle>{t('Saved card')}</CardTitle>
      <p className="mt-2 flex items-center gap-2 text-sm">
        <CreditCard className="size-5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          {formatCard(saved, t)} <span className="text-muted">{t('expires {date}', { date: formatExpiry(saved) })}</span>
        </span>
      </p>
      {charge && <p className="mt-2 text-sm tabular-nums">{charge}</p>}
      <p className="mt-2 text-muted text-sm [overflow-wrap:anywhere]">
        {rich('{business} may charge it for recurring invoices when they are due.', {
          business: <bdi>{page.businessProfile.businessName}</bdi>,
        })}
      </p>
      {isAsked ? (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <p className="w-full text-sm">{t("Remove this card? It won't be charged any more.")}</p>
          <Button variant="danger" size="sm" pending={removal.isPending} onClick={remove} autoFocus>
            {t('Remove card')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAsked(false)}>
            {t('Keep it')}
          </Button>
        </div>
      ) : (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setAsked(true)}>
          {t('Remove card…')}
        </Button>
      )}
      {removal.error !== null && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {findFor(removal.error, getServerMessage(removal.error, cannotRemove), cannotRemove)}
        </p>
      )}
    </PanelCard>
  )
}
