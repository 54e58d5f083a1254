import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'

/** Shown where reminders are on, or were stopped. */
export const CustomerReminders = ({ id }: { id: number }) => {
  const client = useQueryClient()
  const { path } = reminderEndpoints.settings
  const queryKey = [path, 'customer', id]
  const settings = useQuery({ queryKey: [path], queryFn: ({ signal }) => call(reminderEndpoints.settings, { signal }) })
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(reminderEndpoints.ofCustomer, { params: { id }, signal }) })
  const optOut = data?.optOut
  const change = useMutation({
    mutationFn: () =>
      runMutation((request) =>
        call(optOut ? reminderEndpoints.resumeForCustomer : reminderEndpoints.stopForCustomer, { params: { id }, body: {}, ...request }),
      ),
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    onError: (error) => toastFailed(error, 'The reminders could not be changed.', 'Not Saved'),
  })
  if (!data || !settings.data || (!settings.data.isEnabled && !optOut)) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {optOut ? (
        <p className="flex min-w-0 items-start gap-2.5 text-warn">
          <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          {optOut.cause === 'unsubscribed'
            ? `Unsubscribed from payment reminders on ${formatInstant(optOut.at)}`
            : 'Payment reminders are off for this customer'}
        </p>
      ) : (
        <p className="text-muted">Gets payment reminders</p>
      )}
      <Button variant="ghost" size="sm" className="-ml-2.5 text-accent" pending={change.isPending} onClick={() => change.mutate()}>
        {optOut ? 'Resume reminders' : 'Stop reminders'}
      </Button>
    </div>
  )
}
