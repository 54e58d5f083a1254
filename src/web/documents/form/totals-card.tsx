import { useWatch } from 'react-hook-form'
import { type DocumentDraft, draftTotals, parseDiscount } from '#shared/draft-totals.ts'
import { computeHomeTotals } from '#shared/exchange-rates.ts'
import { formatMoney, parseAmount, toAmount, zero } from '#shared/money.ts'
import { listTotalRows } from '#shared/total-rows.ts'
import { computeWithheld } from '#shared/withholding.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { getTotalLabel } from '#web/documents/public/total-label.ts'
import { parseRate } from '#web/documents/rates/suggested-rate.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { type IssuedRate, useFormRate } from './exchange-rate-field.tsx'

const Row = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex items-baseline justify-between gap-4 py-1">
    <dt className="text-muted">{label}</dt>
    <dd className="tabular-nums">{amount}</dd>
  </div>
)

type Draft = DocumentDraft & { withholdingPercent?: string | undefined }
const useDraft = () => ({ currency: useDocumentCurrency(), draft: useWatch<Draft>() as Draft })
const computeTotals = ({ currency, draft }: ReturnType<typeof useDraft>) => {
  const totals = draftTotals(draft, currency, getTaxRates())
  const withholdingPercent = parseDiscount(`${draft.withholdingPercent ?? ''}%`, currency)?.discountPercent ?? null
  return { ...totals, withholdingPercent, withheld: computeWithheld(totals.netAmount, withholdingPercent, currency) }
}

/** For dialogs that fill the screen and may hide the totals card. */
export const StickyTotal = () => {
  const shown = useDraft()
  if (!useMediaQuery('(width < 40rem) or (height < 32rem)')) return null
  return (
    // The totals card announces it to screen readers.
    <p aria-hidden className="min-w-0 font-semibold tabular-nums">
      Total {formatMoney(computeTotals(shown).total, shown.currency)}
    </p>
  )
}

export const TotalsCard = ({ isUntaxed = false }: { isUntaxed?: boolean | undefined }) => {
  const shown = useDraft()
  const { currency, draft } = shown
  const totals = computeTotals(shown)
  const rows = listTotalRows({
    ...totals,
    pricesIncludeTax: draft.pricesIncludeTax,
    discountPercent: parseDiscount(draft.discount, currency)?.discountPercent ?? null,
    discountAmount: totals.discount,
    lineItems: draft.lineItems.map(({ kind, description }, i) => ({ kind, description, total: totals.lines[i] ?? zero })),
  })
  const last = rows.at(-1)!
  return (
    <dl className="rounded-lg bg-sunken px-4 py-3 text-sm">
      {draft.deductions?.map(({ description, unitPrice, taxRateId }) => (
        <Row key={`${description} ${taxRateId}`} label={description} amount={formatMoney(toAmount(-parseAmount(unitPrice)), currency)} />
      ))}
      {rows.slice(0, -1).map((row, i) => {
        // The rate of the whole document stands in its field.
        const label = row.kind === 'tax' && row.name === null ? 'Tax' : getTotalLabel(row, currency)
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same words, and rows keep no state
        return <Row key={`${i} ${row.kind}`} label={label} amount={formatMoney(row.amount, currency)} />
      })}
      {!isUntaxed && !rows.some(({ kind }) => kind === 'tax') && <Row label="Tax" amount={formatMoney(zero, currency)} />}
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-2.5 font-semibold">
        <dt className="text-base">{getTotalLabel(last, currency)}</dt>
        <dd className="ml-auto text-xl tabular-nums">{formatMoney(last.amount, currency)}</dd>
      </div>
    </dl>
  )
}

/** As far as the rate of the other currency is known. */
export const HomeTotal = ({ issued }: { issued: IssuedRate }) => {
  const shown = useDraft()
  const { currency } = shown
  const home = useHomeCurrency()
  const { rate } = useFormRate(issued)
  const valid = parseRate(rate)
  if (currency === home || valid === null) return null
  const { total } = computeHomeTotals(computeTotals(shown), valid, home)
  return <p className="-mt-2 px-4 text-right text-muted text-sm tabular-nums">About {formatMoney(total, home)} in your books</p>
}
