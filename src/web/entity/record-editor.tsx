import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useLocation } from 'wouter'
import { RecordForm } from '#web/kit/record-form.tsx'
import type { FormHandle } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, type RecordFormOptions, useRecordForm } from '#web/kit/use-record-form.tsx'
import { toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { isClosingByBack } from '#web/lib/native/layers.ts'
import { confirmDiscard } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { capitalize, type EntityChanges, type EntityRow, refreshEntity, toTitle } from './entity.ts'
import { VersionConflict } from './version-conflict.tsx'

type Opened<Row> = {
  /** Missing for a new record. */
  row?: Row | undefined
}
export type RecordDialogProps<Row> = Opened<Row> & { open: boolean; onClose: () => void }
export type RecordEditorProps<Row> = Opened<Row> & FormEnds & { onDirty: (isDirty: boolean) => void }

/** The dialog around a record's form. Leaving discards what was typed, except what may have been saved, which is kept as a draft. */
export const createRecordDialog =
  <Row, More = object>(noun: string, Form: ComponentType<More & RecordEditorProps<Row>>) =>
  (props: More & RecordDialogProps<Row>) => {
    const { row, open, onClose } = props
    const [isDirty, setDirty] = useState(false)
    const formRef: FormHandle = useRef(null)
    const leave = async () => {
      if (isDirty && isClosingByBack() && !(await confirmDiscard(`Discard this ${noun}? Your changes will be lost.`))) return
      if (formRef.current?.isDirty()) formRef.current.discard()
      onClose()
    }
    return (
      <Modal title={`${row ? 'Edit' : 'Add New'} ${toTitle(noun)}`} open={open} onClose={leave} guard={isDirty}>
        <Form {...props} onCancel={leave} onClose={onClose} formRef={formRef} onDirty={setDirty} />
      </Modal>
    )
  }

type Options<Row extends EntityRow, Body extends FieldValues> = Pick<
  RecordFormOptions<Body, Body, Row, Row>,
  'schema' | 'defaults' | 'toValues' | 'first' | 'beside'
>

export const useRecordEditor = <Row extends EntityRow, Body extends FieldValues>(
  entity: EntityChanges<Row, Body>,
  { row, onDirty, ...ends }: RecordEditorProps<Row>,
  options: Options<Row, Body>,
) => {
  const { noun, getPath } = entity
  const [, navigate] = useLocation()
  const record = useRecordForm<Body, Row, Body, Row>({
    ...ends,
    ...options,
    noun,
    keptAs: `${noun}.${row?.id ?? 'new'}`,
    saved: row,
    save: (body, request, saved) =>
      saved ? entity.update(saved.id, { ...body, version: saved.version }, request) : entity.create(body, request),
    over: (first, body, request) => entity.update(first.id, { ...body, version: first.version }, request),
    done: ({ id }) => {
      const path = getPath?.(id)
      // A record without a page was shown by this dialog.
      const isHere = path === undefined || path === location.pathname || (row && path.includes('?'))
      return {
        title: 'Success',
        description: `${capitalize(noun)} ${row ? 'updated' : 'created'} successfully`,
        action: isHere ? undefined : { label: 'View', run: () => navigate(path) },
      }
    },
    onRefused: (error) => {
      const description = `Failed to ${row ? 'update' : 'create'} ${noun}`
      toastFailure(error, { title: 'Error', description, variant: 'destructive' }, 'form')
    },
    refresh: () => refreshEntity(entity),
  })
  const { isDirty } = record.form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  return { ...record, noun }
}
export type RecordEditorState<Row extends EntityRow, Body extends FieldValues> = ReturnType<typeof useRecordEditor<Row, Body>>

type Props<Row extends EntityRow, Body extends FieldValues> = {
  record: RecordEditorState<Row, Body>
  /** Names of the records that it refers to, as they are shown now. */
  shown?: Partial<Row> | undefined
  /** For the comparison with a version that was saved elsewhere. */
  describe: (row: Row) => readonly (readonly [label: string, text: string])[]
  children: ReactNode
}

export const RecordEditor = <Row extends EntityRow, Body extends FieldValues>({
  record: { form, saved, conflict, frame, noun },
  shown,
  describe,
  children,
}: Props<Row, Body>) => (
  <>
    {conflict && <VersionConflict {...conflict} typed={{ ...conflict.current, ...form.getValues(), ...shown }} describeFields={describe} />}
    <RecordForm frame={frame} send={[`${saved ? 'Update' : 'Create'} ${toTitle(noun)}`, 'Saving...']}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">{children}</div>
    </RecordForm>
  </>
)
