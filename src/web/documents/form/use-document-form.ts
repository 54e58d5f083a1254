import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import { ApiError } from '#web/lib/api/client.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { confirmReplace } from '#web/ui/confirm.ts'
import type { FormConfig } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'
import type { FormResolver } from './form-resolver.ts'
import { parseStoredDraft, type StoredDraft } from './stored-draft.ts'
import { isTrialExpiredError } from './trial-limit.ts'
import type { FormRef } from './use-discard-guard.ts'
import { useServerErrors } from './use-server-errors.ts'

type Options<Saved extends SavedDocument, Checked extends FieldValues> = {
  config: FormConfig
  start: FormDraft
  record?: Saved | undefined
  toDraft?: (saved: Saved) => FormDraft
  /** Must be a stable function. @param saved the document being edited: as it was opened, or a newer version */
  resolverFor: (saved: Saved | undefined) => FormResolver<Checked>
  /** Not for copies. */
  offersDraft?: boolean | undefined
  formRef: FormRef
  saves: IdempotentSave
  failed: string
  onClose: () => void
}

export type Outcome = { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void }

const getConflictingVersion = <Saved>(error: unknown): Saved | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.body?.current as Saved | undefined) : undefined

export const useDocumentForm = <Saved extends SavedDocument, Checked extends FieldValues>(options: Options<Saved, Checked>) => {
  const { config, start, record, toDraft, resolverFor, offersDraft, formRef, saves, failed, onClose } = options
  const [saved, setSaved] = useState(record)
  const version = useRef(record?.version)
  const [current, setCurrent] = useState<Saved>()
  const [isTrialOver, setIsTrialOver] = useState(false)
  const resolver = useMemo(() => resolverFor(saved), [saved, resolverFor])
  const form = useForm<FormDraft, unknown, Checked>({ resolver, defaultValues: start, shouldFocusError: false })
  const currency = useWatch({ control: form.control, name: 'currency' })
  const element: RefObject<HTMLFormElement | null> = useRef(null)
  const { isDirty, showError, failure, clearFailure, forgetFreeNumber, number } = useServerErrors(config, currency, form, element)
  const { subscribe, reset, getValues } = form
  const getDraftOrigin = () => (record ? { version: version.current } : { proposedNumber: start.number })
  const local = useLocalDraft<StoredDraft>({
    form: `${config.noun}.${record?.id ?? 'new'}`,
    parse: useMemo(() => parseStoredDraft(config), [config]),
    read: (isLeaving) => (isDirty() || isLeaving ? { draft: getValues(), ...getDraftOrigin() } : undefined),
    saves,
    offering: offersDraft,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A draft that may have been saved already is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => isDirty() && !saves.mayBeSaved(), discard: local.drop }))
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

  const outcome: Outcome = {
    onSuccess: () => {
      local.drop()
      onClose()
    },
    onError: (error) => {
      const newer = record && getConflictingVersion<Saved>(error)
      if (newer) setCurrent(newer)
      else if (isTrialExpiredError(error)) setIsTrialOver(true)
      else void showError(error, failed)
    },
    onSettled: () => {
      busy.current = false
    },
  }
  const submit = (send: (checked: Checked, outcome: Outcome) => void) =>
    form.handleSubmit((checked) => {
      if (busy.current) return
      busy.current = true
      forgetFreeNumber()
      setCurrent(undefined)
      clearFailure()
      send(checked, outcome)
    })
  const resumeDraft = async (offer: OfferedDraft<StoredDraft>) => {
    if (isDirty() && !(await confirmReplace(record ? 'changes' : config.noun))) return
    const { draft, proposedNumber, version: baseVersion } = offer.content
    local.take(offer)
    // The version that the draft started from, so that a conflict is detected. An unedited number is suggested anew.
    version.current = baseVersion ?? record?.version
    const number = !record && draft.number === proposedNumber ? start.number : draft.number
    const { deductions } = getValues()
    reset({ ...draft, number, deductions }, { keepDefaultValues: true })
  }
  const rebase = (newer: Saved) => {
    version.current = newer.version
    setSaved(newer)
    setCurrent(undefined)
  }

  return {
    config,
    currency,
    form,
    element,
    number,
    failure,
    local,
    saves,
    resumeDraft,
    submit,
    saved,
    version: () => version.current!,
    conflict: current &&
      toDraft && {
        current,
        currentDraft: toDraft(current),
        customerName: (saved ?? current).customer.name,
        keepMine: () => rebase(current),
        takeTheirs: () => {
          reset(toDraft(current))
          local.drop()
          rebase(current)
        },
      },
    trial: { open: isTrialOver, onLater: () => setIsTrialOver(false), onChoose: onClose },
  }
}
export type DocumentFormState = Pick<
  ReturnType<typeof useDocumentForm<SavedDocument, FieldValues>>,
  'config' | 'currency' | 'element' | 'number' | 'failure' | 'local' | 'saves' | 'resumeDraft' | 'saved' | 'conflict' | 'trial'
>
