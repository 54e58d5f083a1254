import { lazy, Suspense } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const NameForm = lazy(() => import('./name-form.tsx'))

export const ProfileSection = ({ account }: { account: Account }) => (
  <Section id="profile" title="Profile" text="Your own name. What customers see on invoices is in the Business Profile.">
    <Suspense fallback={<NameFormSkeleton />}>
      <NameForm account={account} />
    </Suspense>
  </Section>
)

/** Has the form's shape, so that nothing jumps when it comes. */
export const NameFormSkeleton = () => (
  <div role="status" aria-label="Loading the form" className="grid gap-4">
    <div className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="h-15.5" />
      <Skeleton className="h-15.5" />
    </div>
    <Skeleton className="h-9 w-18" />
  </div>
)
