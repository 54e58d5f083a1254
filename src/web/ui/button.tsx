import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from './cx.ts'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'md' | 'sm' | 'icon'
type Look = { variant?: Variant | undefined; size?: Size | undefined }

const base =
  'inline-flex shrink-0 items-center kit:justify-center kit:gap-2 kit:rounded-md font-medium whitespace-nowrap no-underline transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0'
const variants: Record<Variant, string> = {
  // Only the pages of a business set the edge, because its color may be as pale as the page.
  primary: 'kit:bg-accent kit:text-on-accent hover:bg-accent-strong shadow-[inset_0_0_0_1px_var(--accent-edge,transparent)]',
  secondary: 'border kit:border-line kit:bg-surface kit:text-ink hover:bg-sunken',
  ghost: 'kit:text-ink hover:bg-sunken',
  danger: 'kit:bg-danger kit:text-on-danger hover:bg-danger-strong',
}
const sizes: Record<Size, string> = {
  md: 'kit:h-9 kit:px-3.5 kit:text-sm kit:pointer-coarse:h-11 kit:pointer-coarse:min-w-11',
  sm: 'kit:h-8 kit:px-2.5 kit:text-[0.8125rem] kit:pointer-coarse:h-11 kit:pointer-coarse:min-w-11',
  icon: 'kit:size-9 kit:pointer-coarse:size-11',
}
const getClassName = ({ variant = 'primary', size = 'md' }: Look, more?: string) => cx(base, variants[variant], sizes[size], more)

type ButtonProps = Look & {
  /** It keeps its focus and ignores clicks. */
  pending?: boolean | undefined
} & ComponentProps<'button'>

export const Button = ({
  variant = 'primary',
  size,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={getClassName({ variant, size }, className)}
      // What Ctrl+Enter presses.
      data-primary={variant === 'primary' || undefined}
      onClick={click}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
    >
      {pending && <LoaderCircle className="motion-safe:animate-spin" aria-hidden />}
      {children}
    </button>
  )
}

/** For a page of this app wrap it in wouter's `<Link asChild>`. */
export const ButtonLink = ({ variant, size, className, children, ...rest }: Look & ComponentProps<'a'>) => (
  <a {...rest} className={getClassName({ variant, size }, className)}>
    {children}
  </a>
)
