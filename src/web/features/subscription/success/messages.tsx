import { CircleSlash, Clock, CloudOff, LoaderCircle, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type Props = { icon: ReactNode; tone?: 'good' | 'plain'; title: string; children?: ReactNode; actions?: ReactNode }

export const Message = ({ icon, tone = 'plain', title, children, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span
      className={`grid size-14 place-items-center rounded-full [&_svg]:size-7 ${tone === 'good' ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
    >
      {icon}
    </span>
    <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
    {children && <div className="mt-2 grid gap-2 text-muted">{children}</div>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)

export const Confirming = () => (
  <Message icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />} title="Confirming your payment…">
    <p>This takes a few seconds. You can leave this page; your payment continues.</p>
  </Message>
)

type RecheckProps = { recheck: () => void }

const BillingLink = () => (
  <ButtonLink variant="secondary" href="/billing">
    Go to Billing
  </ButtonLink>
)

export const NotConfirmed = ({ recheck }: RecheckProps) => (
  <Message
    icon={<Clock aria-hidden />}
    title="Your payment is not confirmed yet"
    actions={
      <>
        <Button onClick={recheck}>Check again</Button>
        <BillingLink />
      </>
    }
  >
    <p>
      Your bank is still processing it. Don't pay again. Your plan starts automatically when the bank confirms, so you can leave this page.
    </p>
  </Message>
)

export const NoPayment = ({ recheck, plans }: RecheckProps & { plans: string }) => (
  <Message
    icon={<CircleSlash aria-hidden />}
    title="No payment received"
    actions={
      <>
        {/* A full page load, because that page has its own content security policy. */}
        <ButtonLink href={plans}>Try again</ButtonLink>
        <Button variant="secondary" onClick={recheck}>
          Check again
        </Button>
      </>
    }
  >
    <p>The payment failed or was not completed. Nothing was charged. You can try again with the same card or another one.</p>
  </Message>
)

export const SignInFirst = () => (
  <Message
    icon={<UserRound aria-hidden />}
    title="Sign in to see your subscription"
    actions={<ButtonLink href={`/api/login?returnTo=${encodeURIComponent('/subscription-success')}`}>Sign in</ButtonLink>}
  >
    <p>You are not signed in on this browser. Sign in to see whether your payment was received.</p>
  </Message>
)

const reason = (error: unknown): ReactNode =>
  error instanceof ApiError
    ? getServerMessage(error, 'The server could not reach the card provider.')
    : "The server can't be reached. Check your connection."

export const CheckFailed = ({ error, recheck }: RecheckProps & { error: unknown }) => (
  <Message
    icon={<CloudOff aria-hidden />}
    title="We could not check your payment"
    actions={
      <>
        <Button onClick={recheck}>Check again</Button>
        <BillingLink />
      </>
    }
  >
    <p>{reason(error)}</p>
    <p>If you paid, your payment is safe. Don't pay again.</p>
  </Message>
)
