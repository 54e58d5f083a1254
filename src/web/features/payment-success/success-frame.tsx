import type { ReactNode } from 'react'
import { SandboxBanner } from '#web/public/sandbox-strip.tsx'

export const SuccessFrame = ({ sandbox = false, children }: { sandbox?: boolean | undefined; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col bg-canvas print:bg-transparent">
    {sandbox && <SandboxBanner />}
    <main className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-8">
      <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-8 sm:py-10 print:border-0">{children}</div>
    </main>
  </div>
)
