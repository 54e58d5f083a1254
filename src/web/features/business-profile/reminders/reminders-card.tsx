import { useQuery } from '@tanstack/react-query'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { call } from '#web/lib/api/client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LateFeesCard } from './late-fees-card.tsx'
import { RemindersForm } from './reminders-form.tsx'

export default function RemindersCard() {
  const { data, error, refetch } = useQuery({
    queryKey: [reminderEndpoints.settings.path],
    queryFn: ({ signal }) => call(reminderEndpoints.settings, { signal }),
  })
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <SectionCard
        id="reminders"
        title="Payment reminders"
        text="Emails about open invoices. They stop when an invoice is paid, and a customer gets at most one a day."
      >
        {data ? (
          <RemindersForm settings={data} />
        ) : error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the form" className="grid gap-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-40" />
            <Skeleton className="h-15" />
          </div>
        )}
      </SectionCard>
      <LateFeesCard />
    </div>
  )
}
