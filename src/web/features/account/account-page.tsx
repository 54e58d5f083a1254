import { useEffect } from 'react'
import type { Account } from '#shared/api/account.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadError } from '#web/ui/state.tsx'
import { AccountSkeleton } from './account-outline.tsx'
import { ActivitySection } from './activity-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExternalProfileSection } from './elsewhere-section.tsx'
import { EmailSection } from './email-section.tsx'
import { ExportSection } from './export-section.tsx'
import { JumpsOnThisPage, OnThisPage } from './on-this-page.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import { useAccount } from './use-account.ts'

/** Who one is here, how one signs in, where one is signed in, and how one leaves with everything. */
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
  const isOurs = account.managedBy === 'billfold'
  // The browser looked for the address's part before it was there.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,48rem)_12rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
        <JumpsOnThisPage isOurs={isOurs} />
        {isOurs ? (
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
      <OnThisPage isOurs={isOurs} />
    </div>
  )
}
