import { lazy, Suspense } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { LazyDisclosure } from '#web/features/account/form/disclosure.tsx'
import { Section } from '#web/features/account/form/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const loadForm = () => import('./password-form.tsx')

export const PasswordSection = ({ account: { email } }: { account: Account }) => (
  <Section id="password" title="Password" text="Changing it signs you out on all other devices.">
    <LazyDisclosure label="Change password" load={loadForm}>
      {({ PasswordForm }, close) => <PasswordForm email={email} close={close} />}
    </LazyDisclosure>
  </Section>
)

const NameForm = lazy(() => import('./name-form.tsx'))

export const ProfileSection = ({ account }: { account: Account }) => (
  <Section id="profile" title="Profile" text="Your own name. Customers see your business profile instead.">
    <Suspense fallback={<NameFormSkeleton />}>
      <NameForm account={account} />
    </Suspense>
  </Section>
)

/** Laid out like the form so that nothing shifts. */
export const NameFormSkeleton = () => (
  <div role="status" aria-label="Loading the form" className="grid gap-4">
    <div className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="h-15.5" />
      <Skeleton className="h-15.5" />
    </div>
    <Skeleton className="h-9 w-18" />
  </div>
)
