import { cx } from './cx.ts'

export const Brand = ({ className }: { className?: string }) => (
  <span className={cx('inline-flex items-center gap-2.5 font-semibold text-[1.0625rem] tracking-tight', className)}>
    <img src="/favicon.svg" alt="" width={28} height={28} />
    Billfold
  </span>
)
