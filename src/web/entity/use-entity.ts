import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { capitalize, type Entity, type EntityRow } from './entity.ts'

type Creation<Body> = { body: Body; save: IdempotentSave['save'] }
type Edit<Row, Body> = { row: Row; body: Body; save: IdempotentSave['save'] }

/** The mutations of an entity, with their toasts. A deletion's toast offers to undo it. */
export const useEntity = <Row extends EntityRow, Body>(entity: Entity<Row, Body>) => {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([entity.path, ...(entity.alsoChanges ?? [])].map((path) => client.invalidateQueries({ queryKey: [path] })))
  // Forms show the reason themselves; a deletion has only its toast.
  const withToasts = (verb: string, past: string, { showsReason = false } = {}) => ({
    onSuccess: () => {
      toast({ title: 'Success', description: `${capitalize(entity.noun)} ${past} successfully` })
      return refresh()
    },
    onError: (error: Error) => {
      const description = `Failed to ${verb} ${entity.noun}`
      const detail = showsReason ? toFailure(error).message : undefined
      toastFailure(error, { title: 'Error', description, detail, variant: 'destructive' }, showsReason ? 'button' : 'form')
      // The record was changed or deleted elsewhere: refresh the list.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return refresh()
    },
  })
  const restore = useMutation({
    mutationFn: (id: number) => runMutation((request) => entity.restore(id, request)),
    ...withToasts('restore', 'restored', { showsReason: true }),
  })
  return {
    refresh,
    create: useMutation({
      mutationFn: ({ body, save }: Creation<Body>) =>
        save(
          body,
          (request) => entity.create(body, request),
          (first, request) => entity.update(first.id, { ...body, version: first.version }, request),
        ),
      ...withToasts('create', 'created'),
    }),
    update: useMutation({
      mutationFn: ({ row, body, save }: Edit<Row, Body>) => {
        const send = ({ version }: Pick<Row, 'version'>, request: IdempotentRequest) => entity.update(row.id, { ...body, version }, request)
        return save(
          { ...body, version: row.version },
          (request) => send(row, request),
          (first, request) => send(first, request),
        )
      },
      ...withToasts('update', 'updated'),
    }),
    remove: useMutation({
      mutationFn: (id: number) => runMutation((request) => entity.remove(id, request)),
      ...withToasts('delete', 'deleted', { showsReason: true }),
      onSuccess: (_, id) => {
        toast({
          title: 'Success',
          description: `${capitalize(entity.noun)} deleted successfully`,
          action: { label: 'Undo', run: () => restore.mutate(id) },
        })
        return refresh()
      },
    }),
  }
}
