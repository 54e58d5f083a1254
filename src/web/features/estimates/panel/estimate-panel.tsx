import { CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { describeDeposit } from '#web/documents/deposits/describe-deposit.ts'
import { ScheduledSendNotice } from '#web/documents/email/scheduled-send.tsx'
import { listAvailable, useRun } from '#web/documents/list/actions.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { DocumentFacts, PanelActions } from '#web/documents/panel/document-panel.tsx'
import { TypedPanel } from '#web/documents/panel/typed-panel.tsx'
import { type ActionName, estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { ConvertedInvoiceLink, describeExpiry } from '#web/features/estimates/list/estimate-facts.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ProgressSection } from './progress-section.tsx'

export default function EstimatePanel(props: PanelProps<ListedEstimateWire>) {
  const run = useRun(estimates)
  return (
    <TypedPanel {...props} kind={estimates} facts={(estimate) => <Facts estimate={estimate} />}>
      {(estimate) => (
        <>
          <NextActions estimate={estimate} />
          <ScheduledSendNotice kind={estimates} doc={estimate} onChange={() => run('later', estimate)} />
          <ProgressSection estimate={estimate} />
        </>
      )}
    </TypedPanel>
  )
}

const Facts = ({ estimate }: { estimate: ListedEstimateWire }) => {
  const { status, invoice, answer } = estimate
  const expiry = describeExpiry(estimate)
  const deposit = describeDeposit(estimate)
  return (
    <DocumentFacts doc={estimate}>
      <p className="text-[0.8125rem] text-muted tabular-nums">
        Issued {formatDay(estimate.issueDate)} ·{' '}
        <span className={cx(expiry.isPressing && 'font-medium text-warn')}>
          {expiry.label}
          {expiry.label === 'Expires' ? ' ' : ', '}
          {formatDay(estimate.expiryDate)}
        </span>
      </p>
      {deposit && status !== 'accepted' && (
        <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere] tabular-nums">{`Asks for ${deposit} when it is accepted`}</p>
      )}
      {invoice && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">Invoice</span> <ConvertedInvoiceLink invoice={invoice} />
        </p>
      )}
      {answer && <Answer status={status} answer={answer} />}
    </DocumentFacts>
  )
}

type AnswerProps = { status: ListedEstimateWire['status']; answer: NonNullable<ListedEstimateWire['answer']> }

const Answer = ({ status, answer: { at, by, reason } }: AnswerProps) => {
  const isAccepted = status === 'accepted'
  const Icon = isAccepted ? CircleCheck : CircleX
  return (
    <section
      aria-label="Answer"
      className={cx('flex items-start gap-2.5 rounded-lg px-3 py-2.5 text-sm', isAccepted ? 'bg-good-soft' : 'bg-danger-soft')}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', isAccepted ? 'text-good' : 'text-danger')} aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className={cx('font-medium', isAccepted ? 'text-good' : 'text-danger')}>
          {isAccepted ? 'Accepted' : 'Declined'} by <bdi>{by ?? 'the customer'}</bdi>
        </p>
        <time dateTime={at} className="block text-[0.8125rem] tabular-nums">
          {formatInstant(at)}
        </time>
        {reason && (
          <p dir="auto" className="mt-1 whitespace-pre-line">
            {reason}
          </p>
        )}
      </div>
    </section>
  )
}

const actionsByStatus: Record<ListedEstimateWire['status'], readonly ActionName[]> = {
  draft: ['email', 'convert', 'edit'],
  sent: ['link', 'accept', 'email', 'edit'],
  accepted: ['convert', 'progress', 'download', 'edit'],
  rejected: ['duplicate', 'edit'],
  expired: ['edit', 'duplicate'],
}

/** The likeliest first. */
export const getNextSteps = (estimate: ListedEstimateWire) => listAvailable(estimates, actionsByStatus[estimate.status], estimate)

const NextActions = ({ estimate }: { estimate: ListedEstimateWire }) => {
  const { invoice } = estimate
  const link = invoice && !invoice.isDeleted && (
    <Link href={`/invoices/${invoice.id}`} asChild>
      <ButtonLink size="sm">View invoice</ButtonLink>
    </Link>
  )
  return <PanelActions kind={estimates} doc={estimate} names={[...getNextSteps(estimate).map(({ name }) => name), 'view']} lead={link} />
}
