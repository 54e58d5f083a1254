import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { isSignedOut } from '#web/lib/api/client.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmReplace } from '#web/ui/confirm.ts'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { focusFirstProblem, useFormFailure } from '#web/ui/form-failure.tsx'
import { readDraft, type StoredValues } from './stored-values.ts'
import type { FormHandle } from './use-discard-guard.ts'

/** How a form is closed: asking first, or at once when it is done. */
export type FormEnds = { onCancel: () => void; onClose: () => void; formRef: FormHandle }

export type Problems = { problems: readonly { path: string; message: string }[] }
type Versioned = { id: number; version: number }

export type RecordFormOptions<
  Values extends FieldValues,
  Body,
  Reply,
  Saved extends Versioned = Versioned,
  Checked extends FieldValues = Values,
> = {
  /** Of what is sent; the values go out as they were typed. */
  schema?: z.ZodType<unknown, Values>
  /** Instead of a schema. */
  resolverFor?: (saved: Saved | undefined) => Resolver<Values, unknown, Checked>
  /** Instead of sending the values: what is made of them, or what is wrong with them. */
  toBody?: (values: Checked) => Body | Problems
  defaults: Values
  /** The record that is edited. A newer version of it is shown beside what was typed. */
  saved?: Saved | undefined
  toValues?: (saved: Saved) => Values
  /** Has the focus first, and what is proposed there is selected. */
  first?: Path<Values>
  /** 'write-off.5': where this device keeps what was typed until it is saved. */
  keptAs?: string
  /** Kept beside the values, such as the names of the records that they refer to; restored after them. @param restore gets what was kept, or the newer record */
  beside?: { read: () => unknown; restore: (stored: unknown) => void } | undefined
  /** Not for copies. */
  offersDraft?: boolean | undefined
  /** 'write-off', for "You have an unfinished write-off". */
  noun: string
  /** @param saved the record as it was opened, with the version that it overwrites */
  save: (body: Body, request: IdempotentRequest, saved: Saved | undefined) => Promise<Reply>
  /** Where an earlier attempt turns out to have been stored: stores what was typed since. */
  over?: (first: Reply, body: Body, request: IdempotentRequest) => Promise<Reply>
  /** What is waited for once it is saved. An error keeps the form open. */
  settle?: (reply: Reply) => Promise<Reply>
  /** What the user is told then. @param saved as it was before */
  done: (reply: Reply, body: Body, saved: Saved | undefined) => Toast | undefined
  /** What else follows, such as another page. */
  onSaved?: (reply: Reply) => void
  /** After a failure, too: the screen may be outdated. */
  refresh: () => Promise<unknown>
  /** @returns true where nothing more is to be said of it, or what is said instead of its message */
  onRefused?: (error: Error, refusal: Refusal) => unknown
  /** The field of a path that the server names; undefined for one that the form does not show. */
  toField?: (path: string, values: Values) => string | undefined
}

type Refusal = {
  /** Where the form says why. */
  fields: readonly string[]
  /** Sends the same values as a new change next time. */
  forget: () => void
}

/**
 * A form that keeps what was typed until it is saved, is saved once however often it is sent, shows what is refused at its field, and asks before it is discarded.
 * `frame` is for `RecordForm`.
 */
export const useRecordForm = <
  Values extends FieldValues,
  Reply,
  Body = Values,
  Saved extends Versioned = Versioned,
  Checked extends FieldValues = Values,
>(
  options: RecordFormOptions<Values, Body, Reply, Saved, Checked> & FormEnds,
) => {
  const { schema, resolverFor, toBody, first, keptAs, beside, noun, save, over, settle, done, onSaved, refresh } = options
  const { toValues, onRefused, toField, onCancel, onClose, formRef } = options
  const [saved, setSaved] = useState(options.saved)
  const isNew = saved === undefined
  const [newer, setNewer] = useState<Saved>()
  const [defaults] = useState(() => (saved && toValues ? toValues(saved) : options.defaults))
  const resolver = schema ? zodResolver<Values, unknown, unknown>(schema, undefined, { raw: true }) : resolverFor?.(saved)
  const form = useForm<Values, unknown, Checked>({
    defaultValues: defaults as DefaultValues<Values>,
    ...(resolver && { resolver: resolver as unknown as Resolver<Values, unknown, Checked> }),
    shouldFocusError: false,
  })
  const { setError, setFocus, clearErrors, getValues, reset, subscribe, handleSubmit } = form
  const { isDirty, submitCount } = form.formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<StoredValues>({
    form: keptAs,
    parse: (stored) => readDraft(defaults, stored),
    read: (isLeaving) =>
      dirty.current || isLeaving ? { values: getValues(), version: saved?.version, ...(beside && { shown: beside.read() }) } : undefined,
    saves,
    offering: options.offersDraft,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // What may be saved already is kept with its idempotency key, and offered when the form opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !(keptAs && saves.mayBeSaved()), discard: local.drop }))
  useEffect(() => {
    if (first) setFocus(first, { shouldSelect: isNew })
  }, [setFocus, first, isNew])
  const findField = (path: string) => {
    const field = toField ? toField(path, getValues()) : path
    return field !== undefined && field.split('.')[0]! in defaults ? field : undefined
  }
  const { element, failure, say, show, clear } = useFormFailure(setError, findField)
  // React Hook Form would use the order of registration instead of the order on the screen.
  useEffect(() => {
    if (submitCount > 0) focusFirstProblem(element.current)
  }, [submitCount, element])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (body: Body) => {
      const reply = await saves.save(
        [body, saved?.version],
        (request) => save(body, request, saved),
        over && ((answer, request) => over(answer, body, request)),
      )
      return settle ? settle(reply) : reply
    },
    onSuccess: (reply, body) => {
      const said = done(reply, body, saved)
      if (said) toast(said)
      onSaved?.(reply)
      local.drop()
      onClose()
      void refresh()
    },
    onError: (error) => {
      const { current, issues } = toFailure(error)
      if (saved && current) setNewer(current as Saved)
      else {
        const answer = onRefused?.(error, { fields: issues.flatMap(({ path }) => findField(path) ?? []), forget: saves.forget })
        if (typeof answer === 'string') say(answer)
        else if (answer !== true) show(error)
      }
      if (!isSignedOut(error)) void refresh()
    },
  })
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const send = (body: Body) => {
    if (busy.current) return
    busy.current = true
    clear()
    setNewer(undefined)
    mutate(body, {
      onSettled: () => {
        busy.current = false
      },
    })
  }
  const submit = handleSubmit((values) => {
    const body = toBody ? toBody(values) : (values as Body & Checked)
    if (!isRefused(body)) return send(body as Body)
    for (const { path, message } of body.problems) setError(path as Path<Values>, { type: 'custom', message })
  })
  const resume = async (offer: OfferedDraft<StoredValues>) => {
    if (dirty.current && !(await confirmReplace(saved ? 'changes' : noun))) return
    const { values, version, shown } = offer.content
    local.take(offer)
    // The version that the draft started from, so that a newer one is noticed.
    if (saved && version !== undefined) setSaved({ ...saved, version })
    reset(values as Values, { keepDefaultValues: true })
    beside?.restore(shown)
  }
  const rebase = (current: Saved) => {
    setSaved(current)
    setNewer(undefined)
  }
  const offer: ReactNode = <DraftOffer draft={local} what={saved ? 'unsaved changes' : `an unfinished ${noun}`} onContinue={resume} />
  return {
    form,
    saved,
    errorOf: (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message,
    /** Of a record that was changed elsewhere meanwhile. */
    conflict: newer && {
      current: newer,
      values: toValues!(newer),
      keepMine: () => rebase(newer),
      takeTheirs: () => {
        reset(toValues!(newer))
        beside?.restore(newer)
        local.drop()
        rebase(newer)
        if (first) setFocus(first)
      },
    },
    frame: {
      ...{ element, failure, clear, saves, isPending, send, offer, onCancel },
      /** What is being sent. */
      pending: isPending ? variables : undefined,
      submit: (event: FormEvent) => {
        // The dialog may be inside another form, which must not be submitted.
        event.stopPropagation()
        // A problem of several fields belongs to none of them, so nothing typed removes it.
        if (toBody) clearErrors()
        void submit(event)
      },
    },
  }
}
/** Of `useRecordForm`, whatever its values are. */
export type RecordFormFrame = Omit<ReturnType<typeof useRecordForm>['frame'], 'send' | 'pending'>

const isRefused = (body: unknown): body is Problems => typeof body === 'object' && body !== null && 'problems' in body
