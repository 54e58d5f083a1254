import { useCallback } from 'react'
import { useFormContext } from 'react-hook-form'
import { computedTax, type DocumentDraft } from './draft.ts'

/** Writes the tax that rate and lines come to into its field: after every change of either, so that a typed amount lasts until then. */
export const useRecalculateTax = (): (() => void) => {
  const { getValues, setValue, getFieldState } = useFormContext<DocumentDraft>()
  return useCallback(
    () => setValue('taxAmount', computedTax(getValues()), { shouldValidate: getFieldState('taxAmount').invalid }),
    [getValues, setValue, getFieldState],
  )
}
