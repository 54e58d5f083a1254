import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/account-api.ts'
import { LazyDisclosure, Section } from '#web/features/account/form/section.tsx'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const loadForms = () => import('./profile-forms.tsx')

export const PasswordSection = ({ account: { email } }: { account: Account }) => (
  <Section id="password" title="Password" text="Changing it signs you out on all other devices.">
    <LazyDisclosure label="Change password" load={loadForms}>
      {({ PasswordForm }, close) => <PasswordForm email={email} close={close} />}
    </LazyDisclosure>
  </Section>
)

const NameForm = lazy(loadForms)

export const ProfileSection = ({ account }: { account: Account }) => (
  <Section id="profile" title="Profile" text="Your own name. Customers see your business profile instead.">
    <Suspense fallback={<NameFormSkeleton />}>
      <NameForm account={account} />
    </Suspense>
  </Section>
)

/** Laid out like the form so that nothing shifts. */
export const NameFormSkeleton = () => (
  <div role="status" aria-label="Loading the form" className="grid gap-4">
    <div className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="h-15.5" />
      <Skeleton className="h-15.5" />
    </div>
    <Skeleton className="h-9 w-18" />
  </div>
)

const getHost = (issuer: string | null): string | undefined => {
  try {
    return new URL(issuer ?? '').host
  } catch {
    return undefined
  }
}

export const ExternalProfileSection = ({ account: { firstName, lastName, email, issuer } }: { account: Account }) => {
  const host = getHost(issuer)
  const facts = [
    ['Name', [firstName, lastName].filter(Boolean).join(' ')],
    ['Email', email],
  ] as const
  return (
    <Section
      id="profile"
      title="Profile"
      text={
        <>
          Your name, email, password and two-factor sign-in are managed where you sign in
          {host ? (
            <>
              : <span className="font-medium text-ink [overflow-wrap:anywhere]">{host}</span>. Changes made there appear here after you sign
              in again.
            </>
          ) : (
            '. Changes made there appear here after you sign in again.'
          )}
        </>
      }
    >
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]" dir="auto">
              {value || '—'}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

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
              <LazyDisclosure label="Change email" load={loadForms}>
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
