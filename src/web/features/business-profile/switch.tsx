import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'input'> & { label: string; hint: ReactNode }

/** A choice that is on or off, with what it does below it. */
export const Switch = ({ label, hint, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-accent disabled:opacity-50 pointer-coarse:size-6"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium text-sm pointer-coarse:min-h-6">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
