import { useLayoutEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import { SearchResults } from './results.tsx'
import { SearchField } from './search-field.tsx'
import type { InitialSearch } from './use-search.ts'
import { useSearchCombobox } from './use-search-combobox.ts'
import { useSearchShortcuts } from './use-search-shortcuts.ts'

type Props = { user: CurrentUser; start: InitialSearch | null }

/** The field in the header, and below it what was found. */
export const SearchBar = ({ user, start }: Props) => {
  const [isOpen, setIsOpen] = useState(start !== null)
  const [text, setText] = useState(start?.text ?? '')
  const field = useRef<HTMLInputElement>(null)
  /** Where the focus was when the keys opened it. */
  const cameFrom = useRef<Element | null>(start?.cameFrom ?? null)
  // What was begun in the field before this one goes on at its end.
  useLayoutEffect(() => field.current?.setSelectionRange(-1, -1), [])
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  const giveBack = () => {
    const to = cameFrom.current
    cameFrom.current = null
    if (to instanceof HTMLElement && to !== document.body && to.isConnected) to.focus()
    else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const leave = () => {
    close()
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const { results, said, field: aria } = useSearchCombobox(user, text, isOpen, leave)
  useEscapeKey(isOpen, () => {
    close()
    giveBack()
  })
  useSearchShortcuts(() => {
    if (document.activeElement !== field.current) cameFrom.current = document.activeElement
    field.current?.focus()
    field.current?.select()
    setIsOpen(true)
  })

  return (
    <div className="relative">
      <SearchField
        {...aria}
        ref={field}
        autoFocus={start !== null}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsOpen(true)
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={(event) => {
          if (isOpen) results.choice.onKeyDown(event)
          else if (event.key === 'ArrowDown' || event.key === 'Enter') setIsOpen(true)
        }}
      />
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press on it must not take the focus from the field
        <div
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full right-0 z-30 mt-2 max-h-[min(70dvh,36rem)] w-[min(36rem,calc(100vw-26.5rem))] scroll-py-2 animate-fade-in overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface pt-1 shadow-raised"
        >
          <SearchResults {...results} />
        </div>
      )}
    </div>
  )
}
