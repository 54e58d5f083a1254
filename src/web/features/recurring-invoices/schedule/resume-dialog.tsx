import { useRef } from 'react'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { Modal } from '#web/ui/modal.tsx'
import { OptionCard } from '#web/ui/option-card.tsx'
import { refreshSchedules } from './refresh-schedules.ts'
import type { Schedule } from './schedules.ts'

type Missed = 'none' | 'latest' | 'all'

/** A long series is described by its first and last days. */
const firstDays = 6

export const shortenDays = (days: readonly string[]): string[] =>
  days.length <= firstDays ? days.map(formatDay) : [...days.slice(0, firstDays - 1).map(formatDay), '…', formatDay(days.at(-1)!)]

const describeResult = (missed: Missed, count: number) =>
  missed === 'none'
    ? 'No missed invoice is created.'
    : missed === 'latest' || count === 1
      ? '1 missed invoice is being created.'
      : `${count} missed invoices are being created.`

type Props = { open: boolean; onClose: () => void; schedule: Schedule; missed: readonly string[] }

const ResumeForm = ({ onClose, schedule, missed }: Omit<Props, 'open'>) => {
  const { id, customerName, sendsInvoices } = schedule
  const count = missed.length
  const counted = count.toLocaleString('en-US')
  const { form, frame } = useRecordForm<{ missed: Missed }, { status: Schedule['status'] }>({
    onClose,
    // Nothing is typed, so nothing is asked.
    onCancel: onClose,
    formRef: useRef(null),
    noun: 'choice',
    defaults: { missed: 'none' },
    save: (body, request) => call(recurringInvoiceEndpoints.resume, { params: { id }, body, ...request }),
    done: ({ status }, { missed: chosen }) => ({
      title: status === 'ended' ? 'Ended' : 'Resumed',
      description: status === 'ended' ? 'No day is left, so it has ended.' : describeResult(chosen, count),
    }),
    refresh: refreshSchedules,
  })
  const choice = form.register('missed')
  const verb = sendsInvoices ? 'Create and send' : 'Create drafts of'
  return (
    <RecordForm frame={frame} label="Resume recurring invoice" send={['Resume', 'Resuming...']}>
      <p className="text-sm [overflow-wrap:anywhere]">
        {count === 1 ? '1 invoice' : `${counted} invoices`} for <bdi className="font-medium">{customerName}</bdi>{' '}
        {count === 1 ? 'was' : 'were'} not created:{' '}
        <span className="text-muted tabular-nums">
          {shortenDays(missed).map((day, i) => (
            <span key={day}>
              {i > 0 && ' · '}
              <span className="whitespace-nowrap">{day}</span>
            </span>
          ))}
        </span>
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm">Which of them should be created now?</legend>
        <OptionCard {...choice} type="radio" value="none" label="None" note="Leave out the missed days, and go on with the next one." />
        {count > 1 && (
          <OptionCard
            {...choice}
            type="radio"
            value="latest"
            label="Only the latest"
            note={`${verb} the invoice of ${formatDay(missed.at(-1)!)}.`}
          />
        )}
        <OptionCard
          {...choice}
          type="radio"
          value="all"
          label={count === 1 ? 'The missed invoice' : `All ${counted}`}
          note={
            count === 1
              ? `${verb} the invoice of ${formatDay(missed[0]!)}, dated today.`
              : `${verb} ${counted} invoices, oldest first, each dated today.`
          }
        />
      </fieldset>
    </RecordForm>
  )
}

/** Asks which invoices of the missed days are created after all. */
export default function ResumeDialog({ open, ...form }: Props) {
  return (
    <Modal title="Resume Recurring Invoice" size="sm" open={open} onClose={form.onClose}>
      <ResumeForm {...form} />
    </Modal>
  )
}
