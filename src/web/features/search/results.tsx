import type { ReactNode } from 'react'
import { getRecordHeading, recordTypeNames } from '#shared/record-types.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { foldText, markWords } from './fold-text.ts'
import type { ActiveOption } from './use-active-option.ts'
import type { SearchState } from './use-search.ts'
import type { SearchGroup, SearchOption } from './use-search-options.ts'

const recordHeadings = new Set(recordTypeNames.map(getRecordHeading))

type Props = {
  listId: string
  text: string
  groups: readonly SearchGroup[]
  search: SearchState
  choice: ActiveOption
  choose: (option: SearchOption) => void
}

export const getOptionId = (listId: string, { key }: SearchOption) => `${listId}-${key.replace(/\W+/g, '-')}`

export const SearchResults = ({ listId, text, groups, search, choice, choose }: Props) => {
  const { found, isWaiting, error } = search
  const typed = text.trim()
  const isEmpty = typed !== '' && !isWaiting && !error && found?.hits.length === 0 && groups.length === 0
  const words = foldText(found?.corrected ?? typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  return (
    <>
      {found?.corrected && !error && (
        <Note>
          Showing results for <strong className="font-semibold text-ink">“{found.corrected}”</strong>
        </Note>
      )}
      {error && <Note>{getReason(error)}</Note>}
      {isEmpty && (
        <Note>
          No results for <strong className="break-words font-semibold text-ink">“{typed}”</strong>
          <span className="block">Try a number, a name, an amount, or fewer words.</span>
        </Note>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Search results"
        aria-busy={isWaiting}
        className={cx('transition-opacity', isWaiting && found && 'opacity-60')}
      >
        {groups.map(({ name, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: no element represents a group of options
          <div key={name} role="group" aria-label={name} className="px-1.5 pb-1.5">
            <div aria-hidden className="px-2.5 pt-2.5 pb-1 font-medium text-muted text-xs">
              {name}
            </div>
            {options.map((option) => (
              <Row
                key={option.key}
                id={getOptionId(listId, option)}
                option={option}
                words={recordHeadings.has(name) ? words : []}
                isActive={option === choice.active}
                onPoint={() => choice.point(option)}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {isWaiting && !found && <ResultsSkeleton />}
    </>
  )
}

type RowProps = { id: string; option: SearchOption; words: readonly string[]; isActive: boolean; onPoint: () => void; onChoose: () => void }

const Row = ({ id, option, words, isActive, onPoint, onChoose }: RowProps) => {
  const { icon: Icon, label, note, amount, day, keys, isAside } = option
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(row) => {
        if (isActive) row?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={() => isActive || onPoint()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer select-none scroll-my-8 items-center gap-3 rounded-md px-2.5 py-1.5 text-sm aria-selected:bg-accent-soft pointer-coarse:min-h-12"
    >
      <Icon className={cx('size-4 shrink-0', isActive ? 'text-accent' : 'text-muted')} aria-hidden />
      <span className="min-w-0 flex-1">
        <span dir="auto" title={label} className={cx('block truncate', isAside ? 'text-accent' : 'font-medium')}>
          <Marked text={label} words={isAside ? [] : words} />
        </span>
        {note && (
          <span dir="auto" title={note} className="block truncate text-[0.8125rem] text-muted">
            <Marked text={note} words={words} />
          </span>
        )}
      </span>
      {keys && (
        <kbd className="shrink-0 rounded border border-line bg-surface px-1.5 py-0.5 font-sans text-[0.6875rem] text-muted leading-none pointer-coarse:hidden">
          {keys}
        </kbd>
      )}
      {(amount || day) && (
        <span className="shrink-0 text-right tabular-nums">
          {amount && <span className="block">{amount}</span>}
          {day && <span className="block text-[0.8125rem] text-muted">{day}</span>}
        </span>
      )}
    </div>
  )
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }): ReactNode => {
  let at = 0
  return markWords(text, words).map((part) => {
    const key = at
    at += part.text.length
    return part.marked ? (
      <mark key={key} className="rounded-xs bg-warn-soft text-inherit">
        {part.text}
      </mark>
    ) : (
      part.text
    )
  })
}

const Note = ({ children }: { children: ReactNode }) => <p className="px-4 pt-3 pb-1 text-muted text-sm has-[+:empty]:pb-3">{children}</p>

const getReason = (error: Error) =>
  error instanceof ApiError
    ? getServerMessage(error, 'Something went wrong on our side. Please try again.')
    : "Search isn't available offline: the server can't be reached."

const ResultsSkeleton = () => (
  <div aria-hidden className="grid gap-3 px-4 py-3">
    {['w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
      <div key={width} className="flex items-center gap-3">
        <Skeleton className="size-4" />
        <Skeleton className={cx('h-4', width)} />
      </div>
    ))}
  </div>
)
