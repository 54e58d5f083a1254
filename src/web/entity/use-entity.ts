import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { toast } from '../lib/toast.ts'
import { capital, type Entity, type EntityRow } from './entity.ts'
import { failureOf } from './failure.ts'

/** The changes of an entity, with their notices. A deletion's notice offers to undo it. */
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
  const restore = useMutation({ mutationFn: (id: number) => entity.restore(id), ...told('restore', 'restored', { tellWhy: true }) })
  return {
    refresh,
    create: useMutation({
      mutationFn: ({ body, idempotencyKey }: { body: Body; idempotencyKey: string }) => entity.create(body, idempotencyKey),
      ...told('create', 'created'),
    }),
    update: useMutation({
      mutationFn: ({ row, body }: { row: Row; body: Body }) => entity.update(row.id, { ...body, version: row.version }),
      ...told('update', 'updated'),
    }),
    remove: useMutation({
      mutationFn: (id: number) => entity.remove(id),
      ...told('delete', 'deleted', { tellWhy: true }),
      onSuccess: (_, id) => {
        toast({
          title: 'Success',
          description: `${capital(entity.noun)} deleted successfully`,
          action: { label: 'Undo', run: () => restore.mutate(id) },
        })
        return refresh()
      },
    }),
  }
}
