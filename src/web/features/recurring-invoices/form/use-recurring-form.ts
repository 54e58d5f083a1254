import { useMutation } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { listSavedLines } from '#shared/draft-totals.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRefreshSchedules } from '#web/features/recurring-invoices/schedule/use-refresh-schedules.ts'
import { call } from '#web/lib/api/client.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmReplace } from '#web/ui/confirm.ts'
import { focusFirstProblem, useFormFailure } from '#web/ui/form-failure.tsx'
import type { FormStart } from './load-start.ts'
import { type CheckedRecurring, type RecurringDraft, recurringResolver, savedDraft, toBody } from './recurring-draft.ts'
import { parseStoredRecurring, type StoredRecurring } from './stored-draft.ts'

const ownFields =
  /^(customerId|startDay|frequency|every|untilDay|maxCount|time|timeZone|dueDays|contentFrom|currency|taxRate|pricesIncludeTax|notes|terms|lineItems)$/
const lineFields = /^lineItems\.(\d+)\.(\w+)$/
/** The fields of the contract that the form shows at another field. */
const shownAt: Readonly<Record<string, string>> = {
  ...{
    discountPercent: 'discount',
    discountAmount: 'discount',
    total: 'unitPrice',
    itemId: 'description',
    followsItemPrice: 'description',
  },
}

/** Undefined for a field that the form doesn't show. */
export const toFormField = (path: string, draft: RecurringDraft): string | undefined => {
  const name = path.replace(/^content\./, '')
  if (ownFields.test(name)) return name
  if (name === 'discountPercent' || name === 'discountAmount') return 'discount'
  const [, index, field] = lineFields.exec(name) ?? []
  // Wholly empty lines were not sent.
  const line = listSavedLines(draft, draft.currency, getTaxRates())[Number(index)]?.index
  return line === undefined || !field ? undefined : `lineItems.${line}.${shownAt[field] ?? field}`
}

const describeSaved = ({ customerName, nextDay }: RecurringInvoiceWire) =>
  nextDay ? `The next invoice for ${customerName} is created on ${formatDay(nextDay)}.` : 'No day is left, so it has ended.'

type Options = {
  start: FormStart
  /** Of an earlier dialog; not for copies. */
  offersDraft: boolean
  onSaved: (() => void) | undefined
  onClose: () => void
  formRef: FormRef
}

export const useRecurringForm = ({ start, offersDraft, onSaved, onClose, formRef }: Options) => {
  const [, navigate] = useLocation()
  const refresh = useRefreshSchedules()
  const saves = useIdempotentSave()
  // As it was opened, or a newer version after a conflict.
  const [saved, setSaved] = useState(start.saved)
  const version = useRef(start.saved?.version)
  const [newer, setNewer] = useState<RecurringInvoiceWire>()
  const form = useForm<RecurringDraft, unknown, CheckedRecurring>({
    resolver: recurringResolver as never,
    defaultValues: start.draft,
    shouldFocusError: false,
  })
  const { getValues, subscribe, reset, setFocus } = form
  const { isDirty, submitCount } = form.formState
  const { element, failure, clear, show } = useFormFailure<RecurringDraft>(form.setError, (path) => toFormField(path, getValues()))
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const local = useLocalDraft<StoredRecurring>({
    form: `recurring-invoice.${start.saved?.id ?? 'new'}`,
    parse: parseStoredRecurring,
    read: (isLeaving) => (dirty.current || isLeaving ? { draft: getValues(), version: version.current } : undefined),
    saves,
    offering: offersDraft,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  // A new form starts with its first empty field; a prefilled one with the schedule.
  useEffect(() => setFocus(start.draft.customerId === '' ? 'customerId' : 'startDay'), [setFocus, start])
  // React Hook Form would use the order of registration instead of the order on the screen.
  useEffect(() => {
    if (submitCount > 0) focusFirstProblem(element.current)
  }, [submitCount, element])

  const save = useMutation({
    mutationFn: (checked: CheckedRecurring) => {
      const update = (id: number, current: number, request: IdempotentRequest) =>
        call(recurringInvoiceEndpoints.update, { params: { id }, body: toBody(checked, current), ...request })
      const body = toBody(checked, version.current)
      return saves.save(
        body,
        (request) =>
          saved
            ? update(saved.id, version.current!, request)
            : call(recurringInvoiceEndpoints.create, { body: toBody(checked), ...request }),
        // The form was changed after an attempt whose response was lost.
        (first, request) => update(first.id, first.version, request),
      )
    },
    onMutate: () => {
      clear()
      setNewer(undefined)
    },
    onSuccess: (result) => {
      toast({
        title: saved ? 'Recurring Invoice Saved' : 'Recurring Invoice Created',
        description: describeSaved(result),
        action: { label: 'View', run: () => navigate(`/recurring-invoices/${result.id}`) },
      })
      local.drop()
      onSaved?.()
      onClose()
      void refresh()
    },
    onError: (error) => {
      const current = toFailure(error).current as RecurringInvoiceWire | undefined
      if (saved && current) setNewer(current)
      else show(error)
    },
  })
  const rebase = (current: RecurringInvoiceWire) => {
    version.current = current.version
    setSaved(current)
    setNewer(undefined)
  }
  return {
    form,
    element,
    failure,
    saves,
    local,
    saved,
    isSaving: save.isPending,
    submit: form.handleSubmit((checked) => {
      if (!save.isPending) save.mutate(checked)
    }),
    resumeDraft: async (offer: OfferedDraft<StoredRecurring>) => {
      if (dirty.current && !(await confirmReplace('recurring invoice'))) return
      local.take(offer)
      version.current = offer.content.version ?? version.current
      reset(offer.content.draft, { keepDefaultValues: true })
    },
    conflict: newer && {
      current: newer,
      keepMine: () => rebase(newer),
      takeTheirs: () => {
        reset(savedDraft(newer))
        local.drop()
        rebase(newer)
      },
    },
  }
}
