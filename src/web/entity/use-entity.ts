import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { recordListPaths } from '#shared/record-types.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { capitalize, type EntityChanges, type EntityRow } from './entity.ts'

type Creation<Body> = { body: Body; save: IdempotentSave['save'] }
type Edit<Row, Body> = { row: Row; body: Body; save: IdempotentSave['save'] }

export const useEntity = <Row extends EntityRow, Body>(entity: EntityChanges<Row, Body>) => {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([entity.path, ...(entity.alsoChanges ?? [])].map((path) => client.invalidateQueries({ queryKey: [path] })))
  const [, navigate] = useLocation()
  const page = entity.path.slice('/api'.length)
  const hasPages = recordListPaths.some((path) => path === page)
  const view = ({ id }: EntityRow): Toast['action'] => {
    const path = hasPages ? `${page}/${id}` : `${page}?open=${id}`
    return entity.isPart || path === location.pathname ? undefined : { label: 'View', run: () => navigate(path) }
  }
  // Forms show the reason themselves; a deletion has only its toast.
  const withToasts = <Result>(
    verb: string,
    past: string,
    { showsReason = false, action }: { showsReason?: boolean; action?: ((result: Result) => Toast['action']) | undefined } = {},
  ) => ({
    onSuccess: (result: Result) => {
      toast({ title: 'Success', description: `${capitalize(entity.noun)} ${past} successfully`, action: action?.(result) })
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
      ...withToasts('create', 'created', { action: view }),
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
      // A record without a page is shown by the dialog that was just closed.
      ...withToasts('update', 'updated', { action: hasPages ? view : undefined }),
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
