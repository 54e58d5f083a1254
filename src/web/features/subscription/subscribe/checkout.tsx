import { Link } from 'wouter'
import type { SubscriptionPlan } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CardForm, FieldsMissing, FormError } from './card-form.tsx'
import { CheckoutFrame, FormSkeleton } from './checkout-frame.tsx'
import { NoPayment, useCheckout } from './use-checkout.ts'

type Props = { plan: SubscriptionPlan; billing: BillingWire | undefined }

/** Only this part loads the card provider's packages. */
export default function Checkout({ plan, billing }: Props) {
  const { payment, fields } = useCheckout(plan)
  return (
    <CheckoutFrame plan={plan} billing={billing}>
      {payment.error ? (
        <NotStarted error={payment.error} isPending={payment.isFetching} retry={() => void payment.refetch()} />
      ) : fields.error ? (
        <FieldsMissing isPending={fields.isFetching} retry={() => void fields.refetch()} />
      ) : payment.data && fields.data ? (
        <CardForm
          key={payment.data.clientSecret}
          plan={plan}
          stripe={fields.data}
          clientSecret={payment.data.clientSecret}
          startOver={() => void payment.refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </CheckoutFrame>
  )
}

type RetryProps = { isPending: boolean; retry: () => void }

const NotStarted = ({ error, isPending, retry }: RetryProps & { error: Error }) => {
  const isTaken = error instanceof ApiError && error.status === 409
  return (
    <FormError
      title="The subscription could not be started"
      text={
        error instanceof NoPayment
          ? error.message
          : error instanceof ApiError
            ? getServerMessage(error, 'Something went wrong on our side. Nothing was charged. Please try again.')
            : "The server can't be reached. Nothing was charged. The page retries automatically when you are back online."
      }
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="secondary" pending={isPending} onClick={retry}>
          Try again
        </Button>
        {isTaken && (
          <Link href="/billing" asChild>
            <ButtonLink>Go to Billing</ButtonLink>
          </Link>
        )}
      </div>
    </FormError>
  )
}
