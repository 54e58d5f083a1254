import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { businessProfileQuery } from '#web/lib/business-profile.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { OnPageNav } from '#web/ui/page-jumps.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadError } from '#web/ui/state.tsx'
import { estimateNumbers, invoiceNumbers, type Numbered } from './calls.ts'
import { ProfileSkeleton } from './profile-outline.tsx'

const ProfileForm = lazy(() => import('./profile-form.tsx'))
const parts = [
  { id: 'business', label: 'Business' },
  { id: 'address', label: 'Address' },
  { id: 'paper-style', label: 'Paper style' },
  { id: 'new-papers', label: 'New papers' },
  { id: 'payments', label: 'Payments' },
  { id: 'numbers', label: 'Numbers' },
]

const NumberForm = lazy(() => import('./number-form.tsx'))

/** Who the business is, how its papers look, where its money comes in, and how its papers are numbered. */
export default function BusinessProfilePage() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <OnPageNav parts={parts} />
      <Profile />
      <div id="numbers" tabIndex={-1} className="grid scroll-mt-20 outline-none grid-cols-1 gap-4 sm:gap-6 xl:max-w-[calc(100%-25.5rem)]">
        <NumberCard of={invoiceNumbers} title="Invoice numbers">
          How the number of a new invoice is made. The Create New Invoice dialog proposes it, and you can still type another one there.
          Invoices that exist keep their numbers.
        </NumberCard>
        <NumberCard of={estimateNumbers} title="Estimate numbers">
          The same for estimates, which are counted apart from the invoices. Estimates that exist keep their numbers.
        </NumberCard>
      </div>
    </div>
  )
}

const Profile = () => {
  // Whoever comes back to the form gets what is saved by then.
  const { data, error, refetch } = useQuery({ ...businessProfileQuery, gcTime: 0 })
  if (data === undefined) return error ? <LoadError error={error} retry={() => void refetch()} /> : <ProfileSkeleton />
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <ProfileForm profile={data} />
    </Suspense>
  )
}

const NumberCard = ({ of, title, children }: { of: Numbered; title: string; children: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [of.path],
    queryFn: ({ signal }) => of.read(signal),
    // Every new paper moves the next number on.
    gcTime: 0,
  })
  return (
    <section aria-label={title}>
      <Card>
        <CardTitle>{title}</CardTitle>
        <p className="mt-1 mb-5 max-w-prose text-muted text-sm">{children}</p>
        {data ? (
          <Suspense fallback={<FormOutline />}>
            <NumberForm of={of} pattern={data} />
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
