import { trialInvoices } from '#shared/plans.ts'
import { cx } from '#web/ui/cx.ts'

/** How much of the trial is used. */
export const TrialProgress = ({ used }: { used: number }) => {
  const left = Math.max(0, trialInvoices - used)
  return (
    <div className="mt-5">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span id="trial-used">
          {used} of {trialInvoices} free invoices used
        </span>
        <span className="text-muted">{left} left</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby="trial-used"
        aria-valuemin={0}
        aria-valuemax={trialInvoices}
        aria-valuenow={Math.min(used, trialInvoices)}
        className="grid grid-cols-10 gap-1"
      >
        {Array.from({ length: trialInvoices }, (_, i) => (
          // Nothing but its place tells one from the other.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <span key={i} className={cx('h-2 rounded-full', i >= used ? 'bg-sunken' : left > 2 ? 'bg-accent' : 'bg-warn')} />
        ))}
      </div>
    </div>
  )
}
