import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = ComponentProps<'input'> & {
  label: ReactNode
  hint: ReactNode
  /** The hint says why. Unlike a disabled one it stays focusable and can have a click handler. */
  locked?: boolean | undefined
}

const track =
  'relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-sunken transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-3 before:rounded-full before:bg-control before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 rtl:checked:before:-translate-x-4 pointer-coarse:h-6 pointer-coarse:w-11 pointer-coarse:before:size-4 pointer-coarse:checked:before:translate-x-5 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3'

export const Switch = ({ label, hint, locked = false, onClick, className, ...rest }: Props) => {
  const id = useId()
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
        role="switch"
        aria-describedby={`${id}-hint`}
        aria-disabled={locked || undefined}
        onClick={(event) => {
          if (locked) event.preventDefault()
          onClick?.(event)
        }}
        className={track}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium text-sm pointer-coarse:min-h-7">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
