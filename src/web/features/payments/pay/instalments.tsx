import { useId } from 'react'
import type { InstalmentWire } from '#shared/contract/instalments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { getToday } from '#web/lib/format/today.ts'

// Loaded for the customers of invoices with a payment schedule.

/** Null where the customer has no choice. */
export const getDueNow = ({ dueNow, invoice }: PublicInvoiceWire): string | null => (dueNow === invoice.balanceDue ? null : dueNow)

const describeRest = ({ amount, balanceDue }: InstalmentWire, currency: PublicInvoiceWire['invoice']['currency']): string | null => {
  if (balanceDue === '0.00') return t('Paid')
  return balanceDue === amount ? null : t('{amount} open', { amount: formatMoney(balanceDue, currency) })
}

export const ScheduleList = ({ page: { instalments, invoice } }: { page: PublicInvoiceWire }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-7 break-inside-avoid border-line border-t pt-5 text-sm">
      <h2 id={id} className="font-medium">
        {t('Payment schedule')}
      </h2>
      <ol className="mt-2 grid gap-1.5 tabular-nums">
        {instalments.map((instalment) => {
          const note = describeRest(instalment, invoice.currency)
          return (
            <li key={instalment.dueDate} className="flex flex-wrap justify-between gap-x-4 text-muted">
              <span>
                {formatDay(instalment.dueDate)}
                {note && ` · ${note}`}
              </span>
              <span className={instalment.balanceDue === '0.00' ? 'ms-auto' : 'ms-auto text-ink'}>
                {formatMoney(instalment.amount, invoice.currency)}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type ChoiceProps = { page: PublicInvoiceWire; dueNow: string; paysAll: boolean; choose: (paysAll: boolean) => void }

export const AmountChoice = ({ page: { invoice }, dueNow, paysAll, choose }: ChoiceProps) => (
  <fieldset className="mb-5">
    <legend className="font-semibold">{t('How much would you like to pay?')}</legend>
    <div className="mt-3 grid gap-2">
      {[
        {
          isAll: false,
          label: invoice.dueDate <= getToday() ? t('Due now') : t('Due on {date}', { date: formatDay(invoice.dueDate) }),
          amount: dueNow,
        },
        { isAll: true, label: t('All'), amount: invoice.balanceDue },
      ].map(({ isAll, label, amount }) => (
        <label
          key={label}
          className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 rounded-md border border-control px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="amount"
            checked={paysAll === isAll}
            onChange={() => choose(isAll)}
            className="size-4 shrink-0 accent-accent"
          />
          {label}
          <span className="ms-auto font-medium tabular-nums">{formatMoney(amount, invoice.currency)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
