import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type OnboardingStep, onboardingSteps } from './onboarding.ts'

/** A new account's checklist with its progress; placeholders of the same size while loading. */
export const OnboardingChecklist = ({ done, onDismiss }: { done: DashboardWire['firstSteps'] | undefined; onDismiss: () => void }) => {
  const count = done && onboardingSteps.filter(({ name }) => done[name]).length
  const next = done && onboardingSteps.find(({ name }) => !done[name])
  return (
    <Card role="region" aria-label="First steps" className="mb-4 p-0">
      <div className="grid gap-2 border-line border-b px-4 py-3.5 sm:px-5">
        <div className="flex items-center gap-x-3">
          <CardTitle>First steps</CardTitle>
          <span className="h-5 flex-1 text-muted text-sm">{done && `${count} of ${onboardingSteps.length} done`}</span>
          <Button variant="ghost" size="sm" className="-my-1 -mr-2" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
        <div
          role="progressbar"
          aria-label="First steps done"
          aria-valuemin={0}
          aria-valuemax={onboardingSteps.length}
          aria-valuenow={count ?? 0}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${((count ?? 0) / onboardingSteps.length) * 100}%` }} />
        </div>
      </div>
      <ol className="divide-y divide-line">
        {onboardingSteps.map((step, index) => (
          <li key={step.name}>
            {done ? (
              <StepRow step={step} number={index + 1} isDone={done[step.name]} isNext={step === next} />
            ) : (
              <div className="flex h-16 items-center px-4 sm:px-5">
                <Skeleton className="h-9 w-64 max-w-full" />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type LineProps = { step: OnboardingStep; number: number; isDone: boolean; isNext: boolean }

const StepRow = ({ step, number, isDone, isNext }: LineProps) => {
  const openCreateInvoice = useCreateInvoice()
  const rowClass = cx(
    'flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left sm:px-5',
    !isDone && 'hover:bg-sunken',
    isNext && 'bg-accent-soft hover:bg-accent-soft',
  )
  const content = (
    <>
      <Tick isDone={isDone}>{number}</Tick>
      <span className="min-w-0 flex-1">
        <span className={cx('block font-medium text-sm', isDone && 'text-muted')}>
          {step.title}
          {isDone && <span className="sr-only">, done</span>}
        </span>
        {!isDone && <span className="block text-muted text-sm">{step.text}</span>}
      </span>
      {!isDone && <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />}
    </>
  )
  if (isDone) return <div className={rowClass}>{content}</div>
  if (!step.href)
    return (
      <button type="button" className={rowClass} onClick={() => openCreateInvoice()}>
        {content}
      </button>
    )
  return (
    <Link href={step.href} className={rowClass}>
      {content}
    </Link>
  )
}

const Tick = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => (
  <span
    aria-hidden
    className={cx(
      'grid size-7 shrink-0 place-items-center rounded-full font-medium text-[0.8125rem]',
      isDone ? 'bg-good-soft text-good' : 'border border-control text-muted',
    )}
  >
    {isDone ? <Check className="size-4" /> : children}
  </span>
)
