import { CircleCheck, CircleX, Eye } from 'lucide-react'
import { Link } from 'wouter'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire, ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { describeDeposit } from '#web/documents/deposits/describe-deposit.ts'
import { CustomerLink } from '#web/documents/panel/customer-link.tsx'
import { DocumentLines } from '#web/documents/panel/document-lines.tsx'
import { type ActionName, estimateActions, useRun } from '#web/features/estimates/actions/actions.ts'
import { ConvertedInvoiceLink } from '#web/features/estimates/list/converted-invoice-link.tsx'
import { describeExpiry } from '#web/features/estimates/list/expiry.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

const actionsByStatus: Record<ListedEstimateWire['status'], readonly ActionName[]> = {
  draft: ['email', 'convert', 'edit'],
  sent: ['link', 'accept', 'email', 'edit'],
  accepted: ['convert', 'progress', 'download', 'edit'],
  rejected: ['duplicate', 'edit'],
  expired: ['edit', 'duplicate'],
}

/** The likeliest first. */
export const getNextSteps = (estimate: ListedEstimateWire) =>
  actionsByStatus[estimate.status]
    .map((name) => estimateActions.find((action) => action.name === name)!)
    .filter(({ isAvailable }) => isAvailable(estimate))

type Props = { status: ListedEstimateWire['status']; answer: NonNullable<ListedEstimateWire['answer']> }

const Answer = ({ status, answer: { at, by, reason } }: Props) => {
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

export const PanelSummary = ({ estimate }: { estimate: ListedEstimateWire | EstimateWire }) => {
  const { status, invoice } = estimate
  const expiry = describeExpiry(estimate)
  const deposit = describeDeposit(estimate)
  return (
    <>
      <div className="grid gap-3 px-4 py-4 sm:px-5">
        <dl>
          <dt className="text-[0.8125rem] text-muted">Total</dt>
          <dd className="font-semibold text-2xl tabular-nums leading-9 tracking-tight">{formatMoney(estimate.total, estimate.currency)}</dd>
        </dl>
        <CustomerLink id={estimate.customerId} customer={estimate.customer} />
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
        {estimate.answer && <Answer status={status} answer={estimate.answer} />}
      </div>
      <DocumentLines key={estimate.id} doc={estimate} />
      <NextActions estimate={estimate} />
    </>
  )
}

const NextActions = ({ estimate }: { estimate: ListedEstimateWire }) => {
  const run = useRun()
  const { invoice } = estimate
  const hasInvoice = invoice !== null && !invoice.isDeleted
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      {hasInvoice && (
        <Link href={`/invoices/${invoice.id}`} asChild>
          <ButtonLink size="sm">View invoice</ButtonLink>
        </Link>
      )}
      {getNextSteps(estimate).map(({ name, label, icon: Icon }, i) => (
        <Button key={name} variant={i === 0 && !hasInvoice ? 'primary' : 'secondary'} size="sm" onClick={() => run(name, estimate)}>
          <Icon aria-hidden /> {name === 'email' ? 'Send' : label}
        </Button>
      ))}
      <ButtonLink
        variant="secondary"
        size="sm"
        href={getEndpointUrl(estimateEndpoints.pdf, { params: { id: estimate.id } })}
        target="_blank"
        rel="noopener"
        title="View PDF"
        aria-label={`View the PDF of ${estimate.estimateNumber}`}
      >
        <Eye aria-hidden />
      </ButtonLink>
    </div>
  )
}
