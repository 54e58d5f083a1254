import { memo, type ReactNode, useEffect, useRef } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import type { ListUrl } from '#web/entity/entity-page.tsx'
import { SortableTh } from '#web/entity/sortable-th.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import type { Busy } from './actions.ts'
import type { DocumentKind } from './document-kind.ts'
import { RowActions, showsIcons } from './row-actions.tsx'
import type { Selection } from './use-selection.ts'

export type Column<Doc> = {
  head: string
  /** The order that its head chooses. */
  by?: string
  largestFirst?: boolean
  numeric?: boolean
  headClassName?: string
  className?: string
  getTitle?: (doc: Doc) => string
  cell: (doc: Doc) => ReactNode
}

export type RowsProps<Name extends string, Doc extends EntityRow> = {
  rows: readonly Doc[]
  address: ListUrl
  busy: Busy<Name> | undefined
  openId: number | undefined
  selection?: Selection<Doc>
}

type Drawn<Name extends string, Doc extends EntityRow> = {
  kind: DocumentKind<Name, Doc>
  columns: readonly Column<Doc>[]
  icons: readonly Name[]
  /** Of the menus. */
  side?: 'left'
}
type Props<Name extends string, Doc extends EntityRow> = Drawn<Name, Doc> & RowsProps<Name, Doc> & { label: string; className: string }

export const DocumentTable = <Name extends string, Doc extends EntityRow>(props: Props<Name, Doc>) => {
  const { label, rows, address, busy, openId, selection, className, ...drawn } = props
  const count = selection?.selected.length ?? 0
  return (
    <Card className="overflow-hidden p-0 sm:p-0">
      <Table aria-label={label} className={cx('table-fixed [&_:is(td,th)]:px-2 @4xl:[&_:is(td,th):last-child]:pr-3', className)}>
        <thead>
          <Tr className="border-b!">
            {selection && (
              <Th className="w-11 pointer-coarse:w-13">
                <RowCheckbox
                  label={`Select all loaded ${drawn.kind.noun}s`}
                  checked={count === rows.length}
                  mixed={count > 0 && count < rows.length}
                  onToggle={selection.toggleAll}
                />
              </Th>
            )}
            {drawn.columns.map(({ head, by, largestFirst = false, numeric = false, headClassName = '' }) =>
              by ? (
                <SortableTh key={head} {...{ by, address, largestFirst, numeric }} className={headClassName}>
                  {head}
                </SortableTh>
              ) : (
                <Th key={head} numeric={numeric} className={headClassName}>
                  {head}
                </Th>
              ),
            )}
            <Th className="w-13 text-right pointer-coarse:w-15">
              <span className="sr-only pointer-fine:@4xl:not-sr-only">Actions</span>
            </Th>
          </Tr>
        </thead>
        <tbody>
          {rows.map((doc) => (
            <Row
              key={doc.id}
              {...drawn}
              doc={doc}
              busy={busy?.id === doc.id ? busy.name : undefined}
              isOpen={doc.id === openId}
              isSelected={selection?.has(doc.id) ?? false}
              onSelect={selection?.toggle}
            />
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

type RowProps<Name extends string, Doc extends EntityRow> = Drawn<Name, Doc> & {
  doc: Doc
  busy: Name | undefined
  isOpen: boolean
  isSelected: boolean
  onSelect: Selection<Doc>['toggle'] | undefined
}

const DrawnRow = <Name extends string, Doc extends EntityRow>(props: RowProps<Name, Doc>) => {
  const { kind, columns, doc, isOpen, isSelected, onSelect, ...actions } = props
  return (
    <Tr
      data-row
      data-record={doc.id}
      className={cx(
        showsIcons,
        'cursor-pointer scroll-mt-4 scroll-mb-20 has-[a:focus-visible]:shadow-[inset_3px_0_var(--accent)]',
        isOpen || isSelected ? 'bg-accent-soft/60' : 'hover:bg-sunken/50 has-[a:focus-visible]:bg-sunken/50',
      )}
    >
      {onSelect && (
        <Td>
          <RowCheckbox label={`Select ${kind.getNumber(doc)}`} checked={isSelected} onToggle={(range) => onSelect(doc.id, range)} />
        </Td>
      )}
      {columns.map(({ head, numeric, className, getTitle, cell }) => (
        <Td key={head} numeric={numeric} className={className} title={getTitle?.(doc)}>
          {cell(doc)}
        </Td>
      ))}
      <Td>
        <RowActions {...{ kind, doc }} {...actions} iconClassName="@max-4xl:hidden" />
      </Td>
    </Tr>
  )
}
const Row = memo(DrawnRow) as typeof DrawnRow

type CheckboxProps = {
  label: string
  checked: boolean
  mixed?: boolean
  onToggle: (range: boolean) => void
  className?: string
}

/** With Shift it selects a range. */
export const RowCheckbox = ({ label, checked, mixed = false, onToggle, className }: CheckboxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={cx('grid size-9 shrink-0 cursor-pointer select-none place-items-center pointer-coarse:size-11', className)}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  )
}
