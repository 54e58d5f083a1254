import { ArrowRight, Check, FileText, type LucideIcon, Receipt, Users } from 'lucide-react'
import { trialInvoices } from '#shared/plans.ts'
import { isAccountDeleted } from '#web/lib/account-deleted.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

const Bar = ({ className }: { className: string }) => <span className={cx('block kit:h-2.5 rounded-full kit:bg-sunken', className)} />

/** Illustration of an invoice. */
const DocumentPicture = () => (
  <div aria-hidden className="relative mx-auto hidden w-full max-w-sm py-6 select-none sm:block lg:mx-0 lg:justify-self-end">
    <div className="absolute inset-x-6 top-0 bottom-12 -rotate-4 rounded-xl border border-line bg-accent-soft" />
    <div className="relative rounded-xl border border-line bg-surface p-7 shadow-raised">
      <div className="flex items-start justify-between">
        <span className="size-9 rounded-lg bg-accent" />
        <span className="grid justify-items-end gap-2">
          <Bar className="w-20 bg-ink/80" />
          <Bar className="w-14" />
        </span>
      </div>
      <div className="mt-7 grid gap-2">
        <Bar className="w-16" />
        <Bar className="w-36 bg-ink/25" />
        <Bar className="w-28" />
      </div>
      <div className="mt-7 divide-y divide-line border-line border-y">
        {['w-32', 'w-24', 'w-28'].map((width) => (
          <div key={width} className="flex items-center justify-between py-3">
            <Bar className={cx(width, 'bg-ink/25')} />
            <Bar className="w-12" />
          </div>
        ))}
      </div>
      <div className="mt-4 flex items-center justify-between">
        <span className="inline-flex h-8 items-center gap-1.5 rounded-full bg-good-soft px-3.5 font-semibold text-good text-sm">
          <Check className="size-4" /> Paid
        </span>
        <Bar className="h-3.5 w-24 bg-accent" />
      </div>
    </div>
  </div>
)

type Feature = { icon: LucideIcon; title: string; text: string }

const features: Feature[] = [
  {
    icon: FileText,
    title: 'Create invoices',
    text: 'Pick a customer, add your lines, send. Totals are exact to the cent, and a payment link is included.',
  },
  {
    icon: Users,
    title: 'Manage customers',
    text: 'Keep names, addresses and emails in one place, ready for the next invoice.',
  },
  {
    icon: Receipt,
    title: 'Track expenses',
    text: 'Record expenses as they happen and see them next to your income.',
  },
]

const LandingPage = () => (
  <div className="flex min-h-dvh flex-col bg-canvas pt-(--safe-top)">
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-[max(1.25rem,var(--safe-left),var(--safe-right))] sm:px-[max(2rem,var(--safe-left),var(--safe-right))] py-4">
      <span className="inline-flex items-center gap-2.5 font-semibold text-[1.0625rem] tracking-tight">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Billfold
      </span>
      <ButtonLink variant="ghost" href="/api/login" className="-mr-3.5">
        Sign in
      </ButtonLink>
    </header>
    <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col justify-center px-[max(1.25rem,var(--safe-left),var(--safe-right))] sm:px-[max(2rem,var(--safe-left),var(--safe-right))] pb-[max(3.5rem,var(--safe-bottom))]">
      {isAccountDeleted(location.search) && (
        <p role="status" className="mt-4 rounded-lg bg-good-soft px-4 py-3 text-good text-sm">
          Your account and all its data have been deleted. Thank you for using Billfold.
        </p>
      )}
      <section className="grid items-center gap-10 py-10 sm:py-14 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
        <div>
          <h1 className="text-balance font-semibold text-4xl leading-[1.1] tracking-[-0.03em] sm:text-5xl lg:text-[3.5rem]">
            Send the invoice, get paid, and know where you stand.
          </h1>
          <p className="mt-5 max-w-lg text-lg text-muted">
            Billfold keeps invoices, customers and expenses together, for freelancers and small businesses.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <ButtonLink href="/api/login?create=1" className="h-12 px-6 text-base pointer-coarse:h-12">
              Get Started <ArrowRight aria-hidden />
            </ButtonLink>
          </div>
          <p className="mt-4 text-muted text-sm">Your first {trialInvoices} invoices are free.</p>
        </div>
        <DocumentPicture />
      </section>
      <section aria-label="What it does" className="grid gap-4 sm:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <Card key={title}>
            <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
              <Icon className="size-5" aria-hidden />
            </span>
            <h2 className="mt-4 font-semibold">{title}</h2>
            <p className="mt-1 text-muted text-sm leading-6">{text}</p>
          </Card>
        ))}
      </section>
    </main>
  </div>
)

export default LandingPage
