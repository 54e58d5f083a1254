import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { ImportKind } from '#shared/record-types.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmDelete } from '#web/ui/confirm.ts'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { capitalize, type Entity, type EntityRow, type ListSummary } from './entity.ts'
import { EntityDialog, type EntityFormProps } from './entity-dialog.tsx'
import { EntityList } from './entity-list.tsx'
import { EntityToolbar } from './entity-toolbar.tsx'
import { useEntity } from './use-entity.ts'
import { useEntityList } from './use-entity-list.ts'
import { useListUrl } from './use-list-url.ts'
import { useOpenParam } from './use-open-param.ts'

/** @param rows the rows shown now; focus is restored when they change */
const useFocusRestore = (rows: unknown) => {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<{ button: Element; at: number }>(undefined)
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows trigger the check
  useLayoutEffect(() => {
    if (!held.current || held.current.button.isConnected) return
    const there = buttons()
    // The user has moved the focus elsewhere.
    if (document.activeElement === document.body) (there[Math.min(held.current.at, there.length - 1)] ?? box.current)?.focus()
    held.current = undefined
  }, [rows])
  return {
    box,
    /** To call when the deletion starts, while its button has the focus. */
    hold: () => {
      const button = document.activeElement
      const at = buttons().indexOf(button as HTMLButtonElement)
      held.current = button && at >= 0 ? { button, at } : undefined
    },
  }
}

export type RowActions<Row> = { edit: (row: Row) => void; remove: (row: Row) => void }
export type ListUrl = {
  sort: string
  filter: Readonly<Record<string, string>>
  set: (changes: Readonly<Record<string, string>>) => void
}

const ImportDialog = lazy(() => import('./imports/import-dialog.tsx'))

type Props<Row extends EntityRow, Body> = {
  entity: Entity<Row, Body>
  rows: (rows: Row[], actions: RowActions<Row>, address: ListUrl) => ReactNode
  skeleton: ReactNode
  icon: ReactNode
  form: (props: EntityFormProps<Row, Body>) => ReactNode
  filters?: (address: ListUrl) => ReactNode
  sortClassName?: string
  caption?: (summary: ListSummary) => ReactNode
}

export const EntityPage = <Row extends EntityRow, Body>(props: Props<Row, Body>) => {
  const { entity, rows, skeleton, icon, form, filters } = props
  const { noun } = entity
  const { create, update, remove, refresh } = useEntity(entity)
  const address = useListUrl(entity)
  const list = useEntityList(entity, address)
  const [dialog, setDialog] = useState<{ row: Row | undefined; open: boolean; count: number }>({ row: undefined, open: false, count: 0 })
  const [importing, setImporting] = useState({ open: false, count: 0 })
  const open = (row?: Row) => setDialog(({ count }) => ({ row, open: true, count: count + 1 }))
  useOpenParam(entity, open)
  const startImport = () => setImporting(({ count }) => ({ open: true, count: count + 1 }))
  const { box, hold } = useFocusRestore(list.rows)
  // A row being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const actions: RowActions<Row> = {
    edit: open,
    remove: async ({ id }) => {
      if (deleting.current.has(id) || !(await confirmDelete(`Are you sure you want to delete this ${noun}?`))) return
      hold()
      deleting.current.add(id)
      remove.mutateAsync(id).then(
        () => deleting.current.delete(id),
        () => deleting.current.delete(id),
      )
    },
  }
  const isFiltered = Object.keys(address.filter).length > 0
  const isNarrowed = isFiltered || address.search.trim() !== ''
  const formatCount = ({ count }: ListSummary) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

  return (
    <>
      <EntityToolbar
        noun={noun}
        path={entity.path}
        query={address}
        set={address.set}
        sorts={entity.sorts}
        filters={filters?.(address)}
        sortClassName={props.sortClassName}
        canExport={Boolean(list.rows?.length)}
        onImport={startImport}
        onAdd={() => open()}
      />
      <div ref={box} tabIndex={-1} className="outline-none max-md:pb-16">
        <EntityList
          noun={noun}
          list={list}
          skeleton={skeleton}
          icon={icon}
          hint={isNarrowed ? (isFiltered ? 'Try another search or remove a filter.' : 'Try another search.') : undefined}
          rows={(pageRows) => rows(pageRows, actions, address)}
          caption={(summary) => (
            <>
              <span>{formatCount(summary)}</span>
              {props.caption?.(summary)}
            </>
          )}
        >
          {isNarrowed && (
            <Button
              variant="secondary"
              onClick={() => {
                address.clear()
                // The button disappears, so the focus moves to the list.
                box.current?.focus()
              }}
            >
              {!isFiltered ? 'Clear search' : address.search.trim() ? 'Clear search and filters' : 'Clear filters'}
            </Button>
          )}
        </EntityList>
      </div>
      <FloatingActionButton label={`Add ${capitalize(noun)}`} onClick={() => open()} />
      {dialog.count > 0 && (
        <EntityDialog
          key={`form ${dialog.count}`}
          entity={entity}
          row={dialog.row}
          open={dialog.open}
          onClose={() => setDialog((was) => ({ ...was, open: false }))}
          create={create}
          update={update}
          form={form}
        />
      )}
      {importing.count > 0 && (
        <Suspense>
          <ImportDialog
            key={`import ${importing.count}`}
            kind={entity.path.slice('/api/'.length) as ImportKind}
            open={importing.open}
            onClose={() => setImporting((was) => ({ ...was, open: false }))}
            onImported={() => void refresh()}
          />
        </Suspense>
      )}
    </>
  )
}
