import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { Account } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { LazyDisclosure } from '#web/features/account/form/disclosure.tsx'
import { Section } from '#web/features/account/form/section.tsx'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const createErrorToast = (title: string) => (error: Error) =>
  toast({ title, description: toFailure(error).message, variant: 'destructive' })

const useEmailConfirmation = () => {
  const { keepAccount, readAgain } = useUpdateAccount()
  const resend = useMutation({
    mutationFn: (_to: string) => call(accountEndpoints.resendEmail, {}),
    onSuccess: (account, to) => {
      keepAccount(account)
      toast({ title: 'Success', description: `Link sent to ${to}.` })
    },
    onError: createErrorToast('Not Sent'),
  })
  const cancelChange = useMutation({
    mutationFn: () => call(accountEndpoints.cancelEmailChange, {}),
    onSuccess: async () => {
      await readAgain()
      toast({ title: 'Success', description: 'Your email is unchanged, and the link we sent is no longer valid.' })
    },
    onError: createErrorToast('Error'),
  })
  return {
    resend: (to: string) => resend.isPending || resend.mutate(to),
    isSending: resend.isPending,
    cancelChange: () => cancelChange.isPending || cancelChange.mutate(),
    isCanceling: cancelChange.isPending,
  }
}

const loadForm = () => import('./email-form.tsx')

export const EmailSection = ({ account }: { account: Account }) => {
  const { email, emailVerified, pendingEmail } = account
  const { resend, isSending, cancelChange, isCanceling } = useEmailConfirmation()
  return (
    <Section id="email" title="Email" text="Used to sign in and for our messages to you.">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{email ?? 'No address'}</p>
          <Badge tone={emailVerified ? 'good' : 'warn'}>{emailVerified ? 'Confirmed' : 'Not confirmed yet'}</Badge>
        </div>
        {pendingEmail !== null ? (
          <div role="status" className="grid gap-3 rounded-lg bg-note-soft px-4 py-3 text-sm">
            <p className="flex gap-2.5 text-note">
              <Mail className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                We sent a confirmation link to <strong className="font-semibold">{pendingEmail}</strong>. Open it to change your email.{' '}
                <MailboxHint />
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" pending={isSending} onClick={() => resend(pendingEmail)}>
                Send again
              </Button>
              <Button variant="secondary" size="sm" pending={isCanceling} onClick={cancelChange}>
                Keep current email
              </Button>
            </div>
          </div>
        ) : (
          <>
            {!emailVerified && email !== null && (
              <div className="grid justify-items-start gap-2 text-sm">
                <p className="text-muted">
                  Click the link we emailed you to confirm this address. <MailboxHint />
                </p>
                <Button variant="secondary" size="sm" pending={isSending} onClick={() => resend(email)}>
                  Resend link
                </Button>
              </div>
            )}
            <div>
              <LazyDisclosure label="Change email" load={loadForm}>
                {({ EmailForm }, close) => <EmailForm close={close} />}
              </LazyDisclosure>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

/** Without a mail server, messages are in the app's mailbox. */
const MailboxHint = () =>
  getKnownUser()?.mailbox && (
    <>
      Find it in the{' '}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
        Mailbox
      </a>{' '}
      of this server.
    </>
  )
