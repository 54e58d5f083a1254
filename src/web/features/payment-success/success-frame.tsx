import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'

export const SuccessFrame = ({ sandbox = false, children }: { sandbox?: boolean | undefined; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col bg-canvas print:bg-transparent">
    {sandbox && (
      <header className="print:hidden">
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          <FlaskConical className="size-4 shrink-0" aria-hidden />
          Sandbox: no real money moves
        </p>
      </header>
    )}
    <main className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-8">
      <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-8 sm:py-10 print:border-0">{children}</div>
    </main>
  </div>
)
