import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardEndpoints } from '#shared/contract/endpoints/dashboard.ts'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { describeReminder, getDefaultReminderWords, type ReminderPlaceholder } from '#shared/reminders.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const example: Record<ReminderPlaceholder, string> = {
  'invoice number': 'INV-0042',
  'amount due': '$1,200.00',
  'due date': 'Jan 31, 2026',
  'days overdue': '7 days',
  'customer name': 'Kim',
  'business name': 'your business',
}
const words = getDefaultReminderWords(7)
const fill = (text: string) => fillPlaceholders(text, (name) => example[name as ReminderPlaceholder])

export default function RemindersDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: [reminderEndpoints.settings.path],
    queryFn: ({ signal }) => call(reminderEndpoints.settings, { signal }),
  })
  const answer = useMutation({
    mutationFn: (isEnabled: boolean) => {
      const { isAsked: _, problem: __, ...settings } = data!
      return runMutation((request) => call(reminderEndpoints.saveSettings, { body: { ...settings, isEnabled }, ...request }))
    },
    onSuccess: (saved) => {
      client.setQueryData([reminderEndpoints.settings.path], saved)
      onClose()
      toast(
        saved.isEnabled
          ? { title: 'Reminders are on', description: 'They begin tomorrow. You can change them in Business Profile.' }
          : { title: 'Reminders stay off', description: 'You can turn them on in Business Profile.' },
      )
      return client.invalidateQueries({ queryKey: [dashboardEndpoints.read.path] })
    },
    onError: (failure) => toastFailed(failure, 'Your answer could not be saved.', 'Not Saved'),
  })
  const isPending = (isEnabled: boolean) => answer.isPending && answer.variables === isEnabled
  return (
    <Modal
      title="Remind customers automatically?"
      size="sm"
      open={open}
      onClose={onClose}
      footer={
        data && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" pending={isPending(false)} onClick={() => !answer.isPending && answer.mutate(false)}>
              Not now
            </Button>
            <Button pending={isPending(true)} onClick={() => !answer.isPending && answer.mutate(true)}>
              Turn on reminders
            </Button>
          </div>
        )
      }
    >
      {data ? (
        <div className="grid gap-4 text-sm">
          <p>Customers with an open invoice get an email:</p>
          <ul className="-mt-2 list-disc pl-5">
            {data.rules.map(({ offsetDays }) => (
              <li key={offsetDays}>{describeReminder(offsetDays)}</li>
            ))}
          </ul>
          <p className="text-muted">
            Monday to Friday, 9 AM to 5 PM in {data.timeZone.replaceAll('_', ' ')}. They stop as soon as the invoice is paid, and a customer
            gets at most one a day. The first ones go out tomorrow at the earliest.
          </p>
          <figure className="rounded-lg border border-line bg-sunken p-4">
            <figcaption className="text-[0.8125rem] text-muted">Example, a week after the due date</figcaption>
            <p className="mt-1 font-medium [overflow-wrap:anywhere]">{fill(words.subject)}</p>
            <p className="mt-2 whitespace-pre-line">{fill(words.message)}</p>
          </figure>
        </div>
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </Modal>
  )
}
