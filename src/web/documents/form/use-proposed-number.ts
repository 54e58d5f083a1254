import { useEffect, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { isDay } from '#shared/dates.ts'
import type { FormStart } from './document-dialog.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'

/** Year and month are the most that a number has of a date. */
const getMonth = (day: string): string => day.slice(0, 7)

/** Until it has a number of its own, the proposed one follows its date, unless the user types another. The functions are for event handlers. */
export const useProposedNumber = <Checked extends FieldValues>(
  { setValue, getValues, control }: Pick<UseFormReturn<FormDraft, unknown, Checked>, 'setValue' | 'getValues' | 'control'>,
  { suggestNumber }: Pick<FormConfig, 'suggestNumber'>,
  { draft, saved }: Pick<FormStart<SavedDocument>, 'draft' | 'saved'>,
) => {
  const proposed = useRef(draft.number)
  const asked = useRef(getMonth(draft.issueDate))
  const issueDate = useWatch({ control, name: 'issueDate' })
  const isProposed = !saved?.hasNumber
  useEffect(() => {
    if (!isProposed || !isDay(issueDate) || getMonth(issueDate) === asked.current) return
    asked.current = getMonth(issueDate)
    void suggestNumber(issueDate).then((number) => {
      if (getMonth(issueDate) !== asked.current) return
      const isUnedited = getValues('number') === proposed.current
      proposed.current = number
      if (isUnedited) setValue('number', number)
    })
  }, [isProposed, issueDate, suggestNumber, getValues, setValue])
  return {
    /** Undefined for a document with a number of its own. */
    get: () => (isProposed ? proposed.current : undefined),
    /** As when the form opened, unless the user typed another. */
    getInitial: () => (getValues('number') === proposed.current ? draft.number : getValues('number')),
  }
}
