import { Plus, SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { ListChoices, ListUrl } from './use-list.ts'

type Props = {
  placeholder: string
  address: ListUrl
  /** How many there are, and their sums. */
  caption?: ReactNode
  /** They say what the caption says, so only what goes beyond them is seen of it. */
  tabs?: ReactNode
  filters?: ReactNode
  /** Tables are sorted by their heads where they have room for them. */
  sorts?: ListChoices['sorts'] | undefined
  hasSortedHeads?: boolean | undefined
  /** Views, import, export. */
  tools?: ReactNode
  /** On phones a button floats instead. */
  create?: { label: string; key?: string | undefined; run: () => unknown } | undefined
}

/** Above every list: what there is and the button that makes one in the first row, what narrows it in the second. */
export const ListHead = ({ placeholder, address, caption, tabs, filters, sorts, hasSortedHeads, tools, create }: Props) => {
  const { search, sort, filter, set } = address
  // The tabs show their choice themselves.
  const isNarrowed = Object.keys(filter).some((name) => name !== 'status')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="@container -mt-2 mb-2 grid grid-cols-1 gap-2 sm:-mt-4 sm:mb-1.5 sm:gap-1.5 print:hidden">
      <div className="flex min-h-5 items-center gap-3 empty:hidden sm:min-h-9">
        {tabs ? <div className="min-w-0 flex-1">{tabs}</div> : <Caption className="flex-1">{caption}</Caption>}
        {create && (
          <Button className="max-md:hidden" onClick={() => create.run()} title={create.key && `${create.label} (${create.key})`}>
            <Plus aria-hidden /> {create.label}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput className="max-sm:min-w-32" placeholder={placeholder} value={search} onValueChange={(next) => set({ search: next })} />
        {(filters || sorts) && (
          <>
            <Button
              variant="secondary"
              size="icon"
              className={cx('sm:hidden', isNarrowed && 'border-accent bg-accent-soft text-accent')}
              aria-label="Filter"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <SlidersHorizontal aria-hidden />
            </Button>
            <div
              className={cx(
                'max-sm:order-last max-sm:flex max-sm:basis-full max-sm:flex-wrap max-sm:gap-2 sm:contents',
                !isOpen && 'max-sm:hidden',
              )}
            >
              {filters}
              {sorts && (
                <FilterSelect
                  aria-label="Sort by"
                  className={cx(hasSortedHeads && 'md:hidden')}
                  value={sort}
                  onChange={({ target }) => set({ sort: target.value })}
                >
                  {sorts.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </FilterSelect>
              )}
            </div>
          </>
        )}
        <div className="ml-auto flex min-w-0 items-center gap-2 empty:hidden">
          {tabs && <Caption>{caption}</Caption>}
          {tools}
        </div>
      </div>
    </div>
  )
}

const Caption = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p role="status" className={cx('flex min-w-0 flex-wrap gap-x-4 text-muted text-sm tabular-nums', className)}>
    {children}
  </p>
)

/** As wide as its choices, on phones as wide as there is room; it stands out while it narrows the list. */
export const FilterSelect = ({ isOn, className, ...rest }: { isOn?: boolean } & ComponentProps<'select'>) => (
  <span className={cx('max-sm:min-w-40 max-sm:flex-1', className)}>
    <Select {...rest} className={cx('rounded-full sm:w-auto sm:max-w-48', isOn && 'border-accent bg-accent-soft text-accent')} />
  </span>
)
