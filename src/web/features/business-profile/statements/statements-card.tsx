import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { statementScheduleEndpoints } from '#shared/contract/endpoints/statement-schedule.ts'
import { maxDayOfMonth, type StatementScheduleWire, statementScheduleInput } from '#shared/contract/statement-schedule.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'
import { StatementRuns } from './statement-runs.tsx'

const scheduleQuery = queryOptions({
  queryKey: [apiPaths.statementSchedule, 'schedule'],
  queryFn: ({ signal }) => call(statementScheduleEndpoints.read, { signal }),
})

const StatementsCard = () => {
  const { data, error, refetch } = useQuery(scheduleQuery)
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <section aria-label="Monthly statements">
        <Card>
          <CardTitle>Monthly statements</CardTitle>
          <p className="mt-1 mb-5 max-w-prose text-muted text-sm">
            Email customers last month's statement as a PDF. To leave out a customer, edit the customer.
          </p>
          {data ? (
            <ScheduleForm schedule={data} />
          ) : error ? (
            <LoadError error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton className="h-40" />
          )}
        </Card>
      </section>
      <StatementRuns />
    </div>
  )
}

type Values = { isOn: boolean; dayOfMonth: string; time: string; sendsTo: StatementScheduleWire['sendsTo'] }

const toValues = ({ isOn, dayOfMonth, time, sendsTo }: StatementScheduleWire): Values => ({
  ...{ isOn, time, sendsTo },
  dayOfMonth: String(dayOfMonth),
})
const days = Array.from({ length: maxDayOfMonth }, (_, i) => i + 1)

const ScheduleForm = ({ schedule }: { schedule: StatementScheduleWire }) => {
  const client = useQueryClient()
  const { register, control, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(
      statementScheduleInput.pick({ isOn: true, time: true, sendsTo: true }).loose() as never,
      undefined,
      {
        raw: true,
      },
    ) as never,
    defaultValues: toValues(schedule),
  })
  const { errors, isDirty } = formState
  const isOn = useWatch({ control, name: 'isOn' })
  useUnsavedChanges(isDirty, unsavedQuestion)
  const saves = useIdempotentSave()
  const nth = useRef(0)
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in formState.defaultValues! ? path : undefined))
  const timeZone = getTimeZone()
  const save = useMutation({
    mutationFn: (values: Values) => {
      const body = { ...values, dayOfMonth: Number(values.dayOfMonth), timeZone }
      return saves.save({ body, nth: nth.current++ }, (request) => call(statementScheduleEndpoints.save, { body, ...request }))
    },
    onSuccess: (saved) => {
      client.setQueryData(scheduleQuery.queryKey, saved)
      void client.invalidateQueries({ queryKey: [apiPaths.statementSchedule, 'runs'] })
      reset(toValues(saved))
      toast({ title: 'Success', description: saved.next ? `Saved. ${describeNext(saved.next)}` : 'Monthly statements are off.' })
    },
    onMutate: clear,
    onError: show,
  })
  return (
    <form ref={element} noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-5">
      <FormError failure={failure} />
      <Switch label="Send statements monthly" hint="Customers without an email address are skipped." {...register('isOn')} />
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-3">
        <Field label="Day of the month" error={errors.dayOfMonth?.message}>
          <Select {...register('dayOfMonth')}>
            {days.map((day) => (
              <option key={day} value={day}>
                {day}
              </option>
            ))}
            <option value="-1">Last day</option>
          </Select>
        </Field>
        <Field label="Time" error={errors.time?.message} hint={timeZone.replaceAll('_', ' ')}>
          <Input type="time" {...register('time')} className="tabular-nums" />
        </Field>
        <Field label="Customers" error={errors.sendsTo?.message}>
          <Select {...register('sendsTo')}>
            <option value="balance">With a balance</option>
            <option value="movement">With a balance or any activity</option>
          </Select>
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-4">
        <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {schedule.next && !isDirty ? describeNext(schedule.next) : isOn ? 'Save to see when the next statements are sent.' : 'Off.'}
        </p>
        <SavePendingNotice saves={saves} message="It will be saved when you are back online." />
        <Button type="submit" pending={save.isPending} disabled={!isDirty}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

const describeNext = ({ at, period }: NonNullable<StatementScheduleWire['next']>) =>
  `Next: ${formatInstant(at)}, statements for ${formatMonth(period)}.`

export default StatementsCard
