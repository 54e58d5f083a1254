import type { ComponentProps } from 'react'
import { Card } from './card.tsx'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

export const TableSkeleton = () => (
  <Card aria-hidden className="p-0 sm:p-0">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-line border-b px-4 last:border-b-0">
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-32 max-sm:hidden" />
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-4 w-24 max-md:hidden" />
      </div>
    ))}
  </Card>
)

type CellProps = {
  numeric?: boolean | undefined
}

/** Give it an `aria-label`. */
export const Table = ({ className, children, ...rest }: ComponentProps<'table'>) => (
  <div className="relative min-w-0 overflow-x-auto">
    <table {...rest} className={cx('w-full border-collapse text-sm', className)}>
      {children}
    </table>
  </div>
)

export const Tr = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={cx('border-line border-b last:border-b-0', className)} />
)

export const Th = ({ numeric, className, ...rest }: CellProps & ComponentProps<'th'>) => (
  <th
    scope="col"
    {...rest}
    className={cx(
      'kit:h-10 kit:px-3 font-medium text-[0.8125rem] text-muted kit:whitespace-nowrap',
      numeric ? 'text-right' : 'kit:text-left',
      className,
    )}
  />
)

export const Td = ({ numeric, className, ...rest }: CellProps & ComponentProps<'td'>) => (
  <td {...rest} className={cx('kit:h-11 kit:px-3 kit:py-0.5', numeric && 'text-right tabular-nums whitespace-nowrap', className)} />
)
