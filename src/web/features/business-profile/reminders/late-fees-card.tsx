import { useQuery } from '@tanstack/react-query'
import { lateFeeEndpoints } from '#shared/contract/endpoints/late-fees.ts'
import { call } from '#web/lib/api/client.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LateFeesForm } from './late-fees-form.tsx'

export const LateFeesCard = () => {
  const { data, error, refetch } = useQuery({
    queryKey: [lateFeeEndpoints.rule.path],
    queryFn: ({ signal }) => call(lateFeeEndpoints.rule, { signal }),
  })
  return (
    <section aria-label="Late fees">
      <Card>
        <CardTitle>Late fees</CardTitle>
        <p className="mt-1 mb-5 max-w-prose text-muted text-sm">
          Charge a fee for overdue invoices. Each fee is an invoice of its own, without sales tax. An invoice gets at most one a month.
        </p>
        {data ? (
          <LateFeesForm rule={data.rule} />
        ) : error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </Card>
    </section>
  )
}
