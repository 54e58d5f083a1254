import { ArrowRight, Check, FileText, type LucideIcon, Receipt, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { trialInvoices } from '#shared/plans.ts'
import { demoPath, privacyPath, type Site, termsPath } from '#shared/site.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DashboardPicture } from './dashboard-picture.tsx'
import { InvoicePicture } from './invoice-picture.tsx'
import { frame, Routine, Strengths } from './strengths.tsx'

const signUpPath = '/api/login?create=1'

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: FileText,
    title: 'Create invoices',
    text: 'Pick a customer, add your lines, send. Five designs with your logo and colors, each with a link to pay online.',
  },
  {
    icon: Users,
    title: 'Manage customers',
    text: 'See at a glance who owes what, since when, and everything you have ever sent them.',
  },
  {
    icon: Receipt,
    title: 'Track expenses',
    text: 'Keep the receipt with the expense, and see profit and loss whenever you like.',
  },
]

const Point = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-2.5">
    <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden />
    <span>{children}</span>
  </li>
)

const Pricing = ({ site }: { site: Site }) => (
  <section id="pricing" aria-labelledby="pricing-title" className="scroll-mt-14 border-line border-y bg-surface">
    <div className={cx(frame, 'grid items-center gap-8 py-14 sm:py-20 lg:grid-cols-[1fr_1.1fr] lg:gap-16')}>
      <div>
        <h2 id="pricing-title" className="text-balance font-semibold text-2xl tracking-[-0.02em] sm:text-3xl">
          {trialInvoices} invoices free. Then one simple price.
        </h2>
        <p className="mt-3 max-w-md text-pretty text-muted">
          Start without a card. When you have sent {trialInvoices} invoices, choose a plan. Your customers’ payments are yours: we take no
          share of them.
        </p>
        <ul className="mt-6 grid gap-2 text-sm leading-6">
          <Point>Unlimited invoices, estimates and customers</Point>
          <Point>Everything included in both plans</Point>
          <Point>Cancel any time, and take all your data with you</Point>
        </ul>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {[
          ['Monthly', site.monthlyPrice, 'per month', ''],
          ['Yearly', site.yearlyPrice, 'per year', site.yearlySaving],
        ].map(([name, price, period, saving]) => (
          <div key={name} className="rounded-xl border border-line bg-canvas p-6">
            <p className="flex h-6 items-center justify-between gap-3">
              <span className="font-medium">{name}</span>
              {saving && (
                <span className="rounded-full bg-accent-soft px-2.5 py-0.5 font-medium text-accent text-xs empty:hidden">{saving}</span>
              )}
            </p>
            <p className="mt-4 flex items-baseline gap-2 tabular-nums">
              <span className="font-semibold text-4xl tracking-[-0.03em]">{price}</span>
              <span className="text-muted text-sm">{period}</span>
            </p>
          </div>
        ))}
      </div>
    </div>
  </section>
)

const footerLink = 'inline-flex min-h-11 pointer-coarse:min-w-11 items-center hover:text-ink hover:underline underline-offset-4'

/** Rendered at build time, too: no hooks, and nothing of the browser. */
export const Landing = ({ site, accountDeleted }: { site: Site; accountDeleted: boolean }) => (
  <div className="min-h-dvh bg-canvas">
    <header className="tiny:static sticky top-0 z-10 border-line border-b bg-canvas pt-(--safe-top) print:static">
      <div className={cx(frame, 'flex min-h-14 items-center justify-between gap-3')}>
        <Brand />
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <ButtonLink variant="ghost" href="#pricing" className="max-sm:hidden">
            Pricing
          </ButtonLink>
          <ButtonLink variant="ghost" href="/api/login" className="max-[22.49rem]:px-2">
            Sign in
          </ButtonLink>
          <ButtonLink variant="secondary" href={signUpPath} className="max-[22.49rem]:px-2.5">
            Sign up
          </ButtonLink>
        </nav>
      </div>
    </header>
    <main>
      <div className={frame}>
        <p id="account-deleted" role="status" hidden={!accountDeleted} className="mt-4 rounded-lg bg-good-soft px-4 py-3 text-good text-sm">
          Your account and all its data have been deleted. Thank you for using Billfold.
        </p>
      </div>
      <section className={cx(frame, 'grid items-center gap-x-16 gap-y-12 pt-8 pb-14 sm:pt-12 lg:grid-cols-[1.1fr_1fr] lg:pb-20')}>
        <div>
          <h1 className="text-balance font-semibold text-[2.5rem] leading-[1.08] tracking-[-0.035em] sm:text-[3.25rem] lg:text-[3.75rem]">
            Send the invoice, get paid, and know where you stand.
          </h1>
          <p className="mt-5 max-w-lg text-pretty text-[1.0625rem] text-muted leading-7 sm:text-lg">
            Invoices, online payments, expenses and proper books in one calm place, for freelancers and small businesses.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={signUpPath} className="h-12 px-6 text-base max-sm:w-full pointer-coarse:h-12">
              Get Started <ArrowRight aria-hidden />
            </ButtonLink>
            {site.hasDemo && (
              <form method="post" action={demoPath} className="max-sm:w-full">
                <Button type="submit" variant="secondary" className="h-12 w-full px-6 text-base pointer-coarse:h-12">
                  See a demo
                </Button>
              </form>
            )}
          </div>
          <p className="mt-4 text-muted text-sm">Your first {trialInvoices} invoices are free. No card needed.</p>
        </div>
        <div aria-hidden="true" className="relative mx-auto w-full max-w-md select-none lg:mx-0 lg:justify-self-end">
          <InvoicePicture />
          <p className="absolute -bottom-7 left-4 flex items-center gap-3 rounded-lg border border-line bg-surface py-2.5 pr-4 pl-3 text-sm shadow-raised sm:-left-8">
            <span className="grid size-8 place-items-center rounded-full bg-good-soft text-good">
              <Check className="size-4" />
            </span>
            <span className="leading-5">
              <span className="block font-medium">Payment received</span>
              <span className="block text-muted text-xs tabular-nums">$5,163.53 from Northwind Traders</span>
            </span>
          </p>
        </div>
      </section>
      <section aria-labelledby="what" className="border-line border-y bg-surface">
        <div className={cx(frame, 'py-14 sm:py-20')}>
          <h2 id="what" className="max-w-2xl text-balance font-semibold text-2xl tracking-[-0.02em] sm:text-3xl">
            Everything between the work and the money.
          </h2>
          <div className="mt-8 grid gap-4 sm:grid-cols-3">
            {features.map(({ icon: Icon, title, text }) => (
              <Card key={title} className="kit:bg-canvas kit:sm:p-6">
                <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
                  <Icon className="size-5" aria-hidden />
                </span>
                <h3 className="mt-4 font-semibold">{title}</h3>
                <p className="mt-1 text-pretty text-muted text-sm leading-6">{text}</p>
              </Card>
            ))}
          </div>
          <div aria-hidden="true" className="mt-4 select-none">
            <DashboardPicture />
          </div>
        </div>
      </section>
      <Routine />
      <Strengths />
      <Pricing site={site} />
    </main>
    <footer
      className={cx(
        frame,
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-8 pb-[max(2rem,var(--safe-bottom))] text-muted text-sm',
      )}
    >
      <Brand className="text-ink" />
      <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
        <a href={termsPath} className={footerLink}>
          Terms
        </a>
        <a href={privacyPath} className={footerLink}>
          Privacy
        </a>
        <a href={site.codeUrl} className={footerLink}>
          {site.codeLabel}
        </a>
      </nav>
    </footer>
  </div>
)
