import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { ApiError } from '#web/lib/api/client.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import type { FormConfig } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'
import type { FormResolver } from './form-resolver.ts'
import { parseStoredDraft, type StoredDraft } from './stored-draft.ts'
import { isTrialExpiredError } from './trial-limit.ts'
import type { FormRef } from './use-discard-guard.ts'
import { useServerErrors } from './use-server-errors.ts'

type Options<Saved extends SavedDocument, Checked extends FieldValues> = {
  kind: FormConfig
  /** The form's initial values. */
  start: FormDraft
  /** The document to edit; undefined for a new one. */
  record?: Saved | undefined
  /** A saved document as form values. */
  show?: (saved: Saved) => FormDraft
  /** The resolver; must be a stable function. @param saved the document being edited: as it was opened, or a newer version */
  resolverFor: (saved: Saved | undefined) => FormResolver<Checked>
  /** Whether to offer the draft of an earlier dialog; not for copies. */
  offering?: boolean | undefined
  typed: FormRef
  saves: IdempotentSave
  /** Shown when the server gives no reason. */
  failed: string
  onClose: () => void
}

/** How a request reports its outcome to the form; passed to `mutate`. */
export type Outcome = { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void }

/** The version saved in the meantime, when that is why a save was refused. */
const newerThan = <Saved>(error: unknown): Saved | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.body?.current as Saved | undefined) : undefined

/**
 * The form of a document, new or saved: it stores a draft in this browser, shows errors at their fields and detects conflicting edits.
 * `submit` validates the form and passes it to the caller's request.
 */
export const useDocumentForm = <Saved extends SavedDocument, Checked extends FieldValues>(options: Options<Saved, Checked>) => {
  const { kind, start, record, show, resolverFor, offering, typed, saves, failed, onClose } = options
  // The document being edited: as it was opened, or a newer version after a conflict.
  const [saved, setSaved] = useState(record)
  const version = useRef(record?.version)
  const [current, setCurrent] = useState<Saved>()
  const [trialIsOver, setTrialIsOver] = useState(false)
  const resolver = useMemo(() => resolverFor(saved), [saved, resolverFor])
  const form = useForm<FormDraft, unknown, Checked>({ resolver, defaultValues: start, shouldFocusError: false })
  const element: RefObject<HTMLFormElement | null> = useRef(null)
  const { isDirty, refused, forgetFreeNumber, number } = useServerErrors(kind, form, element)
  const { subscribe, reset, getValues } = form
  const begun = () => (record ? { version: version.current } : { proposedNumber: start.number })
  const local = useLocalDraft<StoredDraft>({
    form: `${kind.noun}.${record?.id ?? 'new'}`,
    parse: useMemo(() => parseStoredDraft(kind), [kind]),
    read: (isLeaving) => (isDirty() || isLeaving ? { draft: getValues(), ...begun() } : undefined),
    saves,
    offering,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A draft that may have been saved already is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(typed, () => ({ isDirty: () => isDirty() && !saves.mayBeSaved(), giveUp: local.drop }))
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

  const outcome: Outcome = {
    onSuccess: () => {
      local.drop()
      onClose()
    },
    onError: (error) => {
      const newer = record && newerThan<Saved>(error)
      if (newer) setCurrent(newer)
      else if (isTrialExpiredError(error)) setTrialIsOver(true)
      else void refused(error, failed)
    },
    onSettled: () => {
      busy.current = false
    },
  }
  /** @param send makes the request and reports the outcome */
  const submit = (send: (checked: Checked, outcome: Outcome) => void) =>
    form.handleSubmit((checked) => {
      if (busy.current) return
      busy.current = true
      forgetFreeNumber()
      setCurrent(undefined)
      send(checked, outcome)
    })
  const goOn = (offer: OfferedDraft<StoredDraft>) => {
    if (isDirty() && !confirmAction(`Replace what you typed with the unfinished ${record ? 'changes' : kind.noun}?`)) return
    const { draft, proposedNumber, version: begunFrom } = offer.content
    local.take(offer)
    // The version that the draft started from, so that a conflict is detected. An unedited number is suggested anew.
    version.current = begunFrom ?? record?.version
    reset(!record && draft.number === proposedNumber ? { ...draft, number: start.number } : draft, { keepDefaultValues: true })
  }
  const settle = (newer: Saved) => {
    version.current = newer.version
    setSaved(newer)
    setCurrent(undefined)
  }

  return {
    kind,
    form,
    element,
    number,
    local,
    saves,
    goOn,
    submit,
    /** The document being edited. */
    saved,
    /** The version that a save is based on. */
    version: () => version.current!,
    /** The two versions to choose from after a conflict. */
    stale: current &&
      show && {
        current,
        shown: show(current),
        customerName: (saved ?? current).customer.name,
        keepMine: () => settle(current),
        takeTheirs: () => {
          reset(show(current))
          local.drop()
          settle(current)
        },
      },
    trial: { open: trialIsOver, onLater: () => setTrialIsOver(false), onChoose: onClose },
  }
}
export type DocumentFormState = Pick<
  ReturnType<typeof useDocumentForm<SavedDocument, FieldValues>>,
  'kind' | 'element' | 'number' | 'local' | 'saves' | 'goOn' | 'saved' | 'stale' | 'trial'
>
