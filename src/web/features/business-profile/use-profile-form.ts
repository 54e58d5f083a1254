import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { type BusinessProfileWire, businessProfileInput } from '#shared/contract/business-profile.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import type { ProfileBody } from './form/api.ts'
import { type ProfileDraft, parseStoredDraft, toStoredDraft } from './form/profile-draft.ts'
import { getChanges, noSavedKeys, type SavedKeys, toBody, toValues, type Values } from './form/profile-values.ts'
import { useSaveProfile } from './use-save-profile.ts'

const check = zodResolver<ProfileBody, unknown, unknown>(businessProfileInput as never, undefined, { raw: true })
/** The contract's schema, applied to the form in wire format. */
const resolverFor = (savedKeys: SavedKeys) => (values: Values, context: unknown, options: object) =>
  check(toBody(values, savedKeys), context, options as never)

/** The state of the profile form: saved values, edits, and the result of a save. @param first the values shown while there is no profile */
export const useProfileForm = (opened: BusinessProfileWire | null, first: Values) => {
  const [saved, setSaved] = useState(opened)
  const [failure, setFailure] = useState<Failure>()
  const base = useRef(saved ? toValues(saved) : first)
  const element = useRef<HTMLFormElement>(null)
  const savedKeys: SavedKeys = saved ?? noSavedKeys
  const resolver = useMemo(() => resolverFor(savedKeys), [savedKeys])
  const form = useForm<Values, unknown, ProfileBody>({
    resolver: resolver as never,
    defaultValues: base.current,
    shouldFocusError: false,
  })
  const { reset, setValue, getValues, setError, subscribe, formState } = form
  const { isDirty, submitCount, errors } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const send = useSaveProfile(saves)
  const local = useLocalDraft<ProfileDraft>({
    form: 'profile',
    parse: parseStoredDraft,
    read: (isLeaving) => (dirty.current || isLeaving ? toStoredDraft(changes()) : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  const resumeDraft = (offer: OfferedDraft<ProfileDraft>) => {
    local.take(offer)
    for (const [name, value] of Object.entries(offer.content.typed)) setValue(name as Path<Values>, value as never, { shouldDirty: true })
  }

  /** Shows the server's current values, with `mine` on top as unsaved changes. */
  const rebase = (current: BusinessProfileWire, mine: Partial<Values>) => {
    setSaved(current)
    base.current = toValues(current)
    reset(base.current, { keepSubmitCount: true })
    for (const [name, value] of Object.entries(mine)) setValue(name as Path<Values>, value as never, { shouldDirty: true })
  }
  const changes = () => getChanges(base.current, getValues())

  // In the order on the screen, not the order of registration. An error without a field is shown in the footer.
  const [failureCount, setFailureCount] = useState(0)
  useEffect(() => {
    if (submitCount + failureCount === 0) return
    const errorCount = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    errorCount?.focus({ preventScroll: true })
    errorCount?.scrollIntoView({ block: 'center' })
  }, [submitCount, failureCount])

  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const submit = form.handleSubmit((body) => {
    if (busy.current) return
    busy.current = true
    setFailure(undefined)
    const sent = { ...getValues() }
    send.mutate(
      { saved, body },
      {
        // Edits made while it was being saved stay unsaved.
        onSuccess: (current) => {
          local.drop()
          rebase(current, getChanges(sent, getValues()))
        },
        onError: (error) => {
          const refusal = toFailure(error)
          for (const { path, message } of refusal.issues) setError(path as Path<Values>, { type: 'server', message })
          setFailure(refusal)
          setFailureCount((n) => n + 1)
        },
        onSettled: () => {
          busy.current = false
        },
      },
    )
  })
  const current = failure?.current as BusinessProfileWire | undefined
  const resolveConflict = (mine: Partial<Values>) => {
    if (current) rebase(current, mine)
    setFailure(undefined)
  }
  return {
    form,
    element,
    submit,
    saves,
    local,
    resumeDraft,
    saved,
    savedKeys,
    isDirty,
    saving: send.isPending,
    errorCount: Object.keys(errors).length,
    /** Why the last save was refused, unless a field or a version conflict shows it. */
    failure: failure && !current && !failure.issues.some(({ path }) => path in base.current) ? failure : undefined,
    rebase,
    changes,
    /** The conflict with another save in the meantime: both versions, and the choice. */
    conflict: current && {
      typed: { ...toValues(current), ...changes() },
      current: toValues(current),
      keepMine: () => resolveConflict(changes()),
      takeTheirs: () => resolveConflict({}),
    },
  }
}
