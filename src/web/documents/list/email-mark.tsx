import { Clock3, MailWarning } from 'lucide-react'
import type { EmailState } from '#shared/contract/document-emails.ts'

/** An accepted email has no mark. */
export const EmailMark = ({ state }: { state: EmailState | null }) => {
  if (state === 'failed' || state === 'bounced')
    return (
      <span
        role="img"
        aria-label={`Last email ${state}`}
        title={`Last email ${state}. See the history for the reason.`}
        className="text-danger"
      >
        <MailWarning className="size-4" aria-hidden />
      </span>
    )
  if (state === 'queued')
    return (
      <span role="img" aria-label="Email waiting to be sent" title="Email waiting for the mail server" className="text-muted">
        <Clock3 className="size-3.5" aria-hidden />
      </span>
    )
  return null
}
