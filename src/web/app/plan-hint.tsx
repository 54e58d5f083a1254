import { Link } from 'wouter'
import type { CurrentUser } from '#shared/api/auth.ts'
import { trialInvoices } from '#shared/plans.ts'

/** From how few free invoices on their end is spoken of. */
const fewLeft = 2

const words = ({ subscriptionStatus, trialInvoicesUsed }: CurrentUser): string | undefined => {
  if (subscriptionStatus === 'canceled') return 'Your plan has ended'
  const left = Math.max(0, trialInvoices - trialInvoicesUsed)
  if (subscriptionStatus !== 'trial' || left > fewLeft) return undefined
  return left === 0 ? 'No free invoices left' : `${left} free invoice${left === 1 ? '' : 's'} left`
}

/** A quiet word below the plan line when the free invoices are nearly gone, and the way to the plans. */
export const TrialHint = ({ user, onNavigate }: { user: CurrentUser; onNavigate?: (() => void) | undefined }) => {
  const told = words(user)
  return told === undefined ? null : (
    <Link
      href="/subscribe"
      onClick={onNavigate}
      className="mx-2 mt-1.5 flex min-h-8 flex-wrap items-center justify-between gap-x-2 rounded-md bg-warn-soft px-2.5 py-1 text-[0.8125rem] text-warn pointer-coarse:min-h-11"
    >
      {told} <span className="font-medium underline underline-offset-2">Plans</span>
    </Link>
  )
}
