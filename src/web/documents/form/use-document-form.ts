import { useEffect, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { isDay } from '#shared/dates.ts'
import { listDeductions } from '#shared/draft-totals.ts'
import { type FormEnds, type RecordFormFrame, type RecordFormOptions, useRecordForm } from '#web/kit/use-record-form.tsx'
import { invalidateAfterProfileSave } from '#web/lib/api/business-profile.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { FormStart } from './document-dialog.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'
import { toFormField } from './form-resolver.ts'
import { agreesToCurrency, isNewBusiness, saveBusiness } from './new-business.ts'
import { isTrialExpiredError } from './trial-limit.ts'
import { useProposedNumber } from './use-proposed-number.ts'

type Options<Saved extends SavedDocument, Checked extends FieldValues, Body, Reply> = FormEnds &
  Required<Pick<RecordFormOptions<FormDraft, Body, Reply, Saved, Checked>, 'resolverFor' | 'save' | 'done' | 'refresh'>> &
  Pick<RecordFormOptions<FormDraft, Body, Reply, Saved, Checked>, 'toValues' | 'over' | 'offersDraft' | 'onSaved'> & {
    config: FormConfig
    start: FormStart<Saved>
    /** What was typed before is in the form again. */
    resumed?: () => void
    /** 'Failed to create invoice' */
    failed: string
  }

/** The form of a document: also offers a free number where the typed one is taken, and says when the trial is over. */
export const useDocumentForm = <Saved extends SavedDocument, Checked extends FieldValues, Body, Reply>(
  options: Options<Saved, Checked, Body, Reply>,
) => {
  const { config, start, failed, onClose } = options
  const [freeNumber, setFreeNumber] = useState<string>()
  const [isTrialOver, setIsTrialOver] = useState(false)
  const { form, frame, saved, conflict } = useRecordForm<FormDraft, Reply, Body, Saved, Checked>({
    ...options,
    noun: config.noun,
    keptAs: `${config.noun}.${start.saved?.id ?? 'new'}`,
    defaults: start.draft,
    saved: start.saved,
    beside: start.saved
      ? undefined
      : {
          read: (): unknown => proposed.get(),
          restore: (proposed) => {
            // An unedited number is suggested anew.
            if (form.getValues('number') === proposed) form.setValue('number', start.draft.number)
            options.resumed?.()
          },
        },
    toField: (path, draft) => toFormField(path, draft, config.fields),
    save: async (body, request, before) => {
      await saveBusiness(form.getValues(), request)
      return options.save(body, request, before)
    },
    onSaved: (reply) => {
      if (isNewBusiness(start.draft)) void invalidateAfterProfileSave(queryClient)
      options.onSaved?.(reply)
    },
    onRefused: (error, { fields }) => {
      if (isTrialExpiredError(error)) {
        setIsTrialOver(true)
        return true
      }
      // An error shown at its field needs no toast, which would cover the buttons.
      if (fields.length === 0)
        toastFailure(error, { title: 'Error', description: getServerMessage(error, failed), variant: 'destructive', isAtTop: true }, 'form')
      if (error instanceof ApiError && error.status === 409 && fields.includes('number')) {
        const date = form.getValues('issueDate')
        void config.suggestNumber(isDay(date) ? date : undefined).then(setFreeNumber)
      }
      return false
    },
  })
  const { setFocus, setValue, formState } = form
  const proposed = useProposedNumber(form, config, start)
  useEffect(() => setFocus('customerId'), [setFocus])
  // A draft may have been kept before deposits were deducted.
  useEffect(() => {
    if (saved && saved !== start.saved) setValue('deductions', listDeductions(saved.lineItems))
  }, [saved, start.saved, setValue])
  return {
    ...{ config, form, frame, saved, conflict },
    currency: useWatch({ control: form.control, name: 'currency' }),
    days: start.days,
    pending: frame.pending,
    /**
     * @param toBody `proposed` is the number that is suggested, undefined for a document with one of its own
     * @param isIssued then, as the first one, it fixes the currency of the business
     */
    submit: (toBody: (checked: Checked, proposed: string | undefined) => Body, isIssued = false) =>
      form.handleSubmit(async (checked) => {
        if (isIssued && !(await agreesToCurrency(form.getValues()))) return
        setFreeNumber(undefined)
        frame.send(toBody(checked, proposed.get()))
      }),
    number: {
      getInitial: proposed.getInitial,
      freeNumber: formState.errors.number ? freeNumber : undefined,
      onUseFreeNumber: () => {
        setValue('number', freeNumber!, { shouldDirty: true, shouldValidate: true })
        setFreeNumber(undefined)
        setFocus('number')
      },
    },
    trial: { open: isTrialOver, onLater: () => setIsTrialOver(false), onChoose: onClose },
  }
}
export type DocumentFormState<Checked extends FieldValues> = Omit<
  ReturnType<typeof useDocumentForm<SavedDocument, Checked, unknown, unknown>>,
  'submit' | 'pending' | 'frame'
> & { frame: RecordFormFrame }
