import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** '' and undefined remove a parameter. */
export const useUrlParams = <Name extends string>() => {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (changes: Partial<Record<Name, string | undefined>>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries<string | undefined>(changes))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return { params, set }
}
