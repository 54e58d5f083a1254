import type { ReactNode } from 'react'
import { SandboxStrip } from './sandbox-strip.tsx'

type Props = { business?: string | undefined; sandbox?: boolean | undefined; children: ReactNode }

/** The business's name above, the page below: nothing else asks for attention. */
export const PublicFrame = ({ business, sandbox = false, children }: Props) => (
  <div className="flex min-h-dvh flex-col bg-canvas print:bg-transparent">
    <header className="print:hidden">
      {sandbox && <SandboxStrip />}
      <div className="border-line border-b bg-surface">
        <div className="mx-auto flex h-16 w-full max-w-5xl items-center gap-3 px-4 sm:px-6">
          {business && (
            <>
              <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent font-semibold text-on-accent">
                {[...business][0]?.toUpperCase()}
              </span>
              <p className="min-w-0 truncate font-semibold" title={business}>
                <bdi>{business}</bdi>
              </p>
            </>
          )}
        </div>
      </div>
    </header>
    <main className="mx-auto w-full max-w-5xl flex-1 px-4 py-5 sm:px-6 sm:py-8 print:p-0">{children}</main>
    <footer className="px-4 py-6 text-center text-muted text-xs print:hidden">Invoicing by Billfold</footer>
  </div>
)
