import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('min-w-0 rounded-lg border kit:border-line kit:bg-surface kit:p-4 kit:sm:p-5', className)} />
)

export const CardTitle = ({ className, children, ...rest }: ComponentProps<'h2'>) => (
  <h2 {...rest} className={cx('font-semibold kit:text-base', className)}>
    {children}
  </h2>
)
