import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { toast } from '../lib/toast.ts'
import { failureOf } from './failure.ts'

export type EntityRow = { id: number; version: number }

/** What differs between customers, items and expenses. Everything else about such a screen is shared. */
export type Entity<Row extends EntityRow, Body> = {
  noun: string
  /** The list's path: its query key too. */
  path: string
  list: (signal: AbortSignal) => Promise<Row[]>
  create: (body: Body, idempotencyKey: string) => Promise<unknown>
  /** `version` is the one that the form was opened with: a save of a stale copy is refused. */
  update: (id: number, body: Body & { version: number }) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  /** What the search looks through. */
  searchIn: (row: Row) => readonly (string | null)[]
  /** Paths of further lists and figures that a change touches. */
  alsoChanges?: readonly string[]
}

/** The list and the three changes of an entity, with their notices. */
export const useEntity = <Row extends EntityRow, Body>(entity: Entity<Row, Body>) => {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([entity.path, ...(entity.alsoChanges ?? [])].map((path) => client.invalidateQueries({ queryKey: [path] })))
  // A form shows the reason itself, beside what was typed; a deletion has only its notice.
  const told = (verb: string, past: string, { tellWhy = false } = {}) => ({
    onSuccess: () => {
      toast({ title: 'Success', description: `${capital(entity.noun)} ${past} successfully` })
      return refresh()
    },
    onError: (error: Error) => {
      toast({
        title: 'Error',
        description: `Failed to ${verb} ${entity.noun}`,
        detail: tellWhy ? failureOf(error).message : undefined,
        variant: 'destructive',
      })
      // Somebody else changed or removed it: show what there is now.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return refresh()
    },
  })
  return {
    rows: useQuery({ queryKey: [entity.path], queryFn: ({ signal }) => entity.list(signal) }),
    create: useMutation({
      mutationFn: ({ body, idempotencyKey }: { body: Body; idempotencyKey: string }) => entity.create(body, idempotencyKey),
      ...told('create', 'created'),
    }),
    update: useMutation({
      mutationFn: ({ row, body }: { row: Row; body: Body }) => entity.update(row.id, { ...body, version: row.version }),
      ...told('update', 'updated'),
    }),
    remove: useMutation({ mutationFn: (id: number) => entity.remove(id), ...told('delete', 'deleted', { tellWhy: true }) }),
  }
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
