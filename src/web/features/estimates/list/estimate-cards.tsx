import { memo } from 'react'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { EmailMark } from '#web/documents/email/email-mark.tsx'
import { SendMark } from '#web/documents/email/scheduled-send.tsx'
import { listAvailable } from '#web/documents/list/actions.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { RowsProps } from '#web/documents/list/document-table.tsx'
import { RowActions, showsIcons } from '#web/documents/list/row-actions.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { type ActionName, estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { cx } from '#web/ui/cx.ts'
import { ConvertedInvoiceLink, describeExpiry } from './estimate-facts.tsx'

export const EstimateCards = ({ rows, busy, openId }: RowsProps<ActionName, ListedEstimateWire>) => (
  <ul aria-label="Estimates" className="grid @4xl:grid-cols-3 @xl:grid-cols-2 grid-cols-1 gap-3 sm:gap-4">
    {rows.map((estimate) => (
      <EstimateCard
        key={estimate.id}
        estimate={estimate}
        busy={busy?.id === estimate.id ? busy.name : undefined}
        isOpen={estimate.id === openId}
      />
    ))}
  </ul>
)

const icons: readonly ActionName[] = ['edit', 'convert', 'download', 'delete']

type CardProps = { estimate: ListedEstimateWire; busy: ActionName | undefined; isOpen: boolean }

const EstimateCard = memo(({ estimate, busy, isOpen }: CardProps) => {
  const { id, estimateNumber, status, customer } = estimate
  const expiry = describeExpiry(estimate)
  return (
    <li
      data-row
      data-record={id}
      className={cx(
        showsIcons,
        'relative flex min-w-0 cursor-pointer scroll-mt-4 scroll-mb-4 flex-col gap-3 rounded-lg border bg-surface p-4 has-[a[data-row-link]:focus-visible]:border-accent sm:p-5',
        isOpen ? 'border-accent' : 'border-line hover:border-control',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold">
          <DocumentLink
            list="/estimates"
            id={id}
            number={estimateNumber}
            className="-my-1 block py-1 pointer-coarse:-my-2.5 pointer-coarse:py-2.5 pointer-coarse:after:absolute pointer-coarse:after:inset-0"
            numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
          />
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
          <RowActions
            kind={estimates}
            doc={estimate}
            icons={listAvailable(estimates, icons, estimate).map(({ name }) => name)}
            busy={busy}
            side="left"
          />
        </div>
      </div>
    </li>
  )
})

const Fact = ({ label, text, className }: { label: string; text: string; className?: string }) => (
  <div className="min-w-0">
    <dt className="text-[0.8125rem] text-muted">{label}</dt>
    <dd className={className}>{text}</dd>
  </div>
)
