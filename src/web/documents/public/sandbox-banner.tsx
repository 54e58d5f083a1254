import { FlaskConical } from 'lucide-react'

/** Visible while scrolling and in print, so that a test can't be mistaken for a payment. Place it first in the page's column. */
export const SandboxBanner = () => (
  <aside
    aria-label="Sandbox"
    className="sticky top-0 z-20 bg-warn-soft pt-(--safe-top) text-warn print:static print:mb-6 print:border-2 print:border-current print:bg-transparent"
  >
    <p className="flex items-center justify-center gap-2.5 px-4 py-2 text-sm">
      <FlaskConical className="size-5 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Sandbox: no real money moves.</strong>{' '}
        <span className="max-sm:hidden print:inline">This is a test, not a payment.</span>
      </span>
    </p>
    <div
      aria-hidden
      className="h-1.5 bg-[repeating-linear-gradient(135deg,currentColor_0_0.5rem,transparent_0.5rem_1rem)] opacity-80 print:hidden"
    />
  </aside>
)
