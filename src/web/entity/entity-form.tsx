import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type OfferedDraft, useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import type { Failure } from '#web/lib/mutations/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmReplace } from '#web/ui/confirm.ts'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { type EntityRow, toTitle } from './entity.ts'
import type { EntityFormProps } from './entity-dialog.tsx'
import { type EntityDraft, readDraft } from './entity-draft.ts'

type Options<Row extends EntityRow, Values extends FieldValues> = Omit<EntityFormProps<Row, Values>, 'saving' | 'close'> & {
  schema: z.ZodType<unknown, Values>
  defaults: DefaultValues<Values>
  first: Path<Values>
  /** Display values of referenced records, which a draft stores beside the fields. */
  shown?: { read: () => unknown; restore: (stored: unknown) => void }
}

export const useEntityForm = <Row extends EntityRow, Values extends FieldValues>({
  schema,
  defaults,
  first,
  shown,
  error,
  onDirty,
  save,
  row,
  noun,
  saves,
  dropDraft,
  setBaseVersion,
}: Options<Row, Values>) => {
  const form = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(schema, undefined, { raw: true }) as never,
    defaultValues: defaults,
  })
  const { isDirty } = form.formState
  const { setError, setFocus, getValues, reset, subscribe } = form
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const local = useLocalDraft<EntityDraft>({
    form: `${noun}.${row?.id ?? 'new'}`,
    parse: (stored) => readDraft(defaults, stored),
    read: (isLeaving) =>
      dirty.current || isLeaving ? { values: getValues(), version: row?.version, ...(shown ? { shown: shown.read() } : {}) } : undefined,
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  dropDraft.current = local.drop
  const resume = async (offer: OfferedDraft<EntityDraft>) => {
    if (dirty.current && !(await confirmReplace(row ? 'changes' : noun))) return
    const { values, version, shown: stored } = offer.content
    local.take(offer)
    if (row && version !== undefined) setBaseVersion(version)
    shown?.restore(stored)
    reset(values as Values, { keepDefaultValues: true })
  }
  useEffect(() => setFocus(first), [setFocus, first])
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path.split('.')[0]! in defaults ? path : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every failed save
  useEffect(() => (error ? show(error) : clear()), [error])
  const offer = <DraftOffer draft={local} what={row ? 'unsaved changes' : `an unfinished ${noun}`} onContinue={resume} />
  return {
    form,
    register: form.register,
    errorOf: (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message,
    frame: { offer, element, failure, submit: (event: FormEvent) => void form.handleSubmit((values) => save(values))(event) },
  }
}

type FrameProps = Pick<EntityFormProps<unknown, unknown>, 'row' | 'saving' | 'close' | 'noun' | 'saves'> & {
  offer: ReactNode
  element: RefObject<HTMLFormElement | null>
  failure: Failure | undefined
  submit: (event: FormEvent) => void
  children: ReactNode
}

export const EntityForm = ({ noun, row, saving, close, saves, offer, element, failure, submit, children }: FrameProps) => (
  <form ref={element} noValidate onSubmit={submit}>
    <div className="mb-4 empty:hidden">{offer}</div>
    <FormError failure={failure} className="mb-4" />
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">{children}</div>
    <ModalFooter>
      <SavePendingNotice saves={saves} />
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" pending={saving}>
        {saving ? 'Saving...' : `${row ? 'Update' : 'Create'} ${toTitle(noun)}`}
      </Button>
    </ModalFooter>
  </form>
)
