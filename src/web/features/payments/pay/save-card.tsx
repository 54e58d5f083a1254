import { useId } from 'react'
import { formatCardConsent } from '#shared/card-consent.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatMoney } from '#shared/money.ts'

/** The customer's answer: whether the card is saved, and the most that one payment may take, as typed. */
export type CardChoice = { isSaved: boolean; limit: string }
export const noChoice: CardChoice = { isSaved: false, limit: '' }

const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,3})?$/.test(text)

/** The request that saves the card with the words as they are shown; null while the limit is not an amount. */
export const toRequest = (
  { limit }: CardChoice,
  { invoice, businessProfile }: PublicInvoiceWire,
): { words: string; maxAmount: string | null } | null => {
  const maxAmount = limit.trim() || null
  if (maxAmount !== null && !isAmount(maxAmount)) return null
  const shown = maxAmount && formatMoney(maxAmount, invoice.currency)
  return { words: formatCardConsent({ businessName: businessProfile.businessName, limit: shown }), maxAmount }
}

type Props = { page: PublicInvoiceWire; choice: CardChoice; choose: (choice: CardChoice) => void }

/** Asks whether the card that pays is saved for the next invoices; unchecked by default. */
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
        <div className="mt-3 pl-6.5">
          <label htmlFor={id} className="block font-medium text-[0.8125rem]">
            Limit for each payment (optional)
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
              Limit must be an amount like 250.00
            </p>
          )}
        </div>
      )}
    </div>
  )
}
