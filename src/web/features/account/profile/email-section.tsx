import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { Account } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { LazyDisclosure } from '#web/features/account/form/disclosure.tsx'
import { Section } from '#web/features/account/form/section.tsx'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const told = (title: string) => (error: Error) => toast({ title, description: toFailure(error).message, variant: 'destructive' })

/** Mailing the link to confirm an address again, and staying with the present address. */
const useEmailConfirmation = () => {
  const { keepAccount, readAgain } = useUpdateAccount()
  const resend = useMutation({
    mutationFn: (_to: string) => accountClient.resendEmail(),
    onSuccess: (account, to) => {
      keepAccount(account)
      toast({ title: 'Success', description: `The link is on its way to ${to}.` })
    },
    onError: told('Not Sent'),
  })
  const keepPresent = useMutation({
    mutationFn: accountClient.keepEmail,
    onSuccess: async () => {
      await readAgain()
      toast({ title: 'Success', description: 'Your e-mail stays as it is. The link that we sent leads nowhere now.' })
    },
    onError: told('Error'),
  })
  return {
    resend: (to: string) => resend.isPending || resend.mutate(to),
    isSending: resend.isPending,
    keepPresent: () => keepPresent.isPending || keepPresent.mutate(),
    isKeeping: keepPresent.isPending,
  }
}

const loadForm = () => import('./email-form.tsx')

/** The present address, the one that is to come, and the way to change it. */
export const EmailSection = ({ account }: { account: Account }) => {
  const { email, emailVerified, pendingEmail } = account
  const { resend, isSending, keepPresent, isKeeping } = useEmailConfirmation()
  return (
    <Section id="email" title="E-mail" text="You sign in with it, and this is where we write to you.">
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
                We sent a link to <strong className="font-semibold">{pendingEmail}</strong>; it counts once you follow it. <WhereMailIs />
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" pending={isSending} onClick={() => resend(pendingEmail)}>
                Send again
              </Button>
              <Button variant="secondary" size="sm" pending={isKeeping} onClick={keepPresent}>
                Keep my present e-mail
              </Button>
            </div>
          </div>
        ) : (
          <>
            {!emailVerified && email !== null && (
              <div className="grid justify-items-start gap-2 text-sm">
                <p className="text-muted">
                  We mailed you a link when you created your account: follow it, and we know that this address is yours. <WhereMailIs />
                </p>
                <Button variant="secondary" size="sm" pending={isSending} onClick={() => resend(email)}>
                  Send the link again
                </Button>
              </div>
            )}
            <div>
              <LazyDisclosure label="Change e-mail" load={loadForm}>
                {({ EmailForm }, close) => <EmailForm close={close} />}
              </LazyDisclosure>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

/** Where no mail server is set up, nobody needs to wait for the postman. */
const WhereMailIs = () =>
  getKnownUser()?.mailbox && (
    <>
      It lies in the{' '}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
        Mailbox
      </a>{' '}
      of this server.
    </>
  )
