import { CircleAlert } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { formatDay, today } from '#shared/dates.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** Says on every page that a renewal wasn't paid, and until when that changes nothing. */
export const PastDueBanner = ({ user: { paymentDueBy } }: { user: CurrentUser }) => {
  const [path] = useLocation()
  // Billing says more of it, with the button to pay.
  if (!paymentDueBy || trimTrailingSlash(path) === '/billing') return null
  return (
    <aside aria-label="Payment due" className="border-danger/30 border-b bg-danger-soft text-danger">
      <p className="mx-auto flex max-w-7xl items-start gap-2.5 px-4 py-2.5 text-sm sm:px-6">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          Your last payment failed. Your plan goes on until {formatDay(today(new Date(paymentDueBy), getTimeZone()))}.{' '}
          <Link href="/billing" className="whitespace-nowrap font-semibold underline underline-offset-2">
            Go to Billing
          </Link>
        </span>
      </p>
    </aside>
  )
}
