import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import type { PaymentForm } from '#shared/contract/subscription.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { refreshStanding } from '#web/features/subscription/api.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { toast } from '#web/lib/toast.ts'

export const useBackOnline = (isWaiting: boolean, callback: () => void): void => {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (!isWaiting) return
    const run = () => latest.current()
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  }, [isWaiting])
}

// The package's default entry would request Stripe's host on import.

const timeoutMs = 20_000

const tooSlow = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The card form took too long to load.')), timeoutMs))

/** @throws Error when the script can't be loaded: blocked, offline, or too slow; the next call tries again */
const openCardFields = async ({ publishableKey, script }: Pick<PaymentForm, 'publishableKey' | 'script'>): Promise<Stripe> => {
  if (script) await loadScript(script)
  const stripe = await Promise.race([loadStripe(publishableKey, { locale: 'en' }), tooSlow()])
  if (!stripe) throw new Error('The card form could not be loaded.')
  return stripe
}

/** The server returned no payment to pay with. */
export class NoPayment extends Error {
  override name = 'NoPayment'
}

const noPayment = 'No payment method available. Please try again.'

/** The payment is requested once per visit, however often the page renders; again on retry, and when the browser is back online. */
export const useCheckout = (plan: SubscriptionPlan) => {
  const payment = useQuery({
    queryKey: [subscriptionEndpoints.getOrCreate.path, plan],
    // The request isn't aborted on unmount: a second mount uses the same response.
    queryFn: async ({ client, queryKey }) => {
      try {
        const form = await call(subscriptionEndpoints.getOrCreate, { body: { plan } })
        if (!form.clientSecret) throw new NoPayment(noPayment)
        return form
      } catch (error) {
        // The component has been unmounted.
        if (!client.getQueryCache().find({ queryKey })?.isActive()) throw error
        if (error instanceof NoPayment) toast({ title: 'Payment Error', description: noPayment, variant: 'destructive' })
        else
          toast({
            title: 'Subscription Error',
            description: getServerMessage(error, 'Failed to create subscription'),
            variant: 'destructive',
          })
        // There is a subscription already: the screen is outdated.
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
