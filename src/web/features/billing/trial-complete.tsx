import { PartyPopper } from 'lucide-react'
import { Link } from 'wouter'
import { trialInvoices } from '#shared/plans.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'

/** All free invoices are made. */
export const TrialComplete = ({ canSubscribe }: { canSubscribe: boolean }) => (
  <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 border-accent sm:p-6">
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
      <PartyPopper className="size-5" aria-hidden />
    </span>
    <div className="min-w-0 flex-1 basis-64">
      <CardTitle>Trial Complete</CardTitle>
      <p className="mt-0.5 text-pretty text-muted text-sm">
        You have made all {trialInvoices} free invoices. A plan lets you make more; everything else goes on working as it is.
      </p>
    </div>
    {canSubscribe && (
      <Link href="/subscribe?from=trial-expired" asChild>
        <ButtonLink variant="secondary">Choose Plan</ButtonLink>
      </Link>
    )}
  </Card>
)
