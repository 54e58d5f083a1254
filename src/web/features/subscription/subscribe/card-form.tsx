import { Elements, PaymentElement } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { LockKeyhole } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { planNames } from '#web/features/subscription/plan-labels.ts'
import { readColor, useIsDark } from '#web/lib/theme/theme.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldsSkeleton, fieldsHeight } from './checkout-skeleton.tsx'
import { FieldsMissing } from './form-error.tsx'
import { useBackOnline } from './use-checkout.ts'
import { useConfirmCard } from './use-confirm-card.ts'

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
