import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import type { PaymentForm } from '#shared/contract/subscription.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { useRefreshSubscription } from '#web/features/subscription/api.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { toast } from '#web/lib/toast.ts'

/** Runs `then` whenever the browser finds its connection again while `isWaiting`. */
export const useBackOnline = (isWaiting: boolean, then: () => void): void => {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    if (!isWaiting) return
    const run = () => latest.current()
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  }, [isWaiting])
}

// The other entry would ask Stripe's host as soon as it is imported.

const patienceMs = 20_000

const tooSlow = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The card form took too long to load.')), patienceMs))

/**
 * Loads the card provider's script, or what stands in for it on this server.
 * @throws Error when it can't be loaded: blocked, offline, or too slow; asked again, it tries again
 */
const openCardFields = async ({ publishableKey, script }: Pick<PaymentForm, 'publishableKey' | 'script'>): Promise<Stripe> => {
  if (script) await loadScript(script)
  const stripe = await Promise.race([loadStripe(publishableKey, { locale: 'en' }), tooSlow()])
  if (!stripe) throw new Error('The card form could not be loaded.')
  return stripe
}

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
    queryKey: [subscriptionEndpoints.getOrCreate.path, plan],
    // The call isn't given up when the page goes: a second drawing of it takes the same answer.
    queryFn: async ({ client, queryKey }) => {
      try {
        const form = await call(subscriptionEndpoints.getOrCreate, { body: { plan } })
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
