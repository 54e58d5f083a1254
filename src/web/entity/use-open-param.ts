import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { ApiError } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { capitalize, type Entity, type EntityRow } from './entity.ts'

/**
 * `?open=5` in the address opens that record's dialog, `?open=new` an empty one: records without a page of their own are linked to so. It leaves the
 * address at once, so that a reload or the way back doesn't open it again.
 */
export const useOpenParam = <Row extends EntityRow, Body>(entity: Entity<Row, Body>, open: (row?: Row) => void): void => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('open')
  const newest = useRef({ entity, open, setParams })
  useEffect(() => {
    newest.current = { entity, open, setParams }
  })
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  useEffect(() => {
    if (asked === null) return
    const { entity, open, setParams } = newest.current
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('open')
        return next
      },
      { replace: true },
    )
    const { signal } = leaving.current
    if (asked === 'new') open()
    else if (/^\d{1,10}$/.test(asked))
      entity.one(Number(asked), signal).then(
        (row) => signal.aborted || newest.current.open(row),
        (error: Error) => {
          if (signal.aborted) return
          const isGone = error instanceof ApiError && error.status === 404
          toast({
            title: 'Error',
            description: isGone ? `This ${entity.noun} is not there any more` : `${capitalize(entity.noun)} could not be opened`,
            variant: 'destructive',
          })
        },
      )
  }, [asked])
}
