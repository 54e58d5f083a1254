import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCheck2, Lock } from 'lucide-react'
import { useState } from 'react'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import { addDays, type Day, formatDay, getMonthStart } from '#shared/dates.ts'
import { closingPreviewQuery, refreshClosings } from '#web/features/books/query/queries.ts'
import { call } from '#web/lib/api/client.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Preview } from './preview.tsx'

/** How many months back the books can be closed through. */
const months = 24

/** Of ended months that are not closed yet, newest first. */
export const listMonthEnds = (today: Day, closedThrough: string | null): { day: Day; label: string }[] =>
  Array.from({ length: months }, (_, back) => addDays(getMonthStart(today, back), -1))
    .filter((day) => closedThrough === null || day > closedThrough)
    .map((day) => ({ day, label: `${formatMonth(day)}${day.endsWith('-12-31') ? ' (end of year)' : ''}` }))

const useClose = () => {
  const client = useQueryClient()
  const { failure, show, clear } = useFormFailure(
    () => {},
    () => undefined,
  )
  const close = useMutation({
    mutationFn: (throughDay: string) => runMutation((request) => call(booksEndpoints.close, { body: { throughDay }, ...request })),
    onSuccess: ({ throughDay }) => toast({ title: 'Success', description: `Books closed through ${formatDay(throughDay)}` }),
    onMutate: clear,
    onError: show,
    // A refusal can mean that they were closed elsewhere.
    onSettled: () => refreshClosings(client),
  })
  return { ...close, failure, clear }
}

export const CloseForm = ({ monthEnds }: { monthEnds: ReturnType<typeof listMonthEnds> }) => {
  const [chosen, choose] = useState<string>()
  const throughDay = monthEnds.find(({ day }) => day === chosen)?.day ?? monthEnds[0]?.day
  const close = useClose()
  return (
    <section aria-labelledby="close-month">
      <Card className="sm:p-6">
        <CardTitle id="close-month">Close month</CardTitle>
        {throughDay === undefined ? (
          <EmptyState
            icon={<CalendarCheck2 aria-hidden />}
            title="All ended months are closed"
            text="The current month can be closed once it has ended."
          />
        ) : (
          <>
            <Field label="Close through the end of" className="mt-4 sm:max-w-72">
              <Select
                value={throughDay}
                onChange={({ target }) => {
                  choose(target.value)
                  close.clear()
                }}
              >
                {monthEnds.map(({ day, label }) => (
                  <option key={day} value={day}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <LoadedPreview throughDay={throughDay} />
            <p className="mt-5 max-w-prose text-pretty text-sm">
              After closing, nothing dated through {formatDay(throughDay)} can be added, changed or deleted; corrections are dated later.
            </p>
            <FormError failure={close.failure} className="mt-4" />
            <Button className="mt-4 max-sm:w-full" pending={close.isPending} onClick={() => close.mutate(throughDay)}>
              {!close.isPending && <Lock aria-hidden />} Close through {formatDay(throughDay)}
            </Button>
          </>
        )}
      </Card>
    </section>
  )
}

const LoadedPreview = ({ throughDay }: { throughDay: string }) => {
  const outline = (
    <div role="status" aria-label="Loading what to look at..." className="mt-5 grid gap-3 rounded-lg border border-line p-4">
      {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
  return (
    <Loaded query={useQuery(closingPreviewQuery(throughDay))} fallback={outline}>
      {(preview) => <Preview preview={preview} throughDay={throughDay} />}
    </Loaded>
  )
}
