import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { ImportKind } from '#shared/record-types.ts'
import { useAction } from '#web/kit/use-action.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmDelete } from '#web/ui/confirm.ts'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { capitalize, type Entity, type EntityRow, type ListSummary, refreshEntity } from './entity.ts'
import { EntityList } from './entity-list.tsx'
import { EntityToolbar } from './entity-toolbar.tsx'
import type { RecordDialogProps } from './record-editor.tsx'
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
export type ListUrl = Pick<ReturnType<typeof useListUrl>, 'sort' | 'filter' | 'set'>

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
  rows: (rows: Row[], actions: RowActions<Row>, address: ListUrl) => ReactNode
  skeleton: ReactNode
  icon: ReactNode
  /** A stable function. */
  loadDialog: () => Promise<{ default: ComponentType<RecordDialogProps<Row>> }>
  filters?: (address: ListUrl) => ReactNode
  sortClassName?: string
  caption?: (summary: ListSummary) => ReactNode
}

export const EntityPage = <Row extends EntityRow, Body>(props: Props<Row, Body>) => {
  const { entity, rows, skeleton, icon, loadDialog, filters } = props
  const { noun } = entity
  const removal = useRemoval(entity)
  const address = useListUrl(entity)
  const list = useEntityList(entity, address)
  const { show, dialog } = useLazyDialog(loadDialog)
  const { show: showImport, dialog: importDialog } = useLazyDialog(loadImport)
  const open = (row?: Row) => void show({ row })
  useOpenParam(entity, open)
  const { box, hold } = useFocusRestore(list.rows)
  // A row being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const actions: RowActions<Row> = {
    edit: open,
    remove: async ({ id }) => {
      if (deleting.current.has(id) || !(await confirmDelete(`Are you sure you want to delete this ${noun}?`))) return
      hold()
      deleting.current.add(id)
      removal.mutateAsync(id).then(
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
        entity={entity}
        address={address}
        filters={filters?.(address)}
        sortClassName={props.sortClassName}
        canExport={Boolean(list.rows?.length)}
        onImport={() => {
          const kind = entity.path.slice('/api/'.length) as ImportKind
          void showImport({ kind, onImported: () => void refreshEntity(entity) })
        }}
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
      {dialog}
      {importDialog}
    </>
  )
}
