import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { isSignedOut } from '#web/lib/api/client.ts'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'
import { cx } from './cx.ts'

/** Keeps the fault in view while long lists above it are still being measured. */
export const focusFirstProblem = (form: HTMLElement | null): boolean => {
  const problem = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true], [data-problem]') ?? [])].find((one) =>
    one.checkVisibility(),
  )
  if (!problem) return false
  problem.focus()
  const follow = (framesLeft: number, steadyFrames: number, lastTop: number) => {
    if (framesLeft === 0 || steadyFrames === 3 || document.activeElement !== problem) return
    problem.scrollIntoView({ block: 'nearest' })
    const { top } = problem.getBoundingClientRect()
    requestAnimationFrame(() => follow(framesLeft - 1, top === lastTop ? steadyFrames + 1 : 0, top))
  }
  requestAnimationFrame(() => follow(60, 0, Number.NaN))
  return true
}

/** An ended session is announced by the page's banner. @param toField undefined for a path that the form doesn't show */
export const useFormFailure = <Values extends FieldValues>(
  setError: UseFormReturn<Values>['setError'],
  toField: (path: string) => string | undefined,
  isRepeatable = true,
) => {
  const element: RefObject<HTMLFormElement | null> = useRef(null)
  const [failure, setFailure] = useState<Failure>()
  const [refused, setRefused] = useState<Failure>()
  useEffect(() => {
    if (refused && !focusFirstProblem(element.current)) setFailure(refused)
  }, [refused])
  return {
    element,
    failure,
    clear: () => setFailure(undefined),
    say: (message: string) => setFailure({ message, issues: [], current: undefined }),
    show: (error: Error) => {
      if (isSignedOut(error)) return
      const failed = toFailure(error, isRepeatable)
      const unplaced = failed.issues.filter(({ path, message }) => {
        const field = toField(path)
        if (field !== undefined) setError(field as Path<Values>, { type: 'server', message })
        return field === undefined
      })
      if (unplaced.length === failed.issues.length) return setFailure(failed)
      setRefused(failed)
      setFailure(unplaced[0] && { ...failed, message: unplaced[0].message })
    },
  }
}

/** @param isQuiet a toast announces it; this stays when that is gone */
export const FormError = ({
  failure,
  className,
  isQuiet,
}: {
  isQuiet?: boolean
  failure: Pick<Failure, 'message'> | undefined
  className?: string
}) =>
  failure && (
    <p
      ref={scrollIntoView}
      role={isQuiet ? undefined : 'alert'}
      className={cx('rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm [overflow-wrap:anywhere]', className)}
    >
      {failure.message}
    </p>
  )

const scrollIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' })
