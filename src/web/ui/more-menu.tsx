import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { LazyMenu } from './lazy-menu.tsx'

type Entry = { label: string; icon: LucideIcon; isDanger?: boolean; run: () => void }

/** What can be done with a row of a list. */
export const MoreMenu = ({ name, entries, className }: { name: string; entries: readonly Entry[]; className?: string }) => {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <LazyMenu
      trigger={
        <Button
          ref={trigger}
          variant="ghost"
          size="icon"
          className={cx('text-muted hover:text-ink', className)}
          title="More actions"
          aria-label={`More actions: ${name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {({ MenuItem }) =>
        entries.map(({ label, icon: Icon, isDanger, run }) => (
          <MenuItem
            key={label}
            icon={<Icon aria-hidden />}
            danger={isDanger}
            onSelect={() => {
              // A dialog returns the focus to the button, and a list remembers it, to focus the same one of the next row.
              trigger.current?.focus()
              run()
            }}
          >
            {label}
          </MenuItem>
        ))
      }
    </LazyMenu>
  )
}
