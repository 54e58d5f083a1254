import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '#web/lib/api.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { readPattern } from './calls.ts'

const NumberForm = lazy(() => import('./number-form.tsx'))

/** What the business decides once for all its papers. */
export default function BusinessProfilePage() {
  const { data, error, refetch } = useQuery({
    queryKey: [readPattern.path],
    queryFn: ({ signal }) => call(readPattern, { signal }),
    // Every new invoice moves the next number on.
    gcTime: 0,
  })
  return (
    <Card className="max-w-3xl">
      <CardTitle>Invoice numbers</CardTitle>
      <p className="mt-1 mb-5 max-w-prose text-muted text-sm">
        How the number of a new invoice is made. The Create New Invoice dialog proposes it, and you can still type another one there.
        Invoices that exist keep their numbers.
      </p>
      {data ? (
        <Suspense fallback={<FormOutline />}>
          <NumberForm pattern={data} />
        </Suspense>
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <FormOutline />
      )}
    </Card>
  )
}

const FormOutline = () => (
  <div role="status" aria-label="Loading the form" className="grid gap-5 sm:grid-cols-2">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-15" />
    ))}
  </div>
)
