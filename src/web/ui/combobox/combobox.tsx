import { ChevronDown, LoaderCircle, X } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type ControlProps, Input } from '#web/ui/field.tsx'
import { type ComboboxOption, ListOption, ListPopup } from './option-list.tsx'
import { type ComboboxStateOptions, useComboboxState } from './use-combobox-state.ts'

type ComboboxProps<T extends ComboboxOption> = ControlProps &
  ComboboxStateOptions<T> & {
    placeholder?: string | undefined
    empty?: string | undefined
    'aria-label'?: string | undefined
    icon?: ReactNode
    className?: string | undefined
    inputClassName?: string | undefined
    name?: string | undefined
    disabled?: boolean | undefined
    ref?: Ref<HTMLInputElement> | undefined
  }

/** Leaving the field takes what the typed text matches unambiguously, else the previous choice. While open it has `data-open`. */
export const Combobox = <T extends ComboboxOption>(props: ComboboxProps<T>) => {
  const { value, found, optional = false, empty, icon, className, inputClassName, placeholder, name, disabled, ref } = props
  const anchor = useRef<HTMLDivElement>(null)
  const chooser = useComboboxState(props)
  const { isOpen, isFresh, isWaiting, rows, getInputProps, getMenuProps, getItemProps } = chooser
  const isEmpty = isFresh && found.options.length === 0
  const emptyMessage = found.text === '' && empty ? empty : 'Nothing found'
  const failed = isFresh && found.state === 'failed'
  const message = failed ? found.failure : isEmpty ? emptyMessage : rows.length === 0 ? 'Searching…' : undefined
  const more = !failed && found.more && rows.length > 0
  const announcement = message ?? (isFresh ? `${rows.length} found${more ? ', type to find more' : ''}` : 'Searching…')
  const clearable = optional && value !== null && !disabled

  return (
    <div ref={anchor} className={cx('group/combobox min-w-0', className ?? 'relative')} data-open={isOpen || undefined}>
      <Input
        {...getInputProps({
          id: props.id,
          'aria-label': props['aria-label'],
          'aria-labelledby': undefined,
          'aria-invalid': props['aria-invalid'],
          'aria-describedby': props['aria-describedby'],
          'aria-required': props['aria-required'],
          ...(ref ? { ref } : {}),
          ...(disabled ? { disabled } : {}),
        })}
        name={name}
        placeholder={placeholder}
        title={isOpen ? undefined : value?.label}
        dir="auto"
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize="off"
        className={cx('truncate', clearable ? 'pr-17 pointer-coarse:pr-22' : 'pr-9 pointer-coarse:pr-11', inputClassName)}
      />
      {clearable && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear selection"
          title="Clear"
          onMouseDown={(event) => event.preventDefault()}
          onClick={chooser.clear}
          className="absolute inset-y-0 right-9 grid w-8 place-items-center rounded-md text-muted hover:text-ink pointer-coarse:right-11 pointer-coarse:w-11"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
      <span
        className="pointer-events-none absolute inset-y-0 right-0 grid w-9 place-items-center text-muted pointer-coarse:w-11"
        aria-hidden
      >
        {isWaiting ? <LoaderCircle className="size-4 motion-safe:animate-spin" /> : (icon ?? <ChevronDown className="size-4" />)}
      </span>
      <span className="sr-only" aria-live="polite">
        {isOpen ? announcement : ''}
      </span>
      {isOpen && (
        <ListPopup
          anchor={anchor}
          list={getMenuProps({ 'aria-label': 'Suggestions' }, { suppressRefError: true })}
          note={message}
          footer={more ? 'Type to find more' : undefined}
          stale={!isFresh}
        >
          {rows.map((row, index) => (
            <ListOption key={row.id} {...getItemProps({ item: row, index })} choice={row} isChosen={row.id === value?.id} />
          ))}
        </ListPopup>
      )}
    </div>
  )
}
