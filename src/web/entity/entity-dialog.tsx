import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '#web/lib/api/client.ts'
import { type Failure, toFailure } from '#web/lib/mutations/failure.ts'
import { type IdempotentSave, useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { isClosingByBack } from '#web/lib/native/layers.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { capitalize, type Entity, type EntityRow } from './entity.ts'
import { VersionConflict } from './version-conflict.tsx'

export type EntityFormProps<Row, Body> = {
  row: Row | undefined
  /** `shown` is what the row would show of the body's references, such as a name for an id. */
  save: (body: Body, shown?: Partial<Row>) => void
  saving: boolean
  /** Why the last save was refused, and which fields the server named. */
  failure: Failure | undefined
  close: () => void
  /** Tells whether something was typed: a click beside the dialog then doesn't close it. */
  onDirty: (dirty: boolean) => void
  /** As sentences call the record. */
  noun: string
  saves: IdempotentSave
  /** The form leaves here what throws its draft away. */
  dropDraft: RefObject<(() => void) | undefined>
  /** What is typed began from this version: a save of it over a newer record is then noticed. */
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

/** Creates when no row is given, edits when one is. A failure keeps it open with everything typed. */
export const EntityDialog = <Row extends EntityRow, Body>({ entity, row, open, onClose, create, update, form }: Props<Row, Body>) => {
  const { noun, describeFields } = entity
  const [dirty, setDirty] = useState(false)
  const [refused, setRefused] = useState<Failure>()
  // After a conflict: the version to save over, and the row that a fresh form starts from.
  const [base, setBase] = useState({ row, round: 0 })
  const [typed, setTyped] = useState<Body & Partial<Row>>()
  const saves = useIdempotentSave()
  const { save: send, stop } = saves
  const dropDraft = useRef<() => void>(undefined)
  useEffect(() => {
    if (!open) stop()
  }, [open, stop])
  /** What was typed is given up; what may be saved already is kept, to be looked at again. */
  const leave = () => {
    if (dirty && isClosingByBack() && !confirmAction(`Discard this ${noun}? What you typed will be lost.`)) return
    if (!saves.mayBeSaved()) dropDraft.current?.()
    onClose()
  }
  // A double click submits twice before the first can be seen as pending.
  const busy = useRef(false)
  const outcome = {
    onSuccess: () => {
      dropDraft.current?.()
      onClose()
    },
    // That the session has ended, the dialog says itself.
    onError: (error: Error) => setRefused(isSignedOut(error) ? undefined : toFailure(error)),
    onSettled: () => {
      busy.current = false
    },
  }
  const save = (body: Body, shown?: Partial<Row>) => {
    if (busy.current) return
    busy.current = true
    setRefused(undefined)
    setTyped({ ...body, ...shown } as Body & Partial<Row>)
    if (base.row) update.mutate({ row: base.row, body, save: send }, outcome)
    else create.mutate({ body, save: send }, outcome)
  }
  const current = refused?.current as Row | undefined

  return (
    <Modal title={row ? `Edit ${capitalize(noun)}` : `Add New ${capitalize(noun)}`} open={open} onClose={leave} guard={dirty}>
      {base.row && current && (
        <VersionConflict
          typed={{ ...base.row, ...typed }}
          current={current}
          describeFields={describeFields}
          keepMine={() => {
            setBase({ ...base, row: { ...base.row!, version: current.version } })
            setRefused(undefined)
          }}
          takeTheirs={() => {
            dropDraft.current?.()
            setBase({ row: current, round: base.round + 1 })
            setRefused(undefined)
          }}
        />
      )}
      <Suspense fallback={<FormOutline />}>
        <div key={base.round}>
          {form({
            row: base.row,
            save,
            saving: create.isPending || update.isPending,
            failure: current ? undefined : refused,
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

const FormOutline = () => (
  <div className="grid gap-5" role="status" aria-label="Loading the form">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-15" />
    ))}
  </div>
)
