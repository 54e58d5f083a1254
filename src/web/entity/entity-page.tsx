import { Plus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { confirmed } from '../ui/confirm.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EntityDialog, type EntityFormProps } from './entity-dialog.tsx'
import { EntityList } from './entity-list.tsx'
import { capital, type Entity, type EntityRow, useEntity } from './use-entity.ts'

export type RowActions<Row> = { edit: (row: Row) => void; remove: (row: Row) => void }

type Props<Row extends EntityRow, Body> = {
  entity: Entity<Row, Body>
  /** How the found rows look. */
  rows: (rows: Row[], act: RowActions<Row>) => ReactNode
  /** What stands in the rows' place while they load. */
  outline: ReactNode
  icon: ReactNode
  /** What its dialog asks. */
  form: (props: EntityFormProps<Row, Body>) => ReactNode
}

/** Search, add, list, edit, delete. A screen supplies how its rows look and what its form asks; nothing else. */
export const EntityPage = <Row extends EntityRow, Body>({ entity, rows, outline, icon, form }: Props<Row, Body>) => {
  const { rows: query, create, update, remove } = useEntity(entity)
  const { noun } = entity
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const [dialog, setDialog] = useState<{ row: Row | undefined; open: boolean; count: number }>({ row: undefined, open: false, count: 0 })
  const open = (row?: Row) => setDialog(({ count }) => ({ row, open: true, count: count + 1 }))
  const act: RowActions<Row> = {
    edit: open,
    remove: (row) => {
      if (confirmed(`Are you sure you want to delete this ${noun}?`)) remove.mutate(row.id)
    },
  }
  const found = query.data?.filter((row) => entity.searchIn(row).some((text) => text?.toLowerCase().includes(wanted)))

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput placeholder={`Search ${noun}s...`} value={search} onValueChange={setSearch} />
        <Button className="ml-auto" onClick={() => open()}>
          <Plus aria-hidden /> Add {capital(noun)}
        </Button>
      </div>
      <EntityList noun={noun} query={query} found={found} outline={outline} icon={icon} rows={(part) => rows(part, act)}>
        {wanted ? (
          <Button variant="secondary" onClick={() => setSearch('')}>
            Clear search
          </Button>
        ) : undefined}
      </EntityList>
      {dialog.count > 0 && (
        <EntityDialog
          key={dialog.count}
          noun={noun}
          row={dialog.row}
          open={dialog.open}
          onClose={() => setDialog((was) => ({ ...was, open: false }))}
          create={create}
          update={update}
          form={form}
        />
      )}
    </>
  )
}
