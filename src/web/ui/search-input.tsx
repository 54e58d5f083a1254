import { Search } from 'lucide-react'
import { cx } from './cx.ts'
import { Input } from './field.tsx'

type Props = { placeholder: string; value: string; onValueChange: (text: string) => void; className?: string }

export const SearchInput = ({ placeholder, value, onValueChange, className }: Props) => (
  <div className={cx('relative kit:min-w-44 flex-1 sm:max-w-72', className)}>
    <Search className="pointer-events-none absolute top-1/2 left-3 size-4 max-sm:left-2.5 -translate-y-1/2 text-muted" aria-hidden />
    <Input
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      className="pr-1 pl-9 max-sm:pl-8"
      placeholder={placeholder}
      aria-label={placeholder.replace(/\.+$/, '')}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    />
  </div>
)
