import { useEffect } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { SettingsRail } from '#web/kit/settings-rail.tsx'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivitySection } from './activity/activity-section.tsx'
import { useAccount } from './api/account-api.ts'
import { ExportSection } from './export/export-section.tsx'
import { Section } from './form/section.tsx'
import { EmailSection, ExternalProfileSection, NameFormSkeleton, PasswordSection, ProfileSection } from './profile/profile-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TokensSection } from './tokens/tokens-section.tsx'
import { TwoFactorSection } from './two-factor/two-factor-section.tsx'

/** Laid out like the page so that nothing shifts. */
const AccountSkeleton = () => (
  <div role="status" aria-label="Loading your account" className="grid min-h-dvh max-w-3xl content-start gap-4 sm:gap-6 lg:ml-50">
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
  return (
    <Loaded query={useAccount()} fallback={<AccountSkeleton />}>
      {(account) => <Sections account={account} />}
    </Loaded>
  )
}

const Sections = ({ account }: { account: Account }) => {
  const isLocal = account.managedBy === 'billfold'
  // The URL's fragment is resolved before the section is rendered.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[11rem_minmax(0,48rem)]">
      <SettingsRail hidden={isLocal ? [] : ['email', 'password', 'two-factor']} />
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
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
    </div>
  )
}

const loadDeletion = () => import('./deletion/delete-dialog.tsx')

const DeleteSection = ({ account }: { account: Account }) => {
  const { show, dialog } = useLazyDialog(loadDeletion)
  return (
    <Section
      id="delete"
      title="Delete my account"
      text="Permanently deletes your account and all its data. You can review what is deleted before you confirm."
      danger
    >
      <Button variant="secondary" className="text-danger" onClick={() => void show({ account })}>
        Delete my account...
      </Button>
      {dialog}
    </Section>
  )
}
