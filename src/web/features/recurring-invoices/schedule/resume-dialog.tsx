import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import type { Schedule } from './schedules.ts'
import { useRefreshSchedules } from './use-refresh-schedules.ts'

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

/** Asks which invoices of the missed days are created after all. */
export default function ResumeDialog({ open, onClose, schedule, missed }: Props) {
  const { id, customerName, sendsInvoices } = schedule
  const count = missed.length
  const [choice, setChoice] = useState<Missed>('none')
  const refresh = useRefreshSchedules()
  const saves = useIdempotentSave()
  const { element, failure, clear, show } = useFormFailure(
    () => {},
    () => undefined,
  )
  const resume = useMutation({
    mutationFn: (chosen: Missed) =>
      saves.save({ missed: chosen }, (request) =>
        call(recurringInvoiceEndpoints.resume, { params: { id }, body: { missed: chosen }, ...request }),
      ),
    onMutate: clear,
    onSuccess: ({ status }, chosen) => {
      toast({
        title: status === 'ended' ? 'Ended' : 'Resumed',
        description: status === 'ended' ? 'No day is left, so it has ended.' : describeResult(chosen, count),
      })
      onClose()
      void refresh()
    },
    onError: show,
  })
  const verb = sendsInvoices ? 'Create and send' : 'Create drafts of'
  const options: readonly { value: Missed; label: string; note: string }[] = [
    { value: 'none', label: 'None', note: 'Leave out the missed days, and go on with the next one.' },
    ...(count > 1
      ? [{ value: 'latest' as const, label: 'Only the latest', note: `${verb} the invoice of ${formatDay(missed.at(-1)!)}.` }]
      : []),
    {
      value: 'all',
      label: count === 1 ? 'The missed invoice' : `All ${count.toLocaleString('en-US')}`,
      note:
        count === 1
          ? `${verb} the invoice of ${formatDay(missed[0]!)}, dated today.`
          : `${verb} ${count.toLocaleString('en-US')} invoices, oldest first, each dated today.`,
    },
  ]
  return (
    <Modal title="Resume Recurring Invoice" size="sm" open={open} onClose={onClose}>
      <form
        ref={element}
        aria-label="Resume recurring invoice"
        onSubmit={(event) => {
          event.preventDefault()
          if (!resume.isPending) resume.mutate(choice)
        }}
        className="grid gap-4"
      >
        <p className="text-sm [overflow-wrap:anywhere]">
          {count === 1 ? '1 invoice' : `${count.toLocaleString('en-US')} invoices`} for <bdi className="font-medium">{customerName}</bdi>{' '}
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
          {options.map(({ value, label, note }) => (
            <label
              key={value}
              className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft/60"
            >
              <input
                type="radio"
                name="missed"
                value={value}
                checked={choice === value}
                onChange={() => setChoice(value)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="text-[0.8125rem] text-muted">{note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <ModalFooter>
          <FormError failure={failure} className="w-full" />
          <SavePendingNotice saves={saves} />
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={resume.isPending}>
            {resume.isPending ? 'Resuming...' : 'Resume'}
          </Button>
        </ModalFooter>
      </form>
    </Modal>
  )
}
