import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { deed, tellFailure } from '../lib/deed.ts'
import type { Request } from '../lib/saves.ts'
import { toast } from '../lib/toast.ts'
import type { Saves } from '../lib/use-saves.ts'
import { capital, type Entity, type EntityRow } from './entity.ts'
import { failureOf } from './failure.ts'

type Creation<Body> = { body: Body; save: Saves['save'] }
type Edit<Row, Body> = { row: Row; body: Body; save: Saves['save'] }

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
      const description = `Failed to ${verb} ${entity.noun}`
      const detail = tellWhy ? failureOf(error).message : undefined
      tellFailure(error, { title: 'Error', description, detail, variant: 'destructive' }, tellWhy ? 'deed' : 'form')
      // Somebody else changed or removed it: show what there is now.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return refresh()
    },
  })
  const restore = useMutation({
    mutationFn: (id: number) => deed((request) => entity.restore(id, request)),
    ...told('restore', 'restored', { tellWhy: true }),
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
      ...told('create', 'created'),
    }),
    update: useMutation({
      mutationFn: ({ row, body, save }: Edit<Row, Body>) => {
        const send = ({ version }: Pick<Row, 'version'>, request: Request) => entity.update(row.id, { ...body, version }, request)
        return save(
          { ...body, version: row.version },
          (request) => send(row, request),
          (first, request) => send(first, request),
        )
      },
      ...told('update', 'updated'),
    }),
    remove: useMutation({
      mutationFn: (id: number) => deed((request) => entity.remove(id, request)),
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
