import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { useRefreshSubscription } from '#web/features/subscription/api.ts'
import { toast } from '#web/lib/toast.ts'

/** The plan to offer again if the payment fails at the bank. */
const successPath = (plan: SubscriptionPlan) => `/subscription-success?plan=${plan}`
const unsentMessage = "The payment could not be sent. Check your connection and try again. You won't be charged twice."
const expiredMessage = 'The payment form expired and nothing was charged. Please enter your card again.'

/**
 * A bank may redirect the browser to the success page; otherwise it is opened from here. A refusal keeps the form's values.
 * @param startOver requests a new payment, where this one can't be paid any more
 */
export const useConfirmCard = (plan: SubscriptionPlan, startOver: () => void) => {
  const stripe = useStripe()
  const elements = useElements()
  const [, navigate] = useLocation()
  const refreshStanding = useRefreshSubscription()
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
