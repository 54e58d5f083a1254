import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { ModalFooter } from '../ui/modal.tsx'
import { capital } from './entity.ts'
import type { EntityFormProps } from './entity-dialog.tsx'

type Options<Row, Values extends FieldValues> = Pick<EntityFormProps<Row, Values>, 'failure' | 'onDirty' | 'save'> & {
  /** The contract's own schema: what it takes in is what the form holds and what travels. */
  schema: z.ZodType<unknown, Values>
  defaults: DefaultValues<Values>
  /** Gets the focus when the form appears. */
  first: Path<Values>
}

/** A form over the contract's schema. Fields that the server names get its message. */
export const useEntityForm = <Row, Values extends FieldValues>({
  schema,
  defaults,
  first,
  failure,
  onDirty,
  save,
}: Options<Row, Values>) => {
  const form = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(schema, undefined, { raw: true }) as never,
    defaultValues: defaults,
  })
  const { isDirty, errors } = form.formState
  const { setError, setFocus } = form
  useEffect(() => setFocus(first), [setFocus, first])
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  useEffect(() => {
    for (const { path, message } of failure?.issues ?? []) setError(path as Path<Values>, { message })
  }, [failure, setError])
  return {
    form,
    register: form.register,
    errorOf: (name: Path<Values>) => errors[name]?.message as string | undefined,
    submit: (event: FormEvent) => void form.handleSubmit((values) => save(values))(event),
  }
}

type FrameProps = Pick<EntityFormProps<unknown, unknown>, 'row' | 'saving' | 'failure' | 'close'> & {
  noun: string
  submit: (event: FormEvent) => void
  children: ReactNode
}

/** The fields' frame: the server's refusal above, Cancel and Create or Update below. */
export const EntityForm = ({ noun, row, saving, failure, close, submit, children }: FrameProps) => (
  <form noValidate onSubmit={submit}>
    {failure && (
      <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm [overflow-wrap:anywhere]">
        {failure.message}{' '}
        {failure.needsSignIn && (
          <a href="/api/login" target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
            Sign in
          </a>
        )}
      </p>
    )}
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">{children}</div>
    <ModalFooter>
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" pending={saving}>
        {saving ? 'Saving...' : `${row ? 'Update' : 'Create'} ${capital(noun)}`}
      </Button>
    </ModalFooter>
  </form>
)
