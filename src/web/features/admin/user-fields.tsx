import { formatDay, today } from '#shared/dates.ts'
import { trialInvoices } from '#shared/plans.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import type { UserRow } from './admin-lists.ts'

export const getUserName = ({ firstName, lastName, email }: UserRow): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'User'

export const formatTrialUsage = ({ trialInvoicesUsed }: UserRow): string => `${trialInvoicesUsed}/${trialInvoices}`

/** In the admin's time zone: 'Jan 05, 2026'. */
export const formatJoinDate = ({ createdAt }: UserRow): string => formatDay(today(new Date(createdAt), getTimeZone()))

const statuses: Record<string, { tone: Tone; label: string }> = {
  trial: { tone: 'note', label: 'Trial' },
  active: { tone: 'good', label: 'Active' },
  canceled: { tone: 'neutral', label: 'Canceled' },
}
const plans: Record<string, string> = { monthly: 'Monthly', yearly: 'Yearly' }

export const SubscriptionBadges = ({ user }: { user: UserRow }) => {
  const { subscriptionStatus, subscriptionPlan } = user
  const status = statuses[subscriptionStatus]
  const plan = subscriptionStatus === 'active' && plans[subscriptionPlan ?? '']
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={status?.tone}>{status?.label ?? subscriptionStatus}</Badge>
      {plan && <span className="text-[0.8125rem] text-muted">{plan}</span>}
      {user.isPastDue && (
        <Badge tone="warn" title="A renewal could not be paid.">
          Past due
        </Badge>
      )}
      {user.isSubscribedTwice && (
        <Badge tone="danger" title="More than one subscription takes money: look at this customer in the card provider's dashboard.">
          Subscribed twice
        </Badge>
      )}
    </span>
  )
}
