import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { type BusinessProfileWire, businessProfileInput } from '#shared/contract/business-profile.ts'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import type { ProfileBody } from './form/api.ts'
import {
  firstValues,
  getChanges,
  keyFields,
  noSavedKeys,
  type SavedKeys,
  toBody,
  toPartialBody,
  toValues,
  type Values,
} from './form/profile-values.ts'
import { findSections, getSavedFields, type SectionId } from './form/sections.ts'
import { useAgreesToLoseRates, useSaveProfile } from './use-save-profile.ts'

const check = zodResolver<ProfileBody, unknown, unknown>(businessProfileInput as never, undefined, { raw: true })

const isUnchanged = (current: BusinessProfileWire, base: Values, savedKeys: SavedKeys, fields: readonly string[]): boolean =>
  !Object.keys(getChanges(base, toValues(current))).some((name) => fields.includes(name)) &&
  keyFields.every((field) => !fields.includes(field) || JSON.stringify(current[field]) === JSON.stringify(savedKeys[field]))

/** As stored in this browser: the values that differ from the saved ones. */
type ProfileDraft = { typed: Partial<Values> }

const knownFields = firstValues(undefined, 'a4')
const isSecret = (name: string) => (keyFields as readonly string[]).includes(name)

/** Payment keys are never stored. */
export const toStoredDraft = (typed: Partial<Values>): ProfileDraft => ({
  typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !isSecret(name))),
})

/** Storage can hold anything. */
export const parseStoredDraft = (stored: unknown): ProfileDraft | undefined => {
  const typed = typeof stored === 'object' && stored !== null && 'typed' in stored ? stored.typed : undefined
  if (typeof typed !== 'object' || typed === null) return undefined
  const known = Object.entries(typed).filter(
    ([name, value]) =>
      Object.hasOwn(knownFields, name) &&
      !isSecret(name) &&
      (name === 'logoUrl' ? value === null || typeof value === 'string' : typeof value === typeof knownFields[name as keyof Values]),
  )
  return known.length === 0 ? undefined : { typed: Object.fromEntries(known) }
}

type Navigation = { section: SectionId; openSection: (id: SectionId) => void }

/** @param first shown while there is no profile */
export const useProfileForm = (opened: BusinessProfileWire | null, first: Values, { section, openSection }: Navigation) => {
  const [saved, setSaved] = useState(opened)
  const [failure, setFailure] = useState<Failure>()
  const base = useRef(saved ? toValues(saved) : first)
  const element = useRef<HTMLFormElement>(null)
  const savedKeys: SavedKeys = saved ?? noSavedKeys
  const getSent = (values: Values) => getSavedFields(section, Object.keys(getChanges(base.current, values)))
  const getBody = (values: Values) =>
    saved ? toPartialBody(values, saved, getSent(values), saved.businessName) : toBody(values, noSavedKeys)
  const form = useForm<Values, unknown, ProfileBody>({
    resolver: ((values: Values, context: unknown, options: object) => check(getBody(values), context, options as never)) as never,
    defaultValues: base.current,
    shouldFocusError: false,
  })
  const { reset, setValue, getValues, setError, subscribe, formState } = form
  const { isDirty, dirtyFields, submitCount, errors } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const agreesToLoseRates = useAgreesToLoseRates()
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

  /** Shows the server's values, with `mine` on top as unsaved changes. */
  const rebase = (current: BusinessProfileWire, mine: Partial<Values>) => {
    setSaved(current)
    base.current = toValues(current)
    reset(base.current, { keepSubmitCount: true })
    for (const [name, value] of Object.entries(mine)) setValue(name as Path<Values>, value as never, { shouldDirty: true })
  }
  const changes = () => getChanges(base.current, getValues())

  // After a refusal the first field with an error is focused, in the order on the screen; it may be in another section.
  const [failureCount, setFailureCount] = useState(0)
  const mustFocus = useRef(0)
  useEffect(() => {
    if (submitCount + failureCount === mustFocus.current) return
    const erroneous = findSections(Object.keys(errors))
    if (erroneous[0] && !erroneous.some(({ id }) => id === section)) return openSection(erroneous[0].id)
    mustFocus.current = submitCount + failureCount
    const field = [...(element.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])].find((one) => one.checkVisibility())
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [submitCount, failureCount, errors, section, openSection])

  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const submit = form.handleSubmit(async (body) => {
    if (busy.current) return
    busy.current = true
    setFailure(undefined)
    if (!(await agreesToLoseRates(body.currency))) {
      busy.current = false
      return
    }
    const sent = { ...getValues() }
    const fields = getSent(sent)
    const mayMerge = (current: BusinessProfileWire) => isUnchanged(current, base.current, savedKeys, fields)
    send.mutate(
      { saved, body, mayMerge, isName: fields.includes('businessName') },
      {
        // What was typed while it was being saved stays unsaved.
        onSuccess: (current) => {
          rebase(current, getChanges(sent, getValues()))
          local.drop()
          if (dirty.current) local.note()
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
    unsaved: findSections(Object.keys(dirtyFields)),
    /** Unless a field or a version conflict shows it. */
    failure: failure && !current && !failure.issues.some(({ path }) => path in base.current) ? failure : undefined,
    rebase,
    changes,
    /** With another save in the meantime: both versions, and the choice. */
    conflict: current && {
      typed: { ...toValues(current), ...changes() },
      current: toValues(current),
      keepMine: () => resolveConflict(changes()),
      takeTheirs: () => resolveConflict({}),
    },
  }
}
