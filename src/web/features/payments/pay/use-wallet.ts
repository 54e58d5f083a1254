import { useEffect, useRef, useState } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { isOutdated } from './use-payment-link.ts'

type Problem = { words: string /** The order whose payment has an unknown result. */; unsureOf?: string }
type Options = Pick<PublicInvoiceWire['invoice'], 'id' | 'balanceDue'> & {
  /** Shows why the server refused, and refetches the invoice. */
  refuse: (why: string) => void
  look: () => Promise<unknown>
}

const unreachable = "PayPal can't be reached at the moment. Nothing was charged; please try again."
const declined = 'PayPal declined this payment method and nothing was charged. Try again with another one.'
const unsure = "We don't know yet whether your payment went through. Please check before you pay again."
const isDeclined = (error: unknown) => error instanceof ApiError && error.status === 422 && error.body?.code === 'declined'

/**
 * A wallet payment, from order to success page. The server creates and captures the order; the customer approves it at PayPal in between.
 */
export const useWallet = ({ id, balanceDue, refuse, look }: Options) => {
  const [problem, setProblem] = useState<Problem>()
  const [isTaking, setTaking] = useState(false)
  /** PayPal's window is open: its button must stay mounted. */
  const isOpen = useRef(false)
  /** The server has reported why this payment can't continue. */
  const isTold = useRef(false)
  // The browser's Back may restore this page from its cache.
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
      // Captured or pending: the success page finds out. Until it loads, this page shows progress.
      location.assign(`/payment-success?${new URLSearchParams({ invoiceId: id, method: 'paypal', amount: balanceDue })}`)
    } catch (error) {
      if (isDeclined(error)) setProblem({ words: declined })
      else if (isOutdated(error)) refuse(getServerMessage(error, unsure))
      else setProblem({ words: unsure, unsureOf: orderId })
      // The invoice was pending while the payment was being captured.
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
    /** Canceled at PayPal: the customer knows, so nothing is shown. */
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
