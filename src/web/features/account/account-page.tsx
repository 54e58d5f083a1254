import { useEffect } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivitySection } from './activity/activity-section.tsx'
import { useAccount } from './api/use-account.ts'
import { DeleteSection } from './deletion/delete-section.tsx'
import { ExportSection } from './export/export-section.tsx'
import { ExternalProfileSection } from './external-profile-section.tsx'
import { JumpsOnThisPage, OnThisPage } from './page-sections.tsx'
import { EmailSection } from './profile/email-section.tsx'
import { NameFormSkeleton, PasswordSection, ProfileSection } from './profile/profile-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TokensSection } from './tokens/tokens-section.tsx'
import { TwoFactorSection } from './two-factor/two-factor-section.tsx'

/** Laid out like the page so that nothing shifts. */
const AccountSkeleton = () => (
  <div role="status" aria-label="Loading your account" className="grid min-h-dvh max-w-3xl content-start gap-4 sm:gap-6">
    <Card className="sm:p-6">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-2 mb-4 h-5 w-96 max-w-full" />
      <NameFormSkeleton />
    </Card>
    {['a', 'b', 'c'].map((key) => (
      <Card key={key} className="sm:p-6">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-2 h-5 w-80 max-w-full" />
        <Skeleton className="mt-4 h-9 w-36" />
      </Card>
    ))}
  </div>
)

export default function AccountPage() {
  const { data, error, refetch } = useAccount()
  return (
    <>
      <PageHeader title="Account" />
      {data ? <Sections account={data} /> : error ? <LoadError error={error} retry={() => void refetch()} /> : <AccountSkeleton />}
    </>
  )
}

const Sections = ({ account }: { account: Account }) => {
  const isLocal = account.managedBy === 'billfold'
  // The URL's fragment is resolved before the section is rendered.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,48rem)_12rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
        <JumpsOnThisPage isLocal={isLocal} />
        {isLocal ? (
          <>
            <ProfileSection account={account} />
            <EmailSection account={account} />
            <PasswordSection account={account} />
            <TwoFactorSection account={account} />
          </>
        ) : (
          <ExternalProfileSection account={account} />
        )}
        <SessionsSection />
        <TokensSection account={account} />
        <ActivitySection />
        <StorageSection />
        <ExportSection />
        <DeleteSection account={account} />
      </div>
      <OnThisPage isLocal={isLocal} />
    </div>
  )
}
