import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { SettingsRail } from '#web/kit/settings-rail.tsx'
import { businessSettings, useSection, useVisited } from '#web/kit/settings-sections.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { profileApi } from './form/api.ts'
import { FormOutline } from './form/section-card.tsx'
import { isPrinted } from './form/sections.ts'

/** Has the form's dimensions, so that nothing moves when the form loads. */
const ProfileSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the form"
    className="grid min-h-dvh items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] min-[96rem]:grid-cols-[minmax(0,1fr)_24rem]"
  >
    <Card>
      <Skeleton className="h-6 w-32" />
      <SkeletonRows count={8} row="h-15" className="mt-5 grid gap-4 sm:grid-cols-2" />
    </Card>
    <div className="hidden gap-3 xl:grid">
      <Skeleton className="h-9" />
      <Skeleton className="aspect-[8.5/11] w-full" />
    </div>
  </div>
)

const ProfileForm = lazy(() => import('./profile-form.tsx'))
/** Sections that save something else. */
const cards = [
  ['payments', lazy(() => import('./payments/bank-accounts-card.tsx'))],
  ['numbers', lazy(() => import('./number-cards.tsx'))],
  ['currencies', lazy(() => import('./currencies/exchange-rates-card.tsx'))],
  ['reminders', lazy(() => import('./reminders/reminders-card.tsx'))],
  ['statements', lazy(() => import('./statements/statements-card.tsx'))],
] as const

export default function BusinessProfilePage() {
  const [section, openSection] = useSection(businessSettings)
  const visited = useVisited(section)
  // Coming back to the form shows what is saved by then.
  const profile = useQuery({ ...businessProfileQuery, gcTime: 0 })
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <SettingsRail page={businessSettings} section={section} />
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
        <Loaded query={profile} fallback={<ProfileSkeleton />}>
          {(data) => (
            <Suspense fallback={<ProfileSkeleton />}>
              <ProfileForm profile={data} section={section} openSection={openSection} />
            </Suspense>
          )}
        </Loaded>
        {cards.map(
          ([id, Content]) =>
            visited.has(id) && (
              <div key={id} hidden={section !== id} className="max-w-3xl">
                <Suspense fallback={<FormOutline />}>
                  <Content />
                </Suspense>
              </div>
            ),
        )}
        <div className={cx('empty:hidden', isPrinted(section) ? 'xl:mr-90 min-[96rem]:mr-102' : 'max-w-3xl')}>
          {profile.data && <RecordHistory entity={profileApi} id={profile.data.id} />}
        </div>
      </div>
    </div>
  )
}
