import type { ComponentType } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { SettingsRail } from '#web/kit/settings-rail.tsx'
import { type AccountSection, accountSettings, useSection, useVisited } from '#web/kit/settings-sections.ts'
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

/** Laid out like a section so that nothing shifts. */
const SectionSkeleton = ({ section }: { section: AccountSection }) => (
  <div role="status" aria-label="Loading your account" className="min-h-dvh">
    <Card className="sm:p-6">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-1 mb-4 h-5 w-96 max-w-full" />
      {section === 'profile' ? <NameFormSkeleton /> : <Skeleton className="h-9 w-36" />}
    </Card>
  </div>
)

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

const OwnProfileSection = ({ account }: { account: Account }) =>
  account.managedBy === 'billfold' ? <ProfileSection account={account} /> : <ExternalProfileSection account={account} />

const contents: readonly (readonly [AccountSection, ComponentType<{ account: Account }>])[] = [
  ['profile', OwnProfileSection],
  ['email', EmailSection],
  ['password', PasswordSection],
  ['two-factor', TwoFactorSection],
  ['sessions', SessionsSection],
  ['tokens', TokensSection],
  ['activity', ActivitySection],
  ['storage', StorageSection],
  ['data', ExportSection],
  ['delete', DeleteSection],
]

export default function AccountPage() {
  const account = useAccount()
  const isExternal = account.data !== undefined && account.data.managedBy !== 'billfold'
  const hidden: readonly AccountSection[] = isExternal ? ['email', 'password', 'two-factor'] : []
  const [asked] = useSection(accountSettings)
  const section = hidden.includes(asked) ? 'profile' : asked
  const visited = useVisited(section)
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[12rem_minmax(0,48rem)]">
      <SettingsRail page={accountSettings} section={section} hidden={hidden} />
      <Loaded query={account} fallback={<SectionSkeleton section={section} />}>
        {(data) => (
          <div className="min-w-0">
            {contents.map(
              ([id, Content]) =>
                visited.has(id) && (
                  <div key={id} hidden={id !== section}>
                    <Content account={data} />
                  </div>
                ),
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}
