import { cx } from './cx.ts'

/** Give it the content's size. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <span aria-hidden className={cx('block kit:rounded-md bg-sunken motion-safe:animate-breathe', className)} />
)

type RowsProps = { label?: string; count: number; row: string; className?: string }

/** Rows of one size. With a label it says what is loading. */
export const SkeletonRows = ({ label, count, row, className }: RowsProps) => (
  <div {...(label && { role: 'status', 'aria-label': label })} className={className}>
    {[...'abcdefgh'].slice(0, count).map((key) => (
      <Skeleton key={key} className={row} />
    ))}
  </div>
)
