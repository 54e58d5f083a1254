import { Pencil, Trash2, Upload } from 'lucide-react'
import { type ComponentType, type ReactNode, useRef } from 'react'
import type { ImportKind } from '#shared/record-types.ts'
import { ListHead } from '#web/kit/list/list-head.tsx'
import { type Look, RecordList } from '#web/kit/list/record-list.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { useRestoreFocus } from '#web/kit/list/row-focus.ts'
import { RowsSwitch, useAsRows } from '#web/kit/list/rows-switch.tsx'
import { formatCount, type ListSummary, type ListUrl, useList, useListUrl } from '#web/kit/list/use-list.ts'
import { useRowKeys } from '#web/kit/list/use-row-keys.ts'
import { useAction } from '#web/kit/use-action.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmDelete } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { capitalize, type Entity, type EntityRow, refreshEntity } from './entity.ts'
import { ExportButton } from './export-button.tsx'
import type { RecordDialogProps } from './record-editor.tsx'
import { useOpenParam } from './use-open-param.ts'

export type RowActions<Row> = { edit: (row: Row) => void; remove: (row: Row) => void }

const loadImport = () => import('./imports/import-dialog.tsx')

const useRemoval = <Row extends EntityRow, Body>(entity: Entity<Row, Body>) => {
  const { noun } = entity
  const refresh = () => refreshEntity(entity)
  const restore = useAction({
    send: (id: number, request) => entity.restore(id, request),
    done: () => ({ title: 'Success', description: `${capitalize(noun)} restored successfully` }),
    failed: `Failed to restore ${noun}`,
    refresh,
  })
  return useAction({
    send: (id: number, request) => entity.remove(id, request),
    done: (_, id) => ({
      title: 'Success',
      description: `${capitalize(noun)} deleted successfully`,
      action: { label: 'Undo', run: () => restore.mutate(id) },
    }),
    failed: `Failed to delete ${noun}`,
    refresh,
  })
}

type Props<Row extends EntityRow, Body> = {
  entity: Entity<Row, Body>
  look: (actions: RowActions<Row>) => Look<Row>
  icon: ReactNode
  /** A stable function. */
  loadDialog: () => Promise<{ default: ComponentType<RecordDialogProps<Row>> }>
  filters?: (address: ListUrl) => ReactNode
  hasSortedHeads?: boolean
  caption?: (summary: ListSummary) => ReactNode
}

export const EntityPage = <Row extends EntityRow, Body>(props: Props<Row, Body>) => {
  const { entity, look, icon, loadDialog, filters, hasSortedHeads } = props
  const { noun } = entity
  const removal = useRemoval(entity)
  const address = useListUrl(entity)
  const { isFiltered, isSearched } = address
  const list = useList(entity, address)
  const { show, dialog } = useLazyDialog(loadDialog)
  const { show: showImport, dialog: importDialog } = useLazyDialog(loadImport)
  const open = (row?: Row) => void show({ row })
  const openImport = () => {
    const kind = entity.path.slice('/api/'.length) as ImportKind
    void showImport({ kind, onImported: () => void refreshEntity(entity) })
  }
  useOpenParam(entity, open)
  const page = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const onDeleteStart = useRestoreFocus(box, list.rows)
  // A row being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const actions: RowActions<Row> = {
    edit: open,
    remove: async ({ id }) => {
      if (deleting.current.has(id) || !(await confirmDelete(`Are you sure you want to delete this ${noun}?`))) return
      onDeleteStart(id)
      deleting.current.add(id)
      removal.mutateAsync(id).then(
        () => deleting.current.delete(id),
        () => deleting.current.delete(id),
      )
    },
  }
  useRowKeys({
    page,
    container: box,
    find: (id) => list.rows?.find((row) => row.id === id),
    actions: [
      { keys: ['e'], run: actions.edit },
      { keys: ['Delete', 'Backspace'], run: actions.remove },
    ],
  })

  const shown = look(actions)
  const rows = useAsRows(entity.path)

  return (
    <div ref={page}>
      <ListHead
        placeholder={`Search ${noun}s...`}
        {...{ address, hasSortedHeads }}
        sorts={entity.sorts}
        caption={
          list.summary && (
            <>
              <span>{formatCount(list.summary.count, noun)}</span>
              {props.caption?.(list.summary)}
            </>
          )
        }
        filters={filters?.(address)}
        tools={
          <>
            {'card' in shown && <RowsSwitch {...rows} />}
            <Button variant="secondary" onClick={openImport} aria-label={`Import ${noun}s`} title={`Import ${noun}s from a CSV file`}>
              <Upload aria-hidden /> <span className="@max-5xl:sr-only">Import</span>
            </Button>
            <ExportButton {...{ noun, address }} path={entity.path} canExport={Boolean(list.rows?.length)} />
          </>
        }
        create={{ label: `Add ${capitalize(noun)}`, run: () => open() }}
      />
      <div ref={box} tabIndex={-1} className="outline-none max-md:pb-16">
        <RecordList
          label={`${capitalize(noun)}s`}
          list={list}
          address={address}
          look={shown}
          asRows={rows.asRows}
          empty={
            <EmptyState
              title={`No ${noun}s found.`}
              text={
                isFiltered
                  ? 'Try another search or remove a filter.'
                  : isSearched
                    ? 'Try another search.'
                    : `Add your first ${noun} to get started, or import them from a file.`
              }
              icon={icon}
              action={
                (isFiltered || isSearched) && (
                  <Button
                    variant="secondary"
                    onClick={() => {
                      address.clear()
                      // The button disappears, so the focus moves to the list.
                      box.current?.focus()
                    }}
                  >
                    {!isFiltered ? 'Clear search' : isSearched ? 'Clear search and filters' : 'Clear filters'}
                  </Button>
                )
              }
            />
          }
        />
      </div>
      <FloatingActionButton label={`Add ${capitalize(noun)}`} onClick={() => open()} />
      {dialog}
      {importDialog}
    </div>
  )
}

type ActionsProps<Row> = { row: Row; name: string; actions: RowActions<Row> }

/** At the foot of a card. */
export const CardActions = <Row,>({ row, name, actions: { edit, remove } }: ActionsProps<Row>) => (
  <div className="mt-auto border-line border-t pt-2">
    <div className="-mx-2.5 -mb-2 flex items-center justify-between gap-1 pointer-coarse:-mb-3">
      <Button variant="ghost" size="sm" onClick={() => edit(row)} title={`Edit ${name}`}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Button variant="ghost" size="sm" className="text-muted hover:text-danger" onClick={() => remove(row)} title={`Delete ${name}`}>
        <Trash2 aria-hidden /> Delete
      </Button>
    </div>
  </div>
)

/** @param isLink editing is how the keyboard opens a row without a link */
export const getActionsColumn = <Row,>(actions: RowActions<Row>, getName: (row: Row) => string, isLink = false): Column<Row> => ({
  head: 'Actions',
  inLine: 'menu',
  size: 'w-24 pointer-coarse:w-28',
  cell: (row) => (
    <span className="flex items-center justify-end">
      <Button
        data-row-link={isLink || undefined}
        variant="ghost"
        size="icon"
        className="text-muted hover:text-ink"
        onClick={() => actions.edit(row)}
        aria-label={`Edit ${getName(row)}`}
        title="Edit"
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted hover:text-danger"
        onClick={() => actions.remove(row)}
        aria-label={`Delete ${getName(row)}`}
        title="Delete"
      >
        <Trash2 aria-hidden />
      </Button>
    </span>
  ),
})
