import { ChevronDown } from 'lucide-react'
import { type ComponentProps, cloneElement, type FormEvent, type ReactElement, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type ControlProps = {
  id?: string | undefined
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
  'aria-describedby'?: string | undefined
  'aria-required'?: ComponentProps<'input'>['aria-required']
}

type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** The schema does the validation. */
  required?: boolean | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: ReactElement<ControlProps>
}

export const Field = ({ label, error, hint, required, hideLabel, className, children }: FieldProps) => {
  const own = useId()
  const id = children.props.id ?? own
  const described = [children.props['aria-describedby'], error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={cx(hideLabel ? 'sr-only' : 'text-sm font-medium', required && 'required-mark')}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        ...(required ? { 'aria-required': true } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const control =
  'kit:w-full min-w-0 scroll-mt-12 kit:rounded-md border kit:border-control kit:bg-surface kit:px-3 kit:text-sm kit:text-ink transition-colors hover:border-ink/60 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger kit:pointer-coarse:text-base'
const oneLine = 'kit:h-9 kit:pointer-coarse:h-11'

export const Input = ({ className, type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input
    {...(type === 'number' && numberInputProps)}
    {...rest}
    type={type}
    className={cx(control, oneLine, type === 'number' && 'no-spinner tabular-nums', className)}
  />
)

const decimalSign = (1.5).toLocaleString().charAt(1)

/** A number changes by typing or stepping, not by scrolling the page. A comma is converted, not dropped: 1,5 must not become 15. */
const numberInputProps: ComponentProps<'input'> = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onWheel: (event) => event.currentTarget.blur(),
  onBeforeInput: (event) => {
    const { data, currentTarget: field } = event as FormEvent<HTMLInputElement> & { data?: string }
    if (decimalSign === ',' || (data !== ',' && data !== '.')) return
    // A second separator after three digits: the first one separated thousands, as in 1,250.50.
    const thousands = /^(\d+)\.(\d{3})$/.exec(field.value)
    if (thousands) {
      event.preventDefault()
      field.select()
      document.execCommand('insertText', false, `${thousands[1]}${thousands[2]}.`)
      return
    }
    if (data === '.') return
    event.preventDefault()
    // The only way to insert text that keeps the field's undo history.
    document.execCommand('insertText', false, '.')
  },
}

export const Textarea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    {...rest}
    rows={rows}
    className={cx(control, 'field-sizing-content kit:max-h-80 kit:min-h-18 kit:resize-y kit:py-2', className)}
  />
)

export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <span className="relative block min-w-0">
    <select {...rest} className={cx(control, oneLine, 'appearance-none truncate pr-9', className)}>
      {children}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" aria-hidden />
  </span>
)
