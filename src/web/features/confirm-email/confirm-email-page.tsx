import { useMutation } from '@tanstack/react-query'
import { CircleCheck, LinkIcon, Mail } from 'lucide-react'
import { useSearchParams } from 'wouter'
import type { accountApi } from '#shared/api/account.ts'
import { ApiError, at, call, getServerMessage } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

const confirmEmail = at<typeof accountApi.confirmEmail>('POST', '/api/public/confirm-email')

/** The server read the link and said no: asked again, it says the same. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const AccountLink = ({ children }: { children: string }) => (
  <ButtonLink variant="secondary" href="/account#email">
    {children}
  </ButtonLink>
)

/** Where a mailed link leads. Opening it confirms nothing, because programs open links, too: the button does. */
export default function ConfirmEmailPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  if (data)
    return (
      <Message
        tone="good"
        icon={<CircleCheck aria-hidden />}
        title="Your e-mail is confirmed"
        text={<p>Your e-mail {data.email} is confirmed. You sign in with it, and this is where we write to you.</p>}
        actions={<ButtonLink href="/">Go to Billfold</ButtonLink>}
      />
    )
  if (token === '')
    return (
      <Message
        icon={<LinkIcon aria-hidden />}
        title="This link is not complete"
        text={
          <p>Open it from the e-mail once more, or copy the whole of it. If that doesn’t help, have a new one sent from your account.</p>
        }
        actions={<AccountLink>Go to my account</AccountLink>}
      />
    )
  if (error && isFinal(error) && !isPending)
    return (
      <Message
        icon={<LinkIcon aria-hidden />}
        title="This link doesn’t work"
        text={
          <>
            <p>{getServerMessage(error, 'It was used already, or it is too old.')}</p>
            <p>Your account says whether your e-mail is confirmed, and sends you a new link if it isn’t.</p>
          </>
        }
        actions={<AccountLink>Go to my account</AccountLink>}
      />
    )
  return (
    <Message
      icon={<Mail aria-hidden />}
      title="Confirm your e-mail"
      text={
        error && !isPending ? (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm">
            {error instanceof ApiError
              ? getServerMessage(error, 'Something went wrong on our side. Please try again.')
              : 'The server can’t be reached. Check your connection, then try again.'}
          </p>
        ) : (
          <p>One click, and we know that this address is yours.</p>
        )
      }
      actions={
        <Button pending={isPending} onClick={() => mutate()}>
          {isPending ? 'Confirming...' : 'Confirm my e-mail'}
        </Button>
      }
    />
  )
}
