import { useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import type { SearchablePage } from './match-actions.ts'
import { SearchResults } from './results.tsx'
import { type InitialSearch, SearchField } from './search-field.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { useSearchShortcuts } from './search-shortcut.ts'
import { useSearchCombobox } from './use-search-combobox.ts'

type Props = {
  pages: readonly SearchablePage[]
  /** Null until the user opens the search. */
  start: InitialSearch | null
}

export default function Search(props: Props) {
  return useMediaQuery('(min-width: 64rem)') ? <SearchBar {...props} /> : <SearchSheet {...props} />
}

const SearchBar = ({ pages, start }: Props) => {
  const [isOpen, setIsOpen] = useState(start !== null)
  const [text, setText] = useState(start?.text ?? '')
  const field = useRef<HTMLInputElement>(null)
  /** Had the focus when the shortcut opened the search. */
  const previousFocus = useRef<Element | null>(start?.previousFocus ?? null)
  // Text typed before this field mounted continues at its end.
  useLayoutEffect(() => field.current?.setSelectionRange(-1, -1), [])
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  const restoreFocus = () => {
    const to = previousFocus.current
    previousFocus.current = null
    if (to instanceof HTMLElement && to !== document.body && to.isConnected) to.focus()
    else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const leave = () => {
    close()
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const { results, announcement, field: aria } = useSearchCombobox(pages, text, setText, isOpen, leave)
  useEscapeKey(isOpen, () => {
    close()
    restoreFocus()
  })
  useSearchShortcuts(() => {
    if (document.activeElement !== field.current) previousFocus.current = document.activeElement
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
        {announcement}
      </span>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pressing it must not move the focus from the field
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
