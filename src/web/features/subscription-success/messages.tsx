import { CircleSlash, Clock, CloudOff, LoaderCircle, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, getServerMessage } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

export const Confirming = () => (
  <Message icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />} title="Confirming your payment…">
    <p>This takes a few seconds. You can leave this page: your payment goes on without it.</p>
  </Message>
)

type Again = { again: () => void }

const BillingLink = () => (
  <ButtonLink variant="secondary" href="/billing">
    Go to Billing
  </ButtonLink>
)

export const NotConfirmed = ({ again }: Again) => (
  <Message
    icon={<Clock aria-hidden />}
    title="Your payment is not confirmed yet"
    actions={
      <>
        <Button onClick={again}>Check again</Button>
        <BillingLink />
      </>
    }
  >
    <p>The bank is still deciding. There is no need to pay again, nor to stay here: your plan begins by itself as soon as it agrees.</p>
  </Message>
)

/** @param plans where to try again */
export const NoPayment = ({ again, plans }: Again & { plans: string }) => (
  <Message
    icon={<CircleSlash aria-hidden />}
    title="No payment came"
    actions={
      <>
        {/* A page of its own policy, which the browser asks for anew. */}
        <ButtonLink href={plans}>Try again</ButtonLink>
        <Button variant="secondary" onClick={again}>
          Check again
        </Button>
      </>
    }
  >
    <p>
      The payment failed or was not completed, so no plan has begun, and no money was taken. You can try again with the same card or another
      one.
    </p>
  </Message>
)

export const SignInFirst = () => (
  <Message
    icon={<UserRound aria-hidden />}
    title="Sign in to see your subscription"
    actions={<ButtonLink href={`/api/login?returnTo=${encodeURIComponent('/subscription-success')}`}>Sign in</ButtonLink>}
  >
    <p>You are not signed in on this browser. Sign in, and this page tells whether your payment came.</p>
  </Message>
)

const reason = (error: unknown): ReactNode =>
  error instanceof ApiError
    ? getServerMessage(error, 'The server could not ask the card provider.')
    : "The server can't be reached. Check your connection."

export const CheckFailed = ({ error, again }: Again & { error: unknown }) => (
  <Message
    icon={<CloudOff aria-hidden />}
    title="We could not ask about your payment"
    actions={
      <>
        <Button onClick={again}>Check again</Button>
        <BillingLink />
      </>
    }
  >
    <p>{reason(error)}</p>
    <p>If you paid, nothing is lost: there is no need to pay again.</p>
  </Message>
)
