import { ArrowRight } from 'lucide-react'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'

type Steps = DashboardWire['firstSteps']
type OnboardingStep = {
  name: keyof Steps
  title: string
  text: string
  /** The first invoice and the reminders have dialogs on the dashboard. */
  href?: string
}

export const onboardingSteps: readonly OnboardingStep[] = [
  {
    name: 'businessProfile',
    title: 'Set up your business profile',
    text: 'Your name, address and logo go on every invoice.',
    href: '/business-profile',
  },
  { name: 'customer', title: 'Add your first customer', text: 'Include an email address so you can send invoices.', href: '/customers' },
  { name: 'invoice', title: 'Create your first invoice', text: 'Save it as a draft, or send it right away.' },
  { name: 'sentInvoice', title: 'Send it', text: 'By email, with the PDF and a payment link.', href: '/invoices' },
  {
    name: 'payments',
    title: 'Get paid online',
    text: 'Connect Stripe or PayPal so customers can pay online.',
    href: '/business-profile',
  },
  {
    name: 'reminders',
    title: 'Remind customers automatically',
    text: 'Emails before and after the due date, until the invoice is paid. Off until you switch them on.',
  },
]

export const listOpenSteps = (done: Steps): OnboardingStep[] => onboardingSteps.filter(({ name }) => !done[name])

const RemindersDialog = lazy(() => import('./reminders-dialog.tsx'))
const RemindersContext = createContext(() => {})

type Props = {
  /** While loading, those to keep room for. */
  open: readonly OnboardingStep[]
  isLoading: boolean
  onDismiss: () => void
}

export const OnboardingChecklist = ({ open: [next, ...others], isLoading, onDismiss }: Props) => {
  const count = onboardingSteps.length - others.length - 1
  const [dialog, setDialog] = useState({ isOpen: false, isUsed: false })
  return (
    <RemindersContext value={() => setDialog({ isOpen: true, isUsed: true })}>
      <Card role="region" aria-label="First steps" className="p-0">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 sm:px-5">
          <CardTitle>First steps</CardTitle>
          <div className="flex min-w-0 flex-1 items-center gap-3">
            <div
              role="progressbar"
              aria-label="First steps done"
              aria-valuemin={0}
              aria-valuemax={onboardingSteps.length}
              aria-valuenow={count}
              className="h-1.5 min-w-8 max-w-48 flex-1 overflow-hidden rounded-full bg-sunken"
            >
              <div className="h-full rounded-full bg-accent" style={{ width: `${(count / onboardingSteps.length) * 100}%` }} />
            </div>
            <span className="shrink-0 text-muted text-sm tabular-nums">{`${count} of ${onboardingSteps.length} done`}</span>
          </div>
          <Button variant="ghost" size="sm" className="-mr-2 text-muted" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
        <div className={isLoading ? 'invisible' : undefined}>
          {next && <Next step={next} />}
          {others.length > 0 && (
            <div className="flex min-h-11 flex-wrap items-center gap-x-4 border-line border-t px-4 text-sm sm:px-5">
              <span className="text-muted">Then</span>
              <ul className="contents">
                {others.map((step) => (
                  <li key={step.name}>
                    <StepLink
                      step={step}
                      className="inline-flex min-h-8 items-center underline-offset-2 hover:text-accent hover:underline pointer-coarse:min-h-11"
                    >
                      {step.title}
                    </StepLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Card>
      {dialog.isUsed && (
        <Suspense>
          <RemindersDialog open={dialog.isOpen} onClose={() => setDialog({ isOpen: false, isUsed: true })} />
        </Suspense>
      )}
    </RemindersContext>
  )
}

const Next = ({ step }: { step: OnboardingStep }) => (
  <StepLink
    step={step}
    className="flex min-h-16 w-full items-center gap-3 bg-accent-soft px-4 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
  >
    <span className="min-w-0 flex-1">
      <span className="block font-medium text-sm">{step.title}</span>
      <span className="block text-muted text-sm">{step.text}</span>
    </span>
    <ArrowRight className="size-4 shrink-0 text-accent" aria-hidden />
  </StepLink>
)

const StepLink = ({ step, className, children }: { step: OnboardingStep; className: string; children: ReactNode }) => {
  const openCreateInvoice = useNewDocument('invoice')
  const openReminders = useContext(RemindersContext)
  if (step.href)
    return (
      <Link href={step.href} className={className}>
        {children}
      </Link>
    )
  return (
    <button type="button" className={className} onClick={() => (step.name === 'reminders' ? openReminders() : openCreateInvoice())}>
      {children}
    </button>
  )
}
