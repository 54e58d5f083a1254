import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Day, isDay } from '#shared/dates.ts'
import { adjustTerms, areDatesInOrder, daysAfter, type FormDraft } from './form-draft.ts'
import type { FormConfig } from './form-kind.ts'

type Change = { target: { value: string } }
type Options = { daysToEnd: number | undefined; movedTerms: FormConfig['adjustTerms'] | undefined }

/** What follows the dates while somebody moves them: the end date at its distance, and the terms that tell it. To be told of each change. */
export const useDependentDates = ({ daysToEnd, movedTerms }: Options) => {
  const { setValue, getValues, control } = useFormContext<FormDraft>()
  const [issueDate, endDate] = useWatch({ control, name: ['issueDate', 'endDate'] })
  // A date that is being typed is no date for a while.
  const lastIssueDate = useRef<Day>(undefined)
  const lastInOrder = useRef({ issueDate, endDate })
  useEffect(() => {
    if (isDay(issueDate)) lastIssueDate.current = issueDate
    if (areDatesInOrder({ issueDate, endDate })) lastInOrder.current = { issueDate, endDate }
  }, [issueDate, endDate])

  const moved = (dates: { issueDate: string; endDate: string }) => {
    if (!movedTerms) return
    const terms = getValues('terms')
    const now = adjustTerms(movedTerms, terms, lastInOrder.current, dates)
    if (now !== terms) setValue('terms', now, { shouldDirty: true })
  }
  return {
    issueDate: ({ target: { value } }: Change) => {
      const last = lastIssueDate.current
      if (daysToEnd !== undefined && last && isDay(value) && getValues('endDate') === daysAfter(last, daysToEnd))
        setValue('endDate', daysAfter(value, daysToEnd), { shouldDirty: true })
      moved({ issueDate: value, endDate: getValues('endDate') })
    },
    endDate: ({ target: { value } }: Change) => moved({ issueDate: getValues('issueDate'), endDate: value }),
  }
}
