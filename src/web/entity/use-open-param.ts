import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { readRowId } from '#shared/row-id.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { capitalize, type Entity, type EntityRow } from './entity.ts'

/** `?open=5`, or `?open=new` for an empty dialog. Removed at once, so that a reload or the back button doesn't open it again. */
export const useOpenParam = <Row extends EntityRow, Body>(entity: Entity<Row, Body>, open: (row?: Row) => void): void => {
  const [params, setParams] = useSearchParams()
  const param = params.get('open')
  const newest = useRef({ entity, open, setParams })
  newest.current = { entity, open, setParams }
  const unmounted = useRef(new AbortController())
  useEffect(() => {
    unmounted.current = new AbortController()
    return () => unmounted.current.abort()
  }, [])
  useEffect(() => {
    if (param === null) return
    const { entity, open, setParams } = newest.current
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('open')
        return next
      },
      { replace: true },
    )
    const { signal } = unmounted.current
    const id = readRowId(param)
    if (param === 'new') open()
    else if (id !== undefined)
      entity.one(id, signal).then(
        (row) => signal.aborted || newest.current.open(row),
        (error: Error) => {
          if (signal.aborted) return
          const isGone = error instanceof ApiError && error.status === 404
          toast({
            title: 'Error',
            description: isGone ? `This ${entity.noun} no longer exists` : `${capitalize(entity.noun)} could not be opened`,
            variant: 'destructive',
          })
        },
      )
  }, [param])
}
