import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { icon: ReactNode; tone?: 'quiet' | 'good'; title: string; text: ReactNode; actions: ReactNode }

/** The whole page: what there is to say, and the way on. */
export const Message = ({ icon, tone = 'quiet', title, text, actions }: Props) => (
  <div className="flex min-h-dvh flex-col bg-canvas px-(--safe-left) py-(--safe-top)">
    <main className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-8">
      <p className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-[1.0625rem] tracking-tight">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Billfold
      </p>
      <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-8 sm:py-10">
        <div role="status" className="flex flex-col items-center text-center">
          <span
            className={cx(
              'grid size-14 place-items-center rounded-full [&_svg]:size-7',
              tone === 'good' ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
            )}
          >
            {icon}
          </span>
          <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
          <div className="mt-2 grid gap-2 text-muted [overflow-wrap:anywhere]">{text}</div>
          <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
        </div>
      </div>
    </main>
  </div>
)
