import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { textLimits } from '#shared/text-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { searchPlaceholder, searchShortcut } from './search-shortcut.ts'

/** What the user did before the search had loaded. */
export type InitialSearch = { text: string; previousFocus: Element | null }

export const SearchField = (props: ComponentProps<'input'>) => (
  <div className="relative hidden w-80 lg:block xl:w-88">
    <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" aria-hidden />
    <Input
      role="combobox"
      aria-expanded={false}
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={textLimits.search}
      placeholder={searchPlaceholder}
      {...props}
      className="peer truncate bg-canvas pr-16 pl-9"
    />
    <kbd
      aria-hidden
      className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 rounded border border-line bg-surface px-1.5 py-0.5 font-sans text-[0.6875rem] text-muted leading-none peer-focus:hidden"
    >
      {searchShortcut}
    </kbd>
  </div>
)

export const SearchButton = (props: ComponentProps<'button'>) => (
  <Button {...props} variant="ghost" size="icon" className="lg:hidden" aria-label="Search" aria-haspopup="dialog">
    <Search aria-hidden />
  </Button>
)
