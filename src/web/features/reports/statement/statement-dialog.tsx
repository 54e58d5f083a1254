import { useQuery } from '@tanstack/react-query'
import type { ReportWire } from '#shared/contract/reports.ts'
import { emailStates } from '#web/documents/email/email-states.ts'
import { useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { formatRange } from '#web/features/reports/query/format-range.ts'
import { statementEmailsQuery } from '#web/features/reports/query/queries.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/modal.tsx'
import { StatementForm } from './statement-form.tsx'

const StatementEmails = ({ customerId }: { customerId: number }) => {
  const { data } = useQuery(statementEmailsQuery(customerId))
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Previous statements" className="mb-5 rounded-lg bg-sunken px-4 py-3">
      <h3 className="mb-1 font-medium text-[0.8125rem] text-muted">Previous statements</h3>
      <ul className="grid max-h-48 gap-2 overflow-y-auto text-sm">
        {data.map((email) => {
          const { icon: Icon, tone, label } = emailStates[email.state]
          return (
            <li key={email.id} className="flex items-start gap-2.5">
              <Icon className={cx('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
              <div className="min-w-0 flex-1">
                <p>{formatRange(email)}</p>
                <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
                  {label} · {formatInstant(email.queuedAt)} · {email.toAddress}
                </p>
                {email.reason && email.state !== 'accepted' && <p className="text-[0.8125rem] [overflow-wrap:anywhere]">{email.reason}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type Props = {
  customer: NonNullable<ReportWire['customer']>
  range: ReportWire['range']
  open: boolean
  onClose: () => void
}

export default function StatementDialog({ customer, range, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Close without sending? Your message will be lost.', onClose)
  return (
    <Modal title="Send Statement" description={formatRange(range)} size="sm" open={open} onClose={close} guard>
      <StatementEmails customerId={customer.id} />
      <StatementForm customer={customer} range={range} formRef={formRef} onClose={onClose} onCancel={close} />
    </Modal>
  )
}
