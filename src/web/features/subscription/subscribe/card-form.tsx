import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { CloudOff, LockKeyhole } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { refreshStanding } from '#web/features/subscription/api.ts'
import { planNames } from '#web/features/subscription/plan-labels.ts'
import { readColor, useIsDark } from '#web/lib/theme/theme.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldsSkeleton, fieldsHeight } from './checkout-frame.tsx'
import { useBackOnline } from './use-checkout.ts'

/** The plan to offer again if the payment fails at the bank. */
const successPath = (plan: SubscriptionPlan) => `/subscription-success?plan=${plan}`
const unsentMessage = "The payment could not be sent. Check your connection and try again. You won't be charged twice."
const expiredMessage = 'The payment form expired and nothing was charged. Please enter your card again.'

/**
 * A bank may redirect the browser to the success page; otherwise it is opened from here. A refusal keeps the form's values.
 * @param startOver requests a new payment, where this one can't be paid any more
 */
const useConfirmCard = (plan: SubscriptionPlan, startOver: () => void) => {
  const stripe = useStripe()
  const elements = useElements()
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

  const finish = (isPaid: boolean) => {
    if (isPaid) toast({ title: 'Payment Successful: You are subscribed!' })
    else void refreshStanding()
    navigate(successPath(plan))
  }
  const refuse = (message: string) => {
    setProblem(message)
    toast({ title: 'Payment Failed', description: message, variant: 'destructive', isAtTop: true })
  }

  const confirm = async () => {
    if (!stripe || !elements || busy.current) return
    busy.current = true
    setPending(true)
    setProblem(undefined)
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: new URL(successPath(plan), location.origin).href },
        redirect: 'if_required',
      })
      const status = paymentIntent?.status ?? error?.payment_intent?.status
      if (status === 'succeeded' || status === 'processing') return finish(status === 'succeeded')
      if (status === 'canceled') {
        refuse(expiredMessage)
        return startOver()
      }
      refuse(error?.message ?? unsentMessage)
    } catch {
      refuse(unsentMessage)
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { confirm, isPending, problem }
}

/** The provider's fields are in iframes, which our styles don't reach. */
const getAppearance = (isDark: boolean): Appearance => ({
  theme: isDark ? 'night' : 'stripe',
  variables: {
    colorPrimary: readColor('accent'),
    accessibleColorOnColorPrimary: readColor('on-accent'),
    colorBackground: readColor('surface'),
    colorText: readColor('ink'),
    colorTextSecondary: readColor('muted'),
    colorTextPlaceholder: readColor('muted'),
    colorDanger: readColor('danger'),
    borderRadius: '8px',
    fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
  },
  rules: { '.Input': { borderColor: readColor('control'), boxShadow: 'none' } },
})

type Props = {
  plan: SubscriptionPlan
  stripe: Stripe
  clientSecret: string
  /** Requests a new payment: this one can't be paid any more. */
  startOver: () => void
}

/** The provider's own fields: the card number never reaches this page or our server. */
export const CardForm = ({ stripe, clientSecret, ...rest }: Props) => {
  const isDark = useIsDark()
  const options = useMemo(() => ({ clientSecret, appearance: getAppearance(isDark) }), [clientSecret, isDark])
  const [attempt, setAttempt] = useState(1)
  return (
    <Elements key={attempt} stripe={stripe} options={options}>
      <Form {...rest} again={() => setAttempt((n) => n + 1)} />
    </Elements>
  )
}

type State = 'loading' | 'ready' | 'failed'

const Form = ({ plan, startOver, again }: Pick<Props, 'plan' | 'startOver'> & { again: () => void }) => {
  const [state, setState] = useState<State>('loading')
  const { confirm, isPending, problem } = useConfirmCard(plan, startOver)
  useBackOnline(state === 'failed', again)
  if (state === 'failed') return <FieldsMissing isPending={false} retry={again} />
  return (
    <form
      aria-label="Complete Your Subscription"
      aria-busy={state === 'loading'}
      onSubmit={(event) => {
        event.preventDefault()
        if (state === 'ready') void confirm()
      }}
    >
      <div className={cx('relative', fieldsHeight)}>
        {state === 'loading' && (
          <div role="status" aria-label="Loading the card form" className="absolute inset-0 bg-surface">
            <FieldsSkeleton />
          </div>
        )}
        <div className={cx(state === 'loading' && 'invisible')}>
          <PaymentElement onReady={() => setState('ready')} onLoadError={() => setState('failed')} />
        </div>
      </div>
      {problem && (
        <p role="alert" className="mt-4 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-danger text-sm">
          {problem}
        </p>
      )}
      <Button type="submit" className="mt-5 h-12 w-full text-base pointer-coarse:h-12" pending={isPending} disabled={state === 'loading'}>
        {isPending ? 'Processing...' : `Subscribe to ${planNames[plan]} Plan`}
      </Button>
      <p className="mt-3 flex items-center justify-center gap-1.5 text-center text-muted text-[0.8125rem]">
        <LockKeyhole className="size-3.5 shrink-0" aria-hidden /> Your card details go directly to the card provider, never to us.
      </p>
    </form>
  )
}

type FieldsMissingProps = { isPending: boolean; retry: () => void }

export const FieldsMissing = ({ isPending, retry }: FieldsMissingProps) => (
  <FormError
    title="The card form could not be loaded"
    text="Nothing was charged. Check your connection and whether a browser extension blocks the card provider. The page retries automatically when you are back online."
  >
    <Button variant="secondary" pending={isPending} onClick={retry}>
      Try again
    </Button>
  </FormError>
)

type ErrorProps = { title: string; text: string; children: ReactNode }

/** As high as the form that it replaces. */
export const FormError = ({ title, text, children }: ErrorProps) => (
  <div role="alert" className={`flex flex-col items-center justify-center gap-1 py-4 text-center ${fieldsHeight}`}>
    <span className="mb-2 grid size-11 place-items-center rounded-full bg-danger-soft text-danger">
      <CloudOff className="size-5" aria-hidden />
    </span>
    <p className="font-medium">{title}</p>
    <p className="max-w-sm text-muted text-sm">{text}</p>
    <div className="mt-4">{children}</div>
  </div>
)
