import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { OnPageNav } from '#web/ui/on-page-nav.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { estimateSeries, invoiceSeries, type NumberSeries, profileApi } from './form/api.ts'

/** Has the form's dimensions, so that nothing moves when the form loads. */
const ProfileSkeleton = () => (
  <div role="status" aria-label="Loading the form" className="grid min-h-dvh items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
    <div className="grid content-start gap-4 sm:gap-6">
      {[
        ['business', 8],
        ['address', 5],
        ['style', 6],
      ].map(([card, fields]) => (
        <Card key={card}>
          <Skeleton className="h-6 w-32" />
          <div className="mt-5 grid gap-4 sm:grid-cols-2">
            {Array.from({ length: Number(fields) }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are equal
              <Skeleton key={i} className="h-15" />
            ))}
          </div>
        </Card>
      ))}
    </div>
    <div className="hidden gap-3 xl:grid">
      <Skeleton className="h-9" />
      <Skeleton className="aspect-[8.5/11] w-full" />
    </div>
  </div>
)

const ProfileForm = lazy(() => import('./profile-form.tsx'))
const parts = [
  { id: 'business', label: 'Business' },
  { id: 'address', label: 'Address' },
  { id: 'design', label: 'Design' },
  { id: 'defaults', label: 'Defaults' },
  { id: 'payments', label: 'Payments' },
  { id: 'numbers', label: 'Numbers' },
]

const NumberForm = lazy(() => import('./number-form.tsx'))

/** The business's details, design, payment accounts and number patterns. */
export default function BusinessProfilePage() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <OnPageNav sections={parts} />
      <Profile />
      <div id="numbers" tabIndex={-1} className="grid scroll-mt-20 outline-none grid-cols-1 gap-4 sm:gap-6 xl:max-w-[calc(100%-25.5rem)]">
        <NumberCard series={invoiceSeries} title="Invoice numbers">
          How new invoices are numbered. You can type a different number on each invoice. Existing invoices keep theirs.
        </NumberCard>
        <NumberCard series={estimateSeries} title="Estimate numbers">
          How new estimates are numbered, separately from invoices. Existing estimates keep their numbers.
        </NumberCard>
        <ProfileHistory />
      </div>
    </div>
  )
}

const Profile = () => {
  // Coming back to the form shows what is saved by then.
  const { data, error, refetch } = useQuery({ ...businessProfileQuery, gcTime: 0 })
  if (data === undefined) return error ? <LoadError error={error} retry={() => void refetch()} /> : <ProfileSkeleton />
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <ProfileForm profile={data} />
    </Suspense>
  )
}

const ProfileHistory = () => {
  const { data } = useQuery({ ...businessProfileQuery, gcTime: 0 })
  return data ? <RecordHistory entity={profileApi} id={data.id} /> : null
}

const NumberCard = ({ series, title, children }: { series: NumberSeries; title: string; children: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [series.path],
    queryFn: ({ signal }) => series.read(signal),
    // Every new document advances the next number.
    gcTime: 0,
  })
  return (
    <section aria-label={title}>
      <Card>
        <CardTitle>{title}</CardTitle>
        <p className="mt-1 mb-5 max-w-prose text-muted text-sm">{children}</p>
        {data ? (
          <Suspense fallback={<FormOutline />}>
            <NumberForm series={series} pattern={data} />
          </Suspense>
        ) : error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <FormOutline />
        )}
      </Card>
    </section>
  )
}

const FormOutline = () => (
  <div role="status" aria-label="Loading the form" className="grid gap-5 sm:grid-cols-2">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-15" />
    ))}
  </div>
)
