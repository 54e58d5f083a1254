import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { documentEmail } from '#shared/contract/document-emails.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { emailStates } from './email-states.ts'

type Email = z.input<typeof documentEmail>

type Props = {
  emails: readonly Email[]
  retry: (emailId: string) => Promise<unknown>
  refresh: () => Promise<unknown>
}

/** Only what the mail server accepted counts as sent. */
export const EmailsList = ({ emails, retry: tryAgain, refresh }: Props) => {
  const retry = useMutation({
    mutationFn: ({ id }: Email) => tryAgain(String(id)),
    onError: (error) => toastFailed(error, 'The email could not be resent.', 'Email Failed'),
    onSettled: () => refresh(),
  })
  return (
    <ul className="divide-y divide-line">
      {emails.map((email) => {
        const { icon: Icon, tone, label } = emailStates[email.state]
        return (
          <li key={email.id} className="flex items-start gap-2.5 py-2.5 text-sm first:pt-0 last:pb-0">
            <Icon className={cx('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
            <div className="min-w-0 flex-1">
              <p dir="auto" className="[overflow-wrap:anywhere]">
                {email.subject}
              </p>
              <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
                To {email.to}
                {email.cc.length > 0 && `, Cc ${email.cc.join(', ')}`}
                {email.copyTo && ', copy to you'}
              </p>
              <p
                className={cx(
                  'text-[0.8125rem] tabular-nums',
                  email.state === 'failed' || email.state === 'bounced' ? 'text-danger' : 'text-muted',
                )}
              >
                {label} · {formatInstant(email.settledAt ?? email.queuedAt)}
                {email.attempts > 1 && ` · ${email.attempts} tries`}
              </p>
              {email.reason && (
                <p className="mt-1 rounded-md bg-sunken px-2 py-1 text-[0.8125rem] [overflow-wrap:anywhere]">{email.reason}</p>
              )}
            </div>
            {email.state === 'failed' && (
              <Button
                variant="secondary"
                size="sm"
                pending={retry.isPending && retry.variables.id === email.id}
                onClick={() => retry.mutate(email)}
                aria-label={`Retry the email to ${email.to}`}
              >
                Retry
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
