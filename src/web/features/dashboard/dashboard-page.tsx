import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { dashboardApi } from '#shared/api/dashboard.ts'
import { at, call } from '../../lib/api.ts'
import { useCreateInvoice } from '../../lib/create-invoice.ts'
import { LoadFailed } from '../../ui/state.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentInvoices } from './recent-invoices.tsx'
import { StatCards } from './stat-cards.tsx'

const address = at<typeof dashboardApi.read>('GET', '/api/dashboard')

const DashboardPage = () => {
  const openCreateInvoice = useCreateInvoice()
  const query = useQuery({ queryKey: [address.path], queryFn: ({ signal }) => call(address, { signal }) })
  return (
    <div className="pb-16 lg:pb-0">
      <h2 className="mb-4 text-muted sm:mb-5">Welcome to your business dashboard</h2>
      {query.isError && !query.data ? (
        <LoadFailed error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <StatCards figures={query.data} />
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-5">
            <RecentInvoices invoices={query.data?.recentInvoices} />
            <RecentActivity entries={query.data?.recentActivity} />
          </div>
        </>
      )}
      <button
        type="button"
        onClick={() => openCreateInvoice()}
        aria-label="New Invoice"
        className="fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-10 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-raised hover:bg-accent-strong lg:hidden"
      >
        <Plus className="size-6" aria-hidden />
      </button>
    </div>
  )
}

export default DashboardPage
