import { CircleAlert, CircleCheck, Clock3, type LucideIcon, MailX } from 'lucide-react'
import type { EmailState } from '#shared/contract/document-emails.ts'

export const emailStates: Record<EmailState, { icon: LucideIcon; tone: string; label: string }> = {
  queued: { icon: Clock3, tone: 'text-muted', label: 'Waiting for the mail server' },
  accepted: { icon: CircleCheck, tone: 'text-good', label: 'Accepted by the mail server' },
  bounced: { icon: MailX, tone: 'text-danger', label: 'Bounced' },
  failed: { icon: CircleAlert, tone: 'text-danger', label: 'Failed' },
}
