import { cx } from './cx.ts'

/** Holds the place of something that is on its way; give it the size of what will come. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <span aria-hidden className={cx('block kit:rounded-md bg-sunken motion-safe:animate-breathe', className)} />
)
