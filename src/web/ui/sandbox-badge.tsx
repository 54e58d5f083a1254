import { FlaskConical } from 'lucide-react'
import { Badge } from './badge.tsx'

export const SandboxBadge = () => (
  <Badge tone="warn" title="Simulated Stripe and PayPal: no real money moves." className="gap-1">
    <FlaskConical className="size-3.5" aria-hidden /> Sandbox
  </Badge>
)
