import { useEffect, useRef, useState } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { isOutdated } from './use-payment-link.ts'

type Problem = { words: string /** The order whose payment nobody knows the end of. */; unsureOf?: string }
type Options = Pick<PublicInvoiceWire['invoice'], 'id' | 'balanceDue'> & {
  /** Says why the server refused, and looks again how the invoice stands. */
  refuse: (why: string) => void
  look: () => Promise<unknown>
}

const unreachable = "PayPal can't be reached at the moment. Nothing was charged; please try again."
const declined = 'PayPal declined this way to pay, and nothing was charged. Try again and choose another one.'
const unsure = "We couldn't hear whether your payment went through. Please don't pay again yet; check first."
const isDeclined = (error: unknown) => error instanceof ApiError && error.status === 422 && error.body?.code === 'declined'

/** A payment by wallet, from the order to the success page. The server makes order and capture; PayPal asks the customer between the two. */
export const useWallet = ({ id, balanceDue, refuse, look }: Options) => {
  const [problem, setProblem] = useState<Problem>()
  const [isTaking, setTaking] = useState(false)
  /** PayPal's page is open: its button must stay as it is. */
  const isOpen = useRef(false)
  /** The server has said already why this payment can't go on. */
  const isTold = useRef(false)
  // The browser's Back may bring this page back as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setTaking(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  const createOrder = async () => {
    setProblem(undefined)
    isOpen.current = true
    isTold.current = false
    try {
      const body = { amount: balanceDue, currency: 'USD', intent: 'CAPTURE' } as const
      const order = await call(publicPaymentEndpoints.paypalOrder, { params: { ref: id }, body })
      return { orderId: order.id }
    } catch (error) {
      isOpen.current = false
      isTold.current = true
      if (isOutdated(error)) refuse(getServerMessage(error, unreachable))
      else setProblem({ words: getServerMessage(error, unreachable) })
      throw error
    }
  }

  const approved = async (orderId: string) => {
    setProblem(undefined)
    setTaking(true)
    try {
      await call(publicPaymentEndpoints.paypalCapture, { params: { ref: id, orderId } })
      // Taken, or about to be: the success page asks which. Until it is there, this one shows that it is at work.
      location.assign(`/payment-success?${new URLSearchParams({ invoiceId: id, method: 'paypal', amount: balanceDue })}`)
    } catch (error) {
      if (isDeclined(error)) setProblem({ words: declined })
      else if (isOutdated(error)) refuse(getServerMessage(error, unsure))
      else setProblem({ words: unsure, unsureOf: orderId })
      // While the payment was being taken the invoice stood as pending.
      await look()
      setTaking(false)
    } finally {
      isOpen.current = false
    }
  }

  return {
    problem,
    isTaking,
    isOpen,
    createOrder,
    approved,
    /** Back from PayPal without a payment: nobody has to be told what he did himself. */
    cancelled: () => {
      isOpen.current = false
      setProblem(undefined)
    },
    failed: () => {
      isOpen.current = false
      if (!isTold.current) setProblem({ words: unreachable })
    },
  }
}
export type WalletPaying = ReturnType<typeof useWallet>
