import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { type IdempotentSave, useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { isClosingByBack } from '#web/lib/native/layers.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { confirmDiscard } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Entity, type EntityRow, toTitle } from './entity.ts'
import { VersionConflict } from './version-conflict.tsx'

export type EntityFormProps<Row, Body> = {
  row: Row | undefined
  /** `shown` are display values of referenced records, such as a name for an id. */
  save: (body: Body, shown?: Partial<Row>) => void
  saving: boolean
  error: Error | undefined
  close: () => void
  onDirty: (dirty: boolean) => void
  noun: string
  saves: IdempotentSave
  /** The form stores its function for deleting the draft here. */
  dropDraft: RefObject<(() => void) | undefined>
  /** The version that the input started from, so that saving over a newer record is detected. */
  setBaseVersion: (version: number) => void
}

type Props<Row extends EntityRow, Body> = {
  entity: Pick<Entity<Row, Body>, 'noun' | 'describeFields'>
  row: Row | undefined
  open: boolean
  onClose: () => void
  create: UseMutationResult<unknown, Error, { body: Body; save: IdempotentSave['save'] }>
  update: UseMutationResult<unknown, Error, { row: Row; body: Body; save: IdempotentSave['save'] }>
  form: (props: EntityFormProps<Row, Body>) => ReactNode
}

export const EntityDialog = <Row extends EntityRow, Body>({ entity, row, open, onClose, create, update, form }: Props<Row, Body>) => {
  const { noun, describeFields } = entity
  const currency = useHomeCurrency()
  const [dirty, setDirty] = useState(false)
  const [error, setError] = useState<Error>()
  // After a conflict: the version to overwrite, and the row that a new form starts from.
  const [base, setBase] = useState({ row, round: 0 })
  const [typed, setTyped] = useState<Body & Partial<Row>>()
  const saves = useIdempotentSave()
  const { save: send, stop } = saves
  const dropDraft = useRef<() => void>(undefined)
  useEffect(() => {
    if (!open) stop()
  }, [open, stop])
  /** Discards the input, but what may have been saved stays as a draft. */
  const leave = async () => {
    if (dirty && isClosingByBack() && !(await confirmDiscard(`Discard this ${noun}? Your changes will be lost.`))) return
    if (!saves.mayBeSaved()) dropDraft.current?.()
    onClose()
  }
  // A double click submits twice before React shows the pending state.
  const isSaving = useRef(false)
  const handlers = {
    onSuccess: () => {
      dropDraft.current?.()
      onClose()
    },
    onError: setError,
    onSettled: () => {
      isSaving.current = false
    },
  }
  const save = (body: Body, shown?: Partial<Row>) => {
    if (isSaving.current) return
    isSaving.current = true
    setError(undefined)
    setTyped({ ...body, ...shown } as Body & Partial<Row>)
    if (base.row) update.mutate({ row: base.row, body, save: send }, handlers)
    else create.mutate({ body, save: send }, handlers)
  }
  const current = (error && toFailure(error).current) as Row | undefined

  return (
    <Modal title={row ? `Edit ${toTitle(noun)}` : `Add New ${toTitle(noun)}`} open={open} onClose={leave} guard={dirty}>
      {base.row && current && (
        <VersionConflict
          typed={{ ...base.row, ...typed }}
          current={current}
          describeFields={(row) => describeFields(row, currency)}
          keepMine={() => {
            setBase({ ...base, row: { ...base.row!, version: current.version } })
            setError(undefined)
          }}
          takeTheirs={() => {
            dropDraft.current?.()
            setBase({ row: current, round: base.round + 1 })
            setError(undefined)
          }}
        />
      )}
      <Suspense fallback={<FormSkeleton />}>
        <div key={base.round}>
          {form({
            row: base.row,
            save,
            saving: create.isPending || update.isPending,
            error: current ? undefined : error,
            close: leave,
            onDirty: setDirty,
            noun,
            saves,
            dropDraft,
            setBaseVersion: (version) => setBase((was) => (was.row ? { ...was, row: { ...was.row, version } } : was)),
          })}
        </div>
      </Suspense>
    </Modal>
  )
}

const FormSkeleton = () => (
  <div className="grid gap-5" role="status" aria-label="Loading the form">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-15" />
    ))}
  </div>
)
