import { FlaskConical } from 'lucide-react'

/** Says that a sandbox stands in for the payment provider. */
export const SandboxStrip = () => (
  <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
    <FlaskConical className="size-4 shrink-0" aria-hidden />
    Sandbox: no real money moves
  </p>
)
