import { useMutation } from '@tanstack/react-query'
import { CircleCheck, LinkIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { StatusMessage } from '#web/ui/status-message.tsx'

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col bg-canvas px-(--safe-left) py-(--safe-top)">
    <main className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-8">
      <p className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-[1.0625rem] tracking-tight">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Billfold
      </p>
      <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-8 sm:py-10">{children}</div>
    </main>
  </div>
)

/** The server rejected the link: trying again won't help. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const accountLink = (
  <ButtonLink variant="secondary" href="/account?section=email">
    Go to my account
  </ButtonLink>
)

/** The button confirms, not the visit: mail scanners open links, too. */
export default function ConfirmEmailPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(accountEndpoints.confirmEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <Frame>
      {data ? (
        <StatusMessage
          tone="good"
          icon={<CircleCheck aria-hidden />}
          title="Your email is confirmed"
          actions={<ButtonLink href="/">Go to Billfold</ButtonLink>}
        >
          <p>Your email {data.email} is confirmed. Use it to sign in and to receive our messages.</p>
        </StatusMessage>
      ) : token === '' ? (
        <StatusMessage icon={<LinkIcon aria-hidden />} title="This link is incomplete" actions={accountLink}>
          <p>Open it from the email again, or copy the complete link. You can also send a new link from your account.</p>
        </StatusMessage>
      ) : error && isFinal(error) && !isPending ? (
        <StatusMessage icon={<LinkIcon aria-hidden />} title="This link doesn’t work" actions={accountLink}>
          <p>{getServerMessage(error, 'It has expired or was used already.')}</p>
          <p>Check in your account whether your email is confirmed, and send a new link if it isn’t.</p>
        </StatusMessage>
      ) : (
        <StatusMessage
          icon={<Mail aria-hidden />}
          title="Confirm your email"
          actions={
            <Button pending={isPending} onClick={() => mutate()}>
              {isPending ? 'Confirming...' : 'Confirm my email'}
            </Button>
          }
        >
          {error && !isPending ? (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm">
              {error instanceof ApiError
                ? getServerMessage(error, 'Something went wrong on our side. Please try again.')
                : 'The server can’t be reached. Check your connection, then try again.'}
            </p>
          ) : (
            <p>Confirm that this address is yours.</p>
          )}
        </StatusMessage>
      )}
    </Frame>
  )
}
