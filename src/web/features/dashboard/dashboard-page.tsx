import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { dashboardEndpoints } from '#shared/contract/endpoints/dashboard.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { getKnownUser, isDemo } from '#web/lib/session/current-user.ts'
import { readStored, store } from '#web/lib/stored.ts'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AttentionCard, countAttentionLines } from './attention-card.tsx'
import { MonthsChart } from './months-chart.tsx'
import { listOpenSteps, OnboardingChecklist, onboardingSteps } from './onboarding-checklist.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentInvoices } from './recent-invoices.tsx'
import { StatCards } from './stat-cards.tsx'

const hasMoney = ({ received, expenses }: DashboardWire['months'][number]) => received !== '0.00' || expenses !== '0.00'

const queryKey = [dashboardEndpoints.read.path]

/** What the dashboard showed last to a user in this browser: while it loads, it keeps the same room, so that nothing jumps. */
type LastShown = {
  /** The number of lines. */
  attention?: number
  /** The names of the open steps. */
  open?: string[]
  hasMoney?: boolean
  isDismissed?: boolean
}

const getKey = (userId: number) => `billfold.dashboard.${userId}`

const readLastShown = (userId: number): LastShown => {
  const stored = readStored(getKey(userId))
  return typeof stored === 'object' && stored !== null ? stored : {}
}

const storeLastShown = (userId: number, shown: LastShown): void => store(getKey(userId), { ...readLastShown(userId), ...shown })

/**
 * While the figures load, the first steps are shown or hidden as last time; in a new browser they are shown to a user without invoices and without a
 * subscription. If they were not shown then, they wait for the next visit, so that they never push the figures down.
 */
const useFirstSteps = (figures: DashboardWire | undefined) => {
  const client = useQueryClient()
  const user = getKnownUser()
  const userId = user?.id ?? 0
  const [last] = useState(() => readLastShown(userId))
  const [isDismissed, setDismissed] = useState(last.isDismissed ?? false)
  const isUnused = user?.trialInvoicesUsed === 0 && user.subscriptionStatus !== 'active'
  const open = figures && listOpenSteps(figures.firstSteps)
  const expected = last.open ? onboardingSteps.filter(({ name }) => last.open?.includes(name)) : isUnused ? onboardingSteps : []
  useEffect(() => {
    if (!figures) return
    storeLastShown(userId, {
      open: listOpenSteps(figures.firstSteps).map(({ name }) => name),
      attention: countAttentionLines(figures),
      hasMoney: figures.months.some(hasMoney),
      isDismissed: figures.firstStepsDismissed || isDismissed,
    })
  }, [figures, isDismissed, userId])
  const dismiss = async () => {
    setDismissed(true)
    // The dismissed card took the focused button with it.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    try {
      await runMutation((request) => call(dashboardEndpoints.dismissFirstSteps, request))
      await client.invalidateQueries({ queryKey })
    } catch (error) {
      setDismissed(false)
      toastFailed(error, 'The first steps could not be dismissed.', 'Not Dismissed')
    }
  }
  // The sample records of a demo leave only what a demo can't do.
  const isShown = !isDemo() && !isDismissed && !figures?.firstStepsDismissed && expected.length > 0 && open?.length !== 0
  return { isShown, open: open ?? expected, dismiss, last }
}

const DashboardPage = () => {
  const openCreateInvoice = useNewDocument('invoice')
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(dashboardEndpoints.read, { signal }) })
  const figures = query.data
  const steps = useFirstSteps(figures)
  // A new account has nothing to be caught up with.
  const hasAttention = !steps.isShown || (figures ? countAttentionLines(figures) : (steps.last.attention ?? 0)) > 0
  const hasChart = !steps.isShown || (figures ? figures.months.some(hasMoney) : steps.last.hasMoney)
  return (
    <div className="pb-16 lg:pb-0">
      <h2 className="mb-3 text-muted text-sm">Welcome to your business dashboard</h2>
      {query.isError && !figures ? (
        <LoadError error={query.error} retry={() => void query.refetch()} />
      ) : !figures && steps.last.attention === undefined && !steps.isShown ? (
        // Nothing is known about the heights of the cards: one block as in the page's own skeleton, because cards would jump.
        <Skeleton className="h-64 w-full" />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {hasAttention && <AttentionCard figures={figures} expected={steps.last.attention ?? 0} />}
          {steps.isShown && <OnboardingChecklist open={steps.open} isLoading={!figures} onDismiss={() => void steps.dismiss()} />}
          <StatCards figures={figures} />
          {hasChart && <MonthsChart months={figures?.months} />}
          <div className="grid items-start gap-4 lg:grid-cols-5">
            <RecentInvoices invoices={figures?.recentInvoices} />
            <RecentActivity entries={figures?.recentActivity} />
          </div>
        </div>
      )}
      <FloatingActionButton label="New Invoice" onClick={() => openCreateInvoice()} className="lg:hidden" />
    </div>
  )
}

export default DashboardPage
