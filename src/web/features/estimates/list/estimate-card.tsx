import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { SendMark } from '#web/documents/email/scheduled-send.tsx'
import { listAvailable } from '#web/documents/list/actions.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { EmailMark } from '#web/documents/list/email-mark.tsx'
import { RowActions } from '#web/documents/list/row-actions.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { type ActionName, estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { cx } from '#web/ui/cx.ts'
import { ConvertedInvoiceLink, describeExpiry } from './estimate-facts.tsx'

const icons: readonly ActionName[] = ['edit', 'convert', 'download', 'delete']

export const drawCard = (estimate: ListedEstimateWire) => {
  const { id, estimateNumber, hasNumber, status, customer } = estimate
  const expiry = describeExpiry(estimate)
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold">
          <DocumentLink list="/estimates" id={id} number={estimateNumber} isProposed={!hasNumber} />
        </h2>
        <span className="flex shrink-0 items-center gap-1.5">
          <EmailMark state={estimate.emailState} />
          <StatusBadge status={status} />
        </span>
      </div>
      <div className="min-w-0 text-sm">
        <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]" title={customer.name}>
          <bdi>{customer.name}</bdi>
        </p>
        {customer.company && (
          <p className="truncate text-muted" title={customer.company}>
            <bdi>{customer.company}</bdi>
          </p>
        )}
      </div>
      <dl className="mt-auto grid grid-cols-2 gap-x-4 gap-y-1 text-sm tabular-nums">
        <Fact label="Issued" text={formatDay(estimate.issueDate)} />
        <Fact label={expiry.label} text={formatDay(estimate.expiryDate)} className={cx(expiry.isPressing && 'font-medium text-warn')} />
      </dl>
      <SendMark send={estimate.scheduledSend} />
      {estimate.invoice && (
        <p className="relative z-1 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          Invoice <ConvertedInvoiceLink invoice={estimate.invoice} />
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-2 tabular-nums">
        <dl>
          <Fact label="Total" text={formatMoney(estimate.total, estimate.currency)} className="font-semibold text-base" />
        </dl>
        <div className="relative z-1 -mr-2 -mb-1.5 ml-auto">
          <RowActions kind={estimates} doc={estimate} icons={listAvailable(estimates, icons, estimate).map(({ name }) => name)} />
        </div>
      </div>
    </>
  )
}

const Fact = ({ label, text, className }: { label: string; text: string; className?: string }) => (
  <div className="min-w-0">
    <dt className="text-[0.8125rem] text-muted">{label}</dt>
    <dd className={className}>{text}</dd>
  </div>
)
