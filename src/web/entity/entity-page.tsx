import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { capitalize, type Entity, type EntityRow, type ListSummary } from './entity.ts'
import { EntityDialog, type EntityFormProps } from './entity-dialog.tsx'
import { EntityList } from './entity-list.tsx'
import { EntityToolbar } from './entity-toolbar.tsx'
import { useEntity } from './use-entity.ts'
import { useEntityList } from './use-entity-list.ts'
import { useListUrl } from './use-list-url.ts'
import { useOpenParam } from './use-open-param.ts'

/**
 * When the row that has the focus is deleted, the focus goes to the same button of the row that takes its place, and not to the page's start.
 * @param rows what is shown now: the place is looked for when it changes
 */
const useFocusRestore = (rows: unknown) => {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<{ button: Element; at: number }>(undefined)
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows say when to look, not where
  useLayoutEffect(() => {
    if (!held.current || held.current.button.isConnected) return
    const there = buttons()
    // Who went on to something else in the meantime stays there.
    if (document.activeElement === document.body) (there[Math.min(held.current.at, there.length - 1)] ?? box.current)?.focus()
    held.current = undefined
  }, [rows])
  return {
    box,
    /** To be called when the deletion begins, while its button has the focus. */
    hold: () => {
      const button = document.activeElement
      const at = buttons().indexOf(button as HTMLButtonElement)
      held.current = button && at >= 0 ? { button, at } : undefined
    },
  }
}

export type RowActions<Row> = { edit: (row: Row) => void; remove: (row: Row) => void }
/** What a screen's own filters and headings read and set: the page's address. */
export type ListUrl = {
  sort: string
  filter: Readonly<Record<string, string>>
  set: (changes: Readonly<Record<string, string>>) => void
}

const ImportDialog = lazy(() => import('./imports/import-dialog.tsx'))

type Props<Row extends EntityRow, Body> = {
  entity: Entity<Row, Body>
  /** How the found rows look. */
  rows: (rows: Row[], act: RowActions<Row>, address: ListUrl) => ReactNode
  /** What stands in the rows' place while they load. */
  outline: ReactNode
  icon: ReactNode
  /** What its dialog asks. */
  form: (props: EntityFormProps<Row, Body>) => ReactNode
  /** Filters below the search. */
  filters?: (address: ListUrl) => ReactNode
  /** Where the choice of an order is shown: a table that sorts by its headings needs it on phones only. */
  sortClassName?: string
  /** How many there are, and what they come to. */
  caption?: (summary: ListSummary) => ReactNode
}

/** Search, sort, add, list, edit, delete, import, export. A screen supplies how its rows look and what its form asks; nothing else. */
export const EntityPage = <Row extends EntityRow, Body>(props: Props<Row, Body>) => {
  const { entity, rows, outline, icon, form, filters } = props
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
  // A row that is on its way out can't be deleted again: the refusal would take the place of the offer to undo.
  const leaving = useRef(new Set<number>())
  const act: RowActions<Row> = {
    edit: open,
    remove: ({ id }) => {
      if (leaving.current.has(id) || !confirmAction(`Are you sure you want to delete this ${noun}?`)) return
      hold()
      leaving.current.add(id)
      remove.mutateAsync(id).then(
        () => leaving.current.delete(id),
        () => leaving.current.delete(id),
      )
    },
  }
  const filtered = Object.keys(address.filter).length > 0
  const narrowed = filtered || address.search.trim() !== ''
  const countIn = ({ count }: ListSummary) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

  return (
    <>
      <EntityToolbar
        noun={noun}
        path={entity.path}
        ask={address}
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
          outline={outline}
          icon={icon}
          hint={narrowed ? (filtered ? 'Try another word, or take a filter away.' : 'Try another word.') : undefined}
          rows={(part) => rows(part, act, address)}
          caption={(summary) => (
            <>
              <span>{countIn(summary)}</span>
              {props.caption?.(summary)}
            </>
          )}
        >
          {narrowed && (
            <Button
              variant="secondary"
              onClick={() => {
                address.clear()
                // The button goes away: whoever used its key goes on from the list.
                box.current?.focus()
              }}
            >
              {!filtered ? 'Clear search' : address.search.trim() ? 'Clear search and filters' : 'Clear filters'}
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
            kind={entity.path.slice('/api/'.length) as 'customers' | 'items' | 'expenses'}
            open={importing.open}
            onClose={() => setImporting((was) => ({ ...was, open: false }))}
            onImported={() => void refresh()}
          />
        </Suspense>
      )}
    </>
  )
}
