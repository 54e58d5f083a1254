import { ChevronDown } from 'lucide-react'
import { type ComponentProps, cloneElement, type FormEvent, type ReactElement, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** What `Field` hands to the control inside it. */
export type ControlProps = {
  id?: string | undefined
  'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
  'aria-describedby'?: string | undefined
  'aria-required'?: ComponentProps<'input'>['aria-required']
}

type FieldProps = {
  label: ReactNode
  /** What is wrong, in a sentence. */
  error?: string | undefined
  hint?: ReactNode
  /** Marks the label and tells assistive technology; the check itself is the schema's. */
  required?: boolean | undefined
  /** The label stays for screen readers and takes no room. */
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: ReactElement<ControlProps>
}

/** Label, control, hint and error: wired for the eye and for the screen reader once, here. */
export const Field = ({ label, error, hint, required, hideLabel, className, children }: FieldProps) => {
  const own = useId()
  const id = children.props.id ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
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
  'kit:w-full min-w-0 scroll-mt-12 rounded-md border border-control kit:bg-surface kit:px-3 kit:text-sm text-ink transition-colors hover:border-ink/60 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger kit:pointer-coarse:text-base'
const oneLine = 'kit:h-9 kit:pointer-coarse:h-11'

export const Input = ({ className, type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input
    {...(type === 'number' && careful)}
    {...rest}
    type={type}
    className={cx(control, oneLine, type === 'number' && 'no-spinner tabular-nums', className)}
  />
)

const decimalSign = (1.5).toLocaleString().charAt(1)

/** A number changes when somebody types or steps it, never because the page was scrolled; and a comma is no key to drop: 1,5 is not 15. */
const careful: ComponentProps<'input'> = {
  inputMode: 'decimal',
  autoComplete: 'off',
  onWheel: (event) => event.currentTarget.blur(),
  onBeforeInput: (event) => {
    const { data, currentTarget: field } = event as FormEvent<HTMLInputElement> & { data?: string }
    if (decimalSign === ',' || (data !== ',' && data !== '.')) return
    // A second sign after three digits: the first one parted the thousands, as in 1,250.50.
    const thousands = /^(\d+)\.(\d{3})$/.exec(field.value)
    if (thousands) {
      event.preventDefault()
      field.select()
      document.execCommand('insertText', false, `${thousands[1]}${thousands[2]}.`)
      return
    }
    if (data === '.') return
    event.preventDefault()
    // The one way to insert text that keeps the field's undo.
    document.execCommand('insertText', false, '.')
  },
}

export const Textarea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} rows={rows} className={cx(control, 'kit:min-h-18 kit:resize-y kit:py-2', className)} />
)

/** The browser's own select: keyboard, search by typing and the phone's wheel come with it. */
export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <span className="relative block min-w-0">
    <select {...rest} className={cx(control, oneLine, 'appearance-none truncate pr-9', className)}>
      {children}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" aria-hidden />
  </span>
)
