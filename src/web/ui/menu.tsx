import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

type MenuProps = {
  /** It needs an accessible name. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  side?: 'bottom' | 'left' | undefined
  defaultOpen?: boolean | undefined
  /** Opened by a key before this code was there: the focus has to start on the first entry. */
  startsAtFirst?: boolean | undefined
  children: ReactNode
}

export const Menu = ({ trigger, align = 'end', side = 'bottom', defaultOpen = false, startsAtFirst = false, children }: MenuProps) => {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!startsAtFirst) return
    const frame = requestAnimationFrame(() => content.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [startsAtFirst])
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={content}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-72 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-raised data-[state=open]:animate-fade-in"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = {
  onSelect: () => void
  icon?: ReactNode
  danger?: boolean | undefined
  disabled?: boolean | undefined
  hint?: string | undefined
  children: ReactNode
}

export const MenuItem = ({ onSelect, icon, danger, disabled, hint, children }: ItemProps) => (
  <DropdownMenu.Item
    onSelect={onSelect}
    disabled={disabled ?? false}
    className={cx(entry, danger ? 'text-danger' : 'text-ink [&_svg]:text-muted')}
  >
    {icon}
    {children}
    {hint && (
      <kbd className="ml-auto pl-4 font-sans text-muted text-xs pointer-coarse:hidden" aria-hidden>
        {hint}
      </kbd>
    )}
  </DropdownMenu.Item>
)

const entry =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

/** A switch among the entries. */
export const MenuCheck = ({ checked, onSelect, children }: { checked: boolean; onSelect: () => void; children: ReactNode }) => (
  <DropdownMenu.CheckboxItem checked={checked} onSelect={onSelect} className={cx(entry, 'pl-8.5')}>
    <DropdownMenu.ItemIndicator className="-ml-6 text-accent">
      <Check aria-hidden />
    </DropdownMenu.ItemIndicator>
    {children}
  </DropdownMenu.CheckboxItem>
)

type ChoiceProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; icon: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Choosing keeps the menu open, so that the effect is seen. */
export const MenuChoice = <Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) => (
  <DropdownMenu.RadioGroup
    aria-label={legend}
    value={value}
    onValueChange={(next) => onChange(next as Value)}
    className="flex items-center gap-1 px-2.5 py-1"
  >
    <span aria-hidden className="mr-auto pr-4 text-sm">
      {legend}
    </span>
    {options.map((option) => (
      <DropdownMenu.RadioItem
        key={option.value}
        value={option.value}
        aria-label={option.label}
        title={option.label}
        onSelect={(event) => event.preventDefault()}
        className="grid size-8 place-items-center rounded-md border border-transparent text-muted outline-none data-[highlighted]:bg-sunken data-[state=checked]:border-line data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent pointer-coarse:size-11 [&_svg]:size-4"
      >
        {option.icon}
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="min-w-0 px-2.5 py-2 text-sm">{children}</DropdownMenu.Label>
)
