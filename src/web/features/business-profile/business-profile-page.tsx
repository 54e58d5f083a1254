import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { profileApi } from './form/api.ts'
import { FormOutline } from './form/section-card.tsx'
import { getSectionPath, isPrinted, type SectionId, sections, useSection, useVisited } from './form/sections.ts'

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

const SectionNav = ({ current }: { current: SectionId }) => (
  <nav aria-label="Sections of the business profile" className="min-w-0 print:hidden lg:sticky lg:top-20">
    <ul className="-mx-3 flex flex-wrap gap-x-1 gap-y-0.5 sm:mx-0 lg:grid">
      {sections.map(({ id, label }) => (
        <li key={id}>
          <Link
            href={getSectionPath(id)}
            aria-current={id === current ? 'page' : undefined}
            className={cx(
              'flex min-h-9 items-center rounded-md px-3 font-medium text-sm transition-colors pointer-coarse:min-h-11',
              id === current ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const ProfileForm = lazy(() => import('./profile-form.tsx'))
/** Sections that save something else. */
const cards = [
  ['numbers', lazy(() => import('./number-cards.tsx'))],
  ['currencies', lazy(() => import('./currencies/exchange-rates-card.tsx'))],
  ['reminders', lazy(() => import('./reminders/reminders-card.tsx'))],
  ['statements', lazy(() => import('./statements/statements-card.tsx'))],
] as const

export default function BusinessProfilePage() {
  const [section, openSection] = useSection()
  const visited = useVisited(section)
  // Coming back to the form shows what is saved by then.
  const profile = useQuery({ ...businessProfileQuery, gcTime: 0 })
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)]">
      <SectionNav current={section} />
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
