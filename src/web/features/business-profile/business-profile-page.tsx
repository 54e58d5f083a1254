import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { creditNoteSeries, estimateSeries, invoiceSeries, type NumberSeries, profileApi } from './form/api.ts'
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
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <Skeleton key={key} className="h-15" />
        ))}
      </div>
    </Card>
    <div className="hidden gap-3 xl:grid">
      <Skeleton className="h-9" />
      <Skeleton className="aspect-[8.5/11] w-full" />
    </div>
  </div>
)

const SectionNav = ({ current }: { current: SectionId }) => (
  <nav aria-label="Sections of the business profile" className="min-w-0 print:hidden lg:sticky lg:top-22">
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
const NumberForm = lazy(() => import('./number-form.tsx'))
const RemindersCard = lazy(() => import('./reminders/reminders-card.tsx'))
const ExchangeRatesCard = lazy(() => import('./currencies/exchange-rates-card.tsx'))
const StatementsCard = lazy(() => import('./statements/statements-card.tsx'))

export default function BusinessProfilePage() {
  const [section, openSection] = useSection()
  const visited = useVisited(section)
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)]">
      <SectionNav current={section} />
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
        <Profile section={section} openSection={openSection} />
        {visited.has('numbers') && (
          <div hidden={section !== 'numbers'}>
            <div className="grid max-w-3xl grid-cols-1 gap-4 sm:gap-6">
              <NumberCard series={invoiceSeries} title="Invoice numbers">
                How new invoices are numbered. You can type a different number on each invoice. Existing invoices keep theirs.
              </NumberCard>
              <NumberCard series={creditNoteSeries} title="Credit note numbers">
                How credit notes are numbered, in a series of their own. Each gets its number when it is issued.
              </NumberCard>
              <NumberCard series={estimateSeries} title="Estimate numbers">
                How new estimates are numbered, separately from invoices. Existing estimates keep their numbers.
              </NumberCard>
            </div>
          </div>
        )}
        {visited.has('currencies') && (
          <div hidden={section !== 'currencies'} className="max-w-3xl">
            <Suspense fallback={<FormOutline />}>
              <ExchangeRatesCard />
            </Suspense>
          </div>
        )}
        {visited.has('reminders') && (
          <div hidden={section !== 'reminders'} className="max-w-3xl">
            <Suspense fallback={<FormOutline />}>
              <RemindersCard />
            </Suspense>
          </div>
        )}
        {visited.has('statements') && (
          <div hidden={section !== 'statements'} className="max-w-3xl">
            <Suspense fallback={<FormOutline />}>
              <StatementsCard />
            </Suspense>
          </div>
        )}
        <div className={cx('empty:hidden', isPrinted(section) ? 'xl:mr-90 min-[96rem]:mr-102' : 'max-w-3xl')}>
          <ProfileHistory />
        </div>
      </div>
    </div>
  )
}

type ProfileProps = { section: SectionId; openSection: (id: SectionId) => void }

const Profile = ({ section, openSection }: ProfileProps) => {
  // Coming back to the form shows what is saved by then.
  const { data, error, refetch } = useQuery({ ...businessProfileQuery, gcTime: 0 })
  if (data === undefined) return error ? <LoadError error={error} retry={() => void refetch()} /> : <ProfileSkeleton />
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <ProfileForm profile={data} section={section} openSection={openSection} />
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
