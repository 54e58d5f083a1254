import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, CircleAlert, CircleCheck, Clock3, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { invoiceReminders } from '#shared/contract/reminders.ts'
import { describeReminder } from '#shared/reminders.ts'
import { useRun } from '#web/documents/list/actions.ts'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { remindersKey } from '#web/features/invoices/actions/remind.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type Reminders = z.input<typeof invoiceReminders>
type Past = Reminders['past'][number]
type Send = (request: IdempotentRequest) => Promise<Reminders>

const states = {
  queued: { icon: Clock3, tone: 'text-muted', label: 'Sending' },
  sent: { icon: CircleCheck, tone: 'text-good', label: 'Sent' },
  failed: { icon: CircleAlert, tone: 'text-danger', label: 'Failed' },
  skipped: { icon: SkipForward, tone: 'text-muted', label: 'Skipped' },
} satisfies Record<Past['state'], object>

const PastList = ({ past, className }: { past: readonly Past[]; className: string | undefined }) => (
  <ul className={cx('divide-y divide-line', className)} aria-label="Past reminders">
    {past.map(({ id, offsetDays, state, reason, to, at }) => {
      const { icon: Icon, tone, label } = states[state]
      return (
        <li key={id} className="flex items-start gap-2.5 py-2.5 text-sm first:pt-0 last:pb-0">
          <Icon className={cx('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
          <div className="min-w-0 flex-1">
            <p>{offsetDays === null ? 'Sent by you' : describeReminder(offsetDays)}</p>
            <p className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
              {label}
              {to && ` to ${to}`} · {formatInstant(at)}
            </p>
            {reason && <p className={cx('text-[0.8125rem]', state === 'failed' ? 'text-danger' : 'text-muted')}>{reason}</p>}
          </div>
        </li>
      )
    })}
  </ul>
)

/** Shown at once; the others on request. */
const firstComing = 2

type ComingProps = { coming: Reminders['coming']; skip: (offsetDays: number) => void }

const ComingList = ({ coming, skip }: ComingProps) => {
  const [isOpen, setOpen] = useState(false)
  const more = coming.length - firstComing
  return (
    <>
      <ul aria-label="Coming reminders" className="divide-y divide-line">
        {coming.slice(0, isOpen ? undefined : firstComing).map(({ offsetDays, at }) => (
          <li key={offsetDays} className="flex items-start gap-2.5 py-2.5 first:pt-0 last:pb-0">
            <Clock3 className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1">
              <p>{describeReminder(offsetDays)}</p>
              <p className="text-[0.8125rem] text-muted tabular-nums">{formatInstant(at)}</p>
            </div>
            <Button
              variant="ghost"
              size="sm"
              className="-my-1 text-muted"
              aria-label={`Skip the reminder ${describeReminder(offsetDays).toLowerCase()}`}
              onClick={() => skip(offsetDays)}
            >
              Skip
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && !isOpen && (
        <Button variant="ghost" size="sm" className="-ml-2.5 justify-self-start text-muted" onClick={() => setOpen(true)}>
          Show {more} more
        </Button>
      )}
    </>
  )
}

const causes = {
  owner: 'Reminders are off for this invoice',
  paid: 'The customer says it was paid',
  disputed: 'The customer disputes this invoice',
  unsubscribed: 'The customer unsubscribed from reminders',
} as const

export const RemindersSection = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { id, status } = invoice
  const client = useQueryClient()
  const remind = useRun(invoices)
  const queryKey = remindersKey(id)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(reminderEndpoints.ofInvoice, { params: { id }, signal }),
    enabled: status !== 'draft',
    refetchInterval: ({ state }) => (state.data?.past.some((each) => each.state === 'queued') ? 2000 : false),
  })
  const act = useMutation({
    mutationFn: (send: Send) => runMutation(send),
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    onError: (error) => {
      toastFailed(error, 'The reminders could not be changed.', 'Not Done')
      return client.invalidateQueries({ queryKey })
    },
  })
  const run = (send: Send) => !act.isPending && act.mutate(send)
  const to = { params: { id }, body: {} }
  if (status === 'draft' || !data || (status === 'paid' && data.past.length === 0)) return null
  const stopped = data.optOut ?? data.customerOptOut
  return (
    <PanelSection
      title="Reminders"
      rows={data.past}
      empty={data.coming.length > 0 || stopped || data.whyNot || !data.isEnabled ? null : 'No reminders.'}
      mark={
        <div className="flex gap-1">
          {data.coming.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              className="text-muted"
              aria-label="Stop reminders for this invoice"
              onClick={() => run((request) => call(reminderEndpoints.stop, { ...to, ...request }))}
            >
              Stop reminders
            </Button>
          )}
          {/* One that is overdue has this at the top. */}
          {data.to && status !== 'overdue' && (
            <Button variant="secondary" size="sm" pending={act.isPending} onClick={() => remind('remind', invoice)}>
              Remind now
            </Button>
          )}
        </div>
      }
      top={
        <div className="grid gap-2 text-sm not-last:mb-2.5 empty:hidden">
          {stopped && (
            <div className="rounded-lg bg-warn-soft px-3.5 py-3">
              <p className="flex items-start gap-2 font-semibold text-warn">
                <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
                {data.optOut
                  ? causes[stopped.cause]
                  : stopped.cause === 'owner'
                    ? 'Reminders are off for this customer'
                    : causes[stopped.cause]}
              </p>
              {stopped.cause !== 'owner' && (
                <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">{formatInstant(stopped.at)}. Reminders are paused.</p>
              )}
              {stopped.message && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{stopped.message}</p>}
              {data.optOut ? (
                <Button
                  variant="secondary"
                  size="sm"
                  className="mt-2.5"
                  onClick={() => run((request) => call(reminderEndpoints.resume, { ...to, ...request }))}
                >
                  Resume reminders
                </Button>
              ) : (
                <Link
                  href={`/customers/${invoice.customerId}`}
                  className="mt-1 inline-block font-medium text-accent underline-offset-2 hover:underline"
                >
                  Open customer
                </Link>
              )}
            </div>
          )}
          {!data.isEnabled && status !== 'paid' && (
            <p className="text-muted">
              Automatic reminders are off.{' '}
              <Link href="/business-profile?section=reminders" className="font-medium text-accent underline-offset-2 hover:underline">
                Set up reminders
              </Link>
            </p>
          )}
          {data.whyNot && status !== 'paid' && !stopped && <p className="text-muted">{data.whyNot}</p>}
          {data.coming.length > 0 && (
            <ComingList
              coming={data.coming}
              skip={(offsetDays) => run((request) => call(reminderEndpoints.skip, { params: { id }, body: { offsetDays }, ...request }))}
            />
          )}
        </div>
      }
    >
      {(past) => <PastList past={past} className={data.coming.length > 0 ? 'border-line border-t pt-2.5' : undefined} />}
    </PanelSection>
  )
}
