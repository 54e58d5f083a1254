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
  /** What the form shows at first. */
  start: FormDraft
  /** The paper that is edited; undefined for a new one. */
  record?: Saved | undefined
  /** A saved paper as the form shows it. */
  show?: (saved: Saved) => FormDraft
  /** What the form must satisfy; must stay the same function. @param saved what is edited: as it was opened, or a newer version */
  resolverFor: (saved: Saved | undefined) => FormResolver<Checked>
  /** Whether what an earlier dialog left behind is offered: not to who asked for a copy. */
  offering?: boolean | undefined
  typed: FormRef
  saves: IdempotentSave
  /** What is said when the server gives no reason. */
  failed: string
  onClose: () => void
}

/** What a call is to tell the form that sent it; made to be handed to `mutate`. */
export type Outcome = { onSuccess: () => void; onError: (error: Error) => void; onSettled: () => void }

/** The record as somebody else saved it meanwhile, when that is why a save was refused. */
const newerThan = <Saved>(error: unknown): Saved | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.body?.current as Saved | undefined) : undefined

/**
 * The form of a paper, new or saved: it is kept in this browser while it is typed, a refusal is said where it belongs, and a save over
 * somebody else's is noticed. `submit` checks it and hands it to whoever calls the server.
 */
export const useDocumentForm = <Saved extends SavedDocument, Checked extends FieldValues>(options: Options<Saved, Checked>) => {
  const { kind, start, record, show, resolverFor, offering, typed, saves, failed, onClose } = options
  // What is edited: as it was opened, or a newer version that was met meanwhile.
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
  // What may be saved already is kept with its key, and offered when the dialog is opened again.
  useImperativeHandle(typed, () => ({ isDirty: () => isDirty() && !saves.mayBeSaved(), giveUp: local.drop }))
  // A double click submits twice before the first can be seen as pending.
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
  /** @param send calls the server and tells the outcome */
  const submit = (send: (checked: Checked, outcome: Outcome) => void) =>
    form.handleSubmit((checked) => {
      if (busy.current) return
      busy.current = true
      forgetFreeNumber()
      setCurrent(undefined)
      send(checked, outcome)
    })
  const goOn = (offer: OfferedDraft<StoredDraft>) => {
    if (isDirty() && !confirmAction(`Replace what you typed here by the unfinished ${record ? 'changes' : kind.noun}?`)) return
    const { draft, proposedNumber, version: begunFrom } = offer.content
    local.take(offer)
    // From what it began with: a save over a newer record is then noticed. A number that nobody typed is proposed anew.
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
    /** What is edited now. */
    saved,
    /** The version that a save goes by. */
    version: () => version.current!,
    /** The two versions to choose between, after a save that came too late. */
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
