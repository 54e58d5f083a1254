import { ArrowLeft, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { textLimits } from '#shared/text-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import type { SearchablePage } from './match-actions.ts'
import { SearchResults } from './results.tsx'
import { type InitialSearch, SearchButton } from './search-field.tsx'
import { searchPlaceholder, useSearchShortcuts } from './search-shortcut.ts'
import { useSearchCombobox } from './use-search-combobox.ts'

type Props = { pages: readonly SearchablePage[]; start: InitialSearch | null }

export const SearchSheet = ({ pages, start }: Props) => {
  const [isOpen, setIsOpen] = useState(start !== null)
  const button = useRef<HTMLButtonElement>(null)
  useSearchShortcuts(() => setIsOpen(true))
  /** A result was opened: the focus doesn't return here. */
  const isLeaving = useRef(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <SearchButton ref={button} onClick={() => setIsOpen(true)} />
      <Dialog.Portal>
        <Dialog.Content
          data-search
          aria-describedby={undefined}
          className="fixed inset-x-0 top-(--seen-top) z-40 flex h-(--seen-height) flex-col bg-surface pr-(--safe-right) pl-(--safe-left) outline-none"
          onOpenAutoFocus={() => {
            isLeaving.current = false
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (isLeaving.current) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
            else button.current?.focus()
          }}
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Inside
            pages={pages}
            start={start?.text ?? ''}
            leave={() => {
              isLeaving.current = true
              setIsOpen(false)
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Inside = ({ pages, start, leave }: { pages: readonly SearchablePage[]; start: string; leave: () => void }) => {
  const [text, setText] = useState(start)
  const field = useRef<HTMLInputElement>(null)
  const { results, announcement, field: aria } = useSearchCombobox(pages, text, setText, true, leave)
  return (
    <>
      <div className="flex items-center gap-1 border-line border-b py-2 pr-2 pl-1 pt-[max(0.5rem,var(--safe-top))]">
        <Dialog.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close search">
            <ArrowLeft aria-hidden />
          </Button>
        </Dialog.Close>
        <Input
          {...aria}
          ref={field}
          autoFocus
          aria-label="Search"
          type="text"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={textLimits.search}
          placeholder={searchPlaceholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={results.choice.onKeyDown}
          className="border-transparent bg-surface text-base hover:border-transparent"
        />
        {text !== '' && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Clear"
            onClick={() => {
              setText('')
              field.current?.focus()
            }}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      <span className="sr-only" aria-live="polite">
        {announcement}
      </span>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-[max(0.5rem,var(--safe-bottom))]">
        <SearchResults {...results} />
      </div>
    </>
  )
}
