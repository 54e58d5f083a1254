import { cx } from './cx.ts'

/** Give it the content's size. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <span aria-hidden className={cx('block kit:rounded-md bg-sunken motion-safe:animate-breathe', className)} />
)
