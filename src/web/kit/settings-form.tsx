import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type IdempotentSave, useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'
import { SaveBar } from './save-bar.tsx'

type Options<Schema extends z.ZodType, Values extends FieldValues, Reply> = {
  /** Of what is sent; it has the names of the fields. */
  schema: Schema
  defaults: Values
  /** Instead of sending the values as they were typed. */
  toBody?: (values: Values) => z.input<Schema>
  /** What the form goes on with after a save. */
  toValues?: (reply: Reply) => Values
  /** The field that a path of the body is entered in, where they differ. */
  toField?: (path: string) => string
  /** Has the focus first. */
  first?: Path<Values>
  /** @param once sends the same values again as one save, until they are answered */
  save: (body: z.input<Schema>, once: IdempotentSave['save']) => Promise<Reply>
  /** Said if an answer is missing: whether the same may be sent again. */
  isRepeatable?: boolean
  done: (reply: Reply) => void
  /** Asked before the page is left with changes. */
  question?: string
} & (Values extends z.input<Schema> ? unknown : { toBody: unknown })

/** The first of each field counts. */
const moveErrors = (issues: readonly z.core.$ZodIssue[], toField: (path: string) => string): Record<string, unknown> =>
  Object.fromEntries(issues.map(({ path, message }) => [toField(path.join('.')), { type: 'custom', message }]).toReversed())

/** A form that stays on its page, or has a call that cannot be repeated. What is refused is shown at its field. `frame` is for `FormFrame`. */
export const useSettingsForm = <Schema extends z.ZodType, Values extends FieldValues, Reply>(options: Options<Schema, Values, Reply>) => {
  const { schema, defaults, toBody, toField, toValues, first, save, isRepeatable = true, done, question } = options
  const makeBody = (values: Values): z.input<Schema> => (toBody ? toBody(values) : (values as z.input<Schema>))
  const check: Resolver<Values> = async (values, context, resolverOptions) => {
    const { errors: found } = await zodResolver(schema as never)(makeBody(values) as never, context, resolverOptions as never)
    const errors = toField ? moveErrors(schema.safeParse(makeBody(values)).error?.issues ?? [], toField) : found
    return (Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }) as never
  }
  const form = useForm<Values>({ resolver: check, defaultValues: defaults as DefaultValues<Values> })
  const { errors, isDirty } = form.formState
  useUnsavedChanges(isDirty && question !== undefined, question ?? '')
  const saves = useIdempotentSave()
  const nth = useRef(0)
  const { element, failure, show, clear } = useFormFailure(
    form.setError,
    (path) => {
      const field = toField ? toField(path) : path
      return field.split('.')[0]! in defaults ? field : undefined
    },
    isRepeatable,
  )
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const { mutate, isPending } = useMutation({
    // Saving what was saved before on purpose is a new save.
    mutationFn: (body: z.input<Schema>) => save(body, (sent, ...rest) => saves.save({ sent, nth: nth.current++ }, ...rest)),
    onSuccess: (reply) => {
      if (toValues) form.reset(toValues(reply))
      done(reply)
    },
    onError: show,
    onSettled: () => {
      busy.current = false
    },
  })
  const { setFocus } = form
  useEffect(() => {
    if (first) setFocus(first)
  }, [first, setFocus])
  const submit = (event: FormEvent) =>
    void form.handleSubmit((values) => {
      if (busy.current) return
      busy.current = true
      clear()
      mutate(makeBody(values as Values))
    })(event)
  return {
    form,
    errorOf: (name: Path<Values>) => errors[name]?.message as string | undefined,
    frame: { element, failure, submit, saves, isDirty, isPending },
  }
}
/** Of `useSettingsForm`, whatever its values are. */
export type SettingsFrame = ReturnType<typeof useSettingsForm>['frame']

type FrameProps = { frame: SettingsFrame; label?: string; intro?: ReactNode; className?: string; children: ReactNode }

export const FormFrame = ({ frame: { element, failure, submit }, label, intro, className = 'grid gap-4', children }: FrameProps) => (
  <form ref={element} noValidate onSubmit={submit} aria-label={label} className={className}>
    {intro}
    <FormError failure={failure} />
    {children}
  </form>
)

/** @param status what is stored */
export const SettingsForm = ({ status, children, ...frame }: FrameProps & { status?: string }) => {
  const { saves, isDirty, isPending } = frame.frame
  return (
    <FormFrame className="grid gap-5" {...frame}>
      {children}
      <SaveBar isFloating={isDirty || isPending} status={status || (isDirty ? 'Unsaved changes' : 'All changes saved')} className="-mb-2.5">
        <SavePendingNotice saves={saves} message="It will be saved when you are back online." />
        <Button type="submit" variant={isDirty || isPending ? 'primary' : 'secondary'} pending={isPending} disabled={!isDirty}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </SaveBar>
    </FormFrame>
  )
}
