import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { statementScheduleEndpoints } from '#shared/contract/endpoints/statement-schedule.ts'
import {
  maxDayOfMonth,
  type StatementRunWire,
  type StatementScheduleWire,
  statementScheduleInput,
} from '#shared/contract/statement-schedule.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { toast } from '#web/lib/toast.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { LoadError, Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const whileRunningMs = 3000

const StatementRuns = () => {
  const { data, error, refetch } = useQuery({
    queryKey: [apiPaths.statementSchedule, 'runs'],
    queryFn: ({ signal }) => call(statementScheduleEndpoints.runs, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ finishedAt }) => finishedAt === null) ? whileRunningMs : false),
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Sent statements">
      <Card>
        <CardTitle>Sent statements</CardTitle>
        <ul className="mt-3 divide-y divide-line">
          {data.map((run) => (
            <Run key={run.period} run={run} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

const count = (n: number, word: string) => (n === 0 ? [] : [`${n.toLocaleString('en-US')} ${word}`])

const Run = ({ run }: { run: StatementRunWire }) => {
  const { period, at, reason, problem, sent, skipped, waiting, skippedCustomers } = run
  const counts = [...count(sent, 'sent'), ...count(waiting, 'waiting'), ...count(skipped, 'skipped')]
  return (
    <li className="py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{formatMonth(period)}</p>
        <p className="text-muted tabular-nums">{reason === null ? counts.join(' · ') || 'No customers with a statement' : 'Left out'}</p>
      </div>
      <p className="text-[0.8125rem] text-muted tabular-nums">{reason ?? formatInstant(at)}</p>
      {problem && (
        <p className="mt-1 rounded-md bg-warn-soft px-2 py-1 text-[0.8125rem] text-warn">{problem} It is tried again every hour.</p>
      )}
      {skippedCustomers.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit cursor-pointer text-[0.8125rem] text-accent pointer-coarse:py-3">Skipped customers</summary>
          <ul className="mt-1.5 grid gap-1 text-[0.8125rem]">
            {skippedCustomers.map(({ customerId, name, reason: why }) => (
              <li key={customerId} className="flex flex-wrap justify-between gap-x-4 [overflow-wrap:anywhere]">
                <Link href={`/customers/${customerId}`} className="underline-offset-2 hover:underline">
                  <bdi>{name}</bdi>
                </Link>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

const scheduleQuery = queryOptions({
  queryKey: [apiPaths.statementSchedule, 'schedule'],
  queryFn: ({ signal }) => call(statementScheduleEndpoints.read, { signal }),
})

type Values = { isOn: boolean; dayOfMonth: string; time: string; sendsTo: StatementScheduleWire['sendsTo'] }

const toValues = ({ isOn, dayOfMonth, time, sendsTo }: StatementScheduleWire): Values => ({
  ...{ isOn, time, sendsTo },
  dayOfMonth: String(dayOfMonth),
})
const days = Array.from({ length: maxDayOfMonth }, (_, i) => i + 1)

const ScheduleForm = ({ schedule }: { schedule: StatementScheduleWire }) => {
  const client = useQueryClient()
  const timeZone = getTimeZone()
  const { form, errorOf, frame } = useSettingsForm({
    schema: statementScheduleInput,
    defaults: toValues(schedule),
    toBody: (values) => ({ ...values, dayOfMonth: Number(values.dayOfMonth), timeZone }),
    toValues,
    save: (body, once) => once(body, (request) => call(statementScheduleEndpoints.save, { body, ...request })),
    done: (saved) => {
      client.setQueryData(scheduleQuery.queryKey, saved)
      void client.invalidateQueries({ queryKey: [apiPaths.statementSchedule, 'runs'] })
      toast({ title: 'Success', description: saved.next ? `Saved. ${describeNext(saved.next)}` : 'Monthly statements are off.' })
    },
    question: unsavedQuestion,
  })
  const { register, control } = form
  const isOn = useWatch({ control, name: 'isOn' })
  const { next } = schedule
  const status = next && !frame.isDirty ? describeNext(next) : isOn ? 'Save to see when the next statements are sent.' : 'Off.'
  return (
    <SettingsForm frame={frame} status={status}>
      <Switch label="Send statements monthly" hint="Customers without an email address are skipped." {...register('isOn')} />
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-3">
        <Field label="Day of the month" error={errorOf('dayOfMonth')}>
          <Select {...register('dayOfMonth')}>
            {days.map((day) => (
              <option key={day} value={day}>
                {day}
              </option>
            ))}
            <option value="-1">Last day</option>
          </Select>
        </Field>
        <Field label="Time" error={errorOf('time')} hint={timeZone.replaceAll('_', ' ')}>
          <Input type="time" {...register('time')} className="tabular-nums" />
        </Field>
        <Field label="Customers" error={errorOf('sendsTo')}>
          <Select {...register('sendsTo')}>
            <option value="balance">With a balance</option>
            <option value="movement">With a balance or any activity</option>
          </Select>
        </Field>
      </div>
    </SettingsForm>
  )
}

const describeNext = ({ at, period }: NonNullable<StatementScheduleWire['next']>) =>
  `Next: ${formatInstant(at)}, statements for ${formatMonth(period)}.`

export default function StatementsCard() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <section aria-label="Monthly statements">
        <Card>
          <CardTitle>Monthly statements</CardTitle>
          <p className="mt-1 mb-5 max-w-prose text-muted text-sm">
            Email customers last month's statement as a PDF. To leave out a customer, edit the customer.
          </p>
          <Loaded query={useQuery(scheduleQuery)} fallback={<Skeleton className="h-40" />}>
            {(schedule) => <ScheduleForm schedule={schedule} />}
          </Loaded>
        </Card>
      </section>
      <StatementRuns />
    </div>
  )
}
