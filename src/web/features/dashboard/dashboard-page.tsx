import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { dashboardEndpoints } from '#shared/contract/endpoints/dashboard.ts'
import { call } from '#web/lib/api/client.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { DueInvoices } from './due-invoices.tsx'
import { MonthsChart } from './months-chart.tsx'
import { hasOpenSteps, readOnboardingState, storeOnboardingState } from './onboarding.ts'
import { OnboardingChecklist } from './onboarding-checklist.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentInvoices } from './recent-invoices.tsx'
import { StatCards } from './stat-cards.tsx'

const hasMoney = ({ received, expenses }: DashboardWire['months'][number]) => received !== '0.00' || expenses !== '0.00'

const DashboardPage = () => {
  const openCreateInvoice = useCreateInvoice()
  const query = useQuery({ queryKey: [dashboardEndpoints.read.path], queryFn: ({ signal }) => call(dashboardEndpoints.read, { signal }) })
  const figures = query.data
  const user = getKnownUser()
  const userId = user?.id ?? 0
  const [storedState, setStoredState] = useState(() => readOnboardingState(userId))
  // While the figures load, the checklist is shown or hidden as last time; on a new device, it is shown to a user without invoices and without a
  // subscription. A checklist that was not shown then waits for the next visit, so that it never pushes the figures down.
  const [wasExpected] = useState(
    storedState ? storedState === 'open' : user?.trialInvoicesUsed === 0 && user.subscriptionStatus !== 'active',
  )
  const isOpen = figures && hasOpenSteps(figures.firstSteps)
  const isNew = storedState !== 'dismissed' && wasExpected && isOpen !== false
  useEffect(() => {
    if (isOpen !== undefined && storedState !== 'dismissed') storeOnboardingState(userId, isOpen ? 'open' : 'done')
  }, [isOpen, storedState, userId])
  const dismiss = () => {
    storeOnboardingState(userId, 'dismissed')
    setStoredState('dismissed')
    // The dismissed card took the focused button with it.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    // Focused links are scrolled clear of the floating button and the bottom bar.
    <div className="pb-16 max-lg:[&_a]:scroll-mb-44 lg:pb-0">
      <h2 className="mb-4 text-muted sm:mb-5">Welcome to your business dashboard</h2>
      {query.isError && !figures ? (
        <LoadError error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          {isNew && <OnboardingChecklist done={figures?.firstSteps} onDismiss={dismiss} />}
          <div className="grid grid-cols-1 gap-4">
            <StatCards figures={figures} />
            {(!isNew || figures?.months.some(hasMoney)) && <MonthsChart months={figures?.months} />}
            {(!isNew || (figures && figures.overdue.count + figures.dueSoon.count > 0)) && (
              <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
                <DueInvoices
                  title="Overdue"
                  due={figures?.overdue}
                  emptyText="Nothing is overdue."
                  allHref="/invoices?status=overdue&sort=dueDate"
                  isLate
                />
                <DueInvoices
                  title="Due soon"
                  due={figures?.dueSoon}
                  emptyText="Nothing falls due within a week."
                  allHref="/invoices?status=sent&sort=dueDate"
                />
              </div>
            )}
            <div className="grid items-start gap-4 lg:grid-cols-5">
              <RecentInvoices invoices={figures?.recentInvoices} />
              <RecentActivity entries={figures?.recentActivity} />
            </div>
          </div>
        </>
      )}
      <FloatingActionButton label="New Invoice" onClick={() => openCreateInvoice()} className="lg:hidden" />
    </div>
  )
}

export default DashboardPage
