import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useFormFailure } from '#web/ui/form-failure.tsx'

export const unsavedQuestion = 'Leave this page? Your account changes are not saved.'

type Options<Values extends FieldValues, Reply> = {
  /** Its input is both the form's values and the request body. */
  schema: z.ZodType<unknown, Values>
  defaults: DefaultValues<Values>
  /** The field focused initially. */
  first?: Path<Values>
  send: (values: Values) => Promise<Reply>
  /** @param resetTo makes these values the unchanged ones */
  done: (reply: Reply, resetTo: (values: DefaultValues<Values>) => void) => void
}

/** Server errors appear at the field they name, otherwise in `failure`; input is kept. */
export const useAccountForm = <Values extends FieldValues, Reply>({ schema, defaults, first, send, done }: Options<Values, Reply>) => {
  const { register, reset, setError, setFocus, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(schema, undefined, { raw: true }) as never,
    defaultValues: defaults,
  })
  const { errors, isDirty } = formState
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in defaults ? path : undefined), false)
  // A double click submits twice before React shows the pending state.
  const isSending = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (reply) => done(reply, (values) => reset(values)),
    onError: show,
    onSettled: () => {
      isSending.current = false
    },
  })
  useEffect(() => {
    if (first) setFocus(first)
  }, [first, setFocus])
  return {
    register,
    isDirty,
    isPending,
    failure,
    element,
    errorOf: (name: Path<Values>) => errors[name]?.message as string | undefined,
    submit: (event: FormEvent) =>
      void handleSubmit((values) => {
        if (isSending.current) return
        isSending.current = true
        clear()
        mutate(values)
      })(event),
  }
}
