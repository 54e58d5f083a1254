import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { Currency } from '#shared/currencies.ts'
import { type DocumentDraft, listSavedLines } from '#shared/draft-totals.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'
import { toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { focusFirstProblem } from '#web/ui/form-failure.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'

const shared = /^(customerId|currency|exchangeRate|issueDate|status|taxRate|taxAmount|pricesIncludeTax|deliveryDate|notes|terms|lineItems)$/
const lineFields = /^lineItems\.(\d+)\.(description|quantity|unitPrice|total|itemId|taxRateId|unitCode|discountPercent|discountAmount)$/
const shownAt: Record<string, string> = {
  total: 'unitPrice',
  itemId: 'description',
  discountPercent: 'discount',
  discountAmount: 'discount',
}

/** A line's total has no field, so its unit price stands in. @param form its wholly empty lines were not sent */
export const fieldErrors = (
  error: unknown,
  form: DocumentDraft,
  currency: Currency,
  names: FormConfig['fields'],
): [name: string, message: string][] => {
  const issues = error instanceof ApiError ? error.body?.issues : undefined
  if (!Array.isArray(issues)) return []
  const lines = listSavedLines(form, currency, getTaxRates())
  return issues.flatMap((issue: { path?: unknown; message?: unknown } | null): [string, string][] => {
    if (typeof issue?.path !== 'string' || typeof issue.message !== 'string') return []
    if (shared.test(issue.path)) return [[issue.path, issue.message]]
    if (issue.path === 'discountPercent' || issue.path === 'discountAmount') return [['discount', issue.message]]
    if (issue.path === names.number) return [['number', issue.message]]
    if (issue.path === names.endDate) return [['endDate', issue.message]]
    const [, index, field] = lineFields.exec(issue.path) ?? []
    const line = lines[Number(index)]?.index
    if (line === undefined) return []
    return [[`lineItems.${line}.${shownAt[field!] ?? field}`, issue.message]]
  })
}

type Form = Pick<UseFormReturn<FormDraft>, 'formState' | 'setError' | 'setFocus' | 'setValue' | 'getValues'>

export const useServerErrors = (config: FormConfig, currency: Currency, form: Form, element: RefObject<HTMLFormElement | null>) => {
  const { setError, setFocus, setValue, getValues } = form
  const { isDirty, isLoading, submitCount, errors } = form.formState
  const [freeNumber, setFreeNumber] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  // The dialog opened before its first field was rendered.
  useEffect(() => {
    if (!isLoading) setFocus('customerId')
  }, [isLoading, setFocus])
  // React Hook Form would use the order of registration instead of the order on the screen.
  useEffect(() => {
    if (submitCount > 0) focusFirstProblem(element.current)
  }, [submitCount, element])

  return {
    isDirty: () => dirty.current,
    failure,
    clearFailure: () => setFailure(undefined),
    /** Offers a free number when the typed one is taken. */
    showError: async (error: Error, fallback: string) => {
      const fieldIssues = fieldErrors(error, getValues(), currency, config.fields)
      for (const [i, [name, message]] of fieldIssues.entries())
        setError(name as FieldPath<FormDraft>, { type: 'server', message }, { shouldFocus: i === 0 })
      // An error shown at its field needs no toast, which would cover the buttons.
      if (fieldIssues.length === 0) {
        const failed = toFailure(error)
        toastFailure(
          error,
          { title: 'Error', description: getServerMessage(error, fallback), variant: 'destructive', isAtTop: true },
          'form',
        )
        if (!isSignedOut(error)) setFailure(failed)
      }
      const isTaken = error instanceof ApiError && error.status === 409 && fieldIssues.some(([name]) => name === 'number')
      if (isTaken) setFreeNumber(await config.suggestNumber())
    },
    forgetFreeNumber: () => setFreeNumber(undefined),
    number: {
      freeNumber: errors.number ? freeNumber : undefined,
      onUseFreeNumber: () => {
        setValue('number', freeNumber!, { shouldDirty: true, shouldValidate: true })
        setFreeNumber(undefined)
        setFocus('number')
      },
    },
  }
}
