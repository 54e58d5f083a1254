import { cx } from './cx.ts'

type Props<Value extends string> = {
  legend: string
  /** Unique on the page. */
  name: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

export const Segmented = <Value extends string>({ legend, name, options, value, onChange, className }: Props<Value>) => (
  <fieldset className={cx('min-w-0', className)}>
    <legend className="sr-only">{legend}</legend>
    <div className="flex w-fit rounded-md border border-control p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex h-8 cursor-pointer items-center rounded px-3 font-medium text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-11',
            option.value === value ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  </fieldset>
)
