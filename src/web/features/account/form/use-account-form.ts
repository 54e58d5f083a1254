import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'

/** Asked before the page is left with something that was typed. */
export const unsavedQuestion = 'Leave this page? What you typed in your account is not saved.'

type Options<Values extends FieldValues, Reply> = {
  /** The contract's own schema: what it takes in is what the form holds and what travels. */
  schema: z.ZodType<unknown, Values>
  defaults: DefaultValues<Values>
  /** Gets the focus when the form appears. */
  first?: Path<Values>
  send: (values: Values) => Promise<Reply>
  /** @param begin makes other values those that count as unchanged */
  done: (reply: Reply, begin: (values: DefaultValues<Values>) => void) => void
}

/** A form of the account: what the server refuses is said at the field that it names, else in `failure`; what was typed stays. */
export const useAccountForm = <Values extends FieldValues, Reply>({ schema, defaults, first, send, done }: Options<Values, Reply>) => {
  const { register, reset, setError, setFocus, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(schema, undefined, { raw: true }) as never,
    defaultValues: defaults,
  })
  const { errors, isDirty } = formState
  const namedBy = (failure: Failure) => failure.issues.filter(({ path }) => path in defaults)
  // A double click submits twice before the first can be seen as pending.
  const busy = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (reply) => done(reply, (values) => reset(values)),
    onError: (refused) => {
      for (const [i, { path, message }] of namedBy(toFailure(refused)).entries())
        setError(path as Path<Values>, { message }, { shouldFocus: i === 0 })
    },
    onSettled: () => {
      busy.current = false
    },
  })
  useEffect(() => {
    if (first) setFocus(first)
  }, [first, setFocus])
  const failure = error && !isPending ? toFailure(error) : undefined
  return {
    register,
    isDirty,
    isPending,
    /** Why the last try came to nothing, where no field says it. */
    failure: failure && namedBy(failure).length === 0 ? failure : undefined,
    errorOf: (name: Path<Values>) => errors[name]?.message as string | undefined,
    submit: (event: FormEvent) =>
      void handleSubmit((values) => {
        if (busy.current) return
        busy.current = true
        mutate(values)
      })(event),
  }
}
