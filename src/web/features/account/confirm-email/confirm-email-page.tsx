import { useMutation } from '@tanstack/react-query'
import { CircleCheck, LinkIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = { icon: ReactNode; tone?: 'quiet' | 'good'; title: string; text: ReactNode; actions: ReactNode }

/** The whole page: what there is to say, and the way on. */
const Message = ({ icon, tone = 'quiet', title, text, actions }: Props) => (
  <div className="flex min-h-dvh flex-col bg-canvas px-(--safe-left) py-(--safe-top)">
    <main className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-8">
      <p className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-[1.0625rem] tracking-tight">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Billfold
      </p>
      <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-8 sm:py-10">
        <div role="status" className="flex flex-col items-center text-center">
          <span
            className={cx(
              'grid size-14 place-items-center rounded-full [&_svg]:size-7',
              tone === 'good' ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
            )}
          >
            {icon}
          </span>
          <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
          <div className="mt-2 grid gap-2 text-muted [overflow-wrap:anywhere]">{text}</div>
          <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
        </div>
      </div>
    </main>
  </div>
)

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
    mutationFn: () => call(accountEndpoints.confirmEmail, { body: { token } }),
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
