import { Check } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const Bar = ({ className }: { className: string }) => <span className={cx('block kit:h-2.5 rounded-full kit:bg-sunken', className)} />

/** An invoice as a shape: no names and no figures, only what one looks like. */
export const DocumentPicture = () => (
  <div aria-hidden className="relative mx-auto hidden w-full max-w-sm py-6 select-none sm:block lg:mx-0 lg:justify-self-end">
    <div className="absolute inset-x-6 top-0 bottom-12 -rotate-4 rounded-xl border border-line bg-accent-soft" />
    <div className="relative rounded-xl border border-line bg-surface p-7 shadow-raised">
      <div className="flex items-start justify-between">
        <span className="size-9 rounded-lg bg-accent" />
        <span className="grid justify-items-end gap-2">
          <Bar className="w-20 bg-ink/80" />
          <Bar className="w-14" />
        </span>
      </div>
      <div className="mt-7 grid gap-2">
        <Bar className="w-16" />
        <Bar className="w-36 bg-ink/25" />
        <Bar className="w-28" />
      </div>
      <div className="mt-7 divide-y divide-line border-line border-y">
        {['w-32', 'w-24', 'w-28'].map((width) => (
          <div key={width} className="flex items-center justify-between py-3">
            <Bar className={cx(width, 'bg-ink/25')} />
            <Bar className="w-12" />
          </div>
        ))}
      </div>
      <div className="mt-4 flex items-center justify-between">
        <span className="inline-flex h-8 items-center gap-1.5 rounded-full bg-good-soft px-3.5 font-semibold text-good text-sm">
          <Check className="size-4" /> Paid
        </span>
        <Bar className="h-3.5 w-24 bg-accent" />
      </div>
    </div>
  </div>
)
