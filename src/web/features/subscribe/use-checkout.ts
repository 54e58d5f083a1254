import { useQuery } from '@tanstack/react-query'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefreshSubscription } from '#web/plans/calls.ts'
import { getOrCreate } from './calls.ts'
import { openCardFields } from './open-card-fields.ts'
import { useBackOnline } from './use-back-online.ts'

/** Nothing can be paid with: the server named no payment. */
export class NoPayment extends Error {
  override name = 'NoPayment'
}

const noPayment = 'No payment method available. Please try again.'

/**
 * What the card form needs: the subscription's payment, asked for once a visit however often the page is drawn, and the provider's script.
 * Either is asked for again on request, and by itself when the browser is back online.
 */
export const useCheckout = (plan: SubscriptionPlan) => {
  const refreshStanding = useRefreshSubscription()
  const payment = useQuery({
    queryKey: [getOrCreate.path, plan],
    // The call isn't given up when the page goes: a second drawing of it takes the same answer.
    queryFn: async ({ client, queryKey }) => {
      try {
        const form = await call(getOrCreate, { body: { plan } })
        if (!form.clientSecret) throw new NoPayment(noPayment)
        return form
      } catch (error) {
        // Nobody waits for it any more.
        if (!client.getQueryCache().find({ queryKey })?.isActive()) throw error
        if (error instanceof NoPayment) toast({ title: 'Payment Error', description: noPayment, variant: 'destructive' })
        else
          toast({
            title: 'Subscription Error',
            description: getServerMessage(error, 'Failed to create subscription'),
            variant: 'destructive',
          })
        // There is a subscription already: what is shown is older than that.
        if (error instanceof ApiError && error.status === 409) void refreshStanding()
        throw error
      }
    },
    gcTime: 0,
  })
  const { data } = payment
  const fields = useQuery({
    queryKey: ['card fields', data?.publishableKey, data?.script],
    queryFn: () => openCardFields(data!),
    enabled: data !== undefined,
    gcTime: 0,
  })
  const { error } = payment
  const isUnreachable = error !== null && !(error instanceof ApiError) && !(error instanceof NoPayment)
  useBackOnline(isUnreachable, () => void payment.refetch())
  useBackOnline(fields.isError, () => void fields.refetch())
  return { payment, fields }
}
