import { useEffect, useRef, useState } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { t } from '#web/documents/public/language.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { explain, isOutdated } from './use-payment-link.ts'

/** `unknownOrderId`: the order whose payment has an unknown result. */
type Problem = { message: string; unknownOrderId?: string }
type Options = Pick<PublicInvoiceWire['invoice'], 'id' | 'currency' | 'balanceDue'> & {
  /** What is paid of the balance due; null for all of it. */
  part: string | null
  /** Shows why the server refused, and refetches the invoice. */
  onRefused: (message: string) => void
  refetch: () => Promise<unknown>
}

const unreachableMessage = "PayPal can't be reached at the moment. Nothing was charged; please try again."
const declinedMessage = 'PayPal declined this payment method and nothing was charged. Try again with another one.'
const unknownMessage = "We don't know yet whether your payment went through. Please check before you pay again."
const isDeclined = (error: unknown) => error instanceof ApiError && error.status === 422 && error.body?.code === 'declined'

/** The server creates and captures the order; the customer approves it at PayPal in between. */
export const useWallet = ({ id, currency, balanceDue, part, onRefused, refetch }: Options) => {
  const amount = part ?? balanceDue
  const [problem, setProblem] = useState<Problem>()
  const [isCapturing, setIsCapturing] = useState(false)
  /** PayPal's window is open: its button must stay mounted. */
  const isOpen = useRef(false)
  /** The server has reported why this payment can't continue. */
  const isReported = useRef(false)
  // The browser's Back may restore this page from its cache.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setIsCapturing(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  const createOrder = async () => {
    setProblem(undefined)
    isOpen.current = true
    isReported.current = false
    try {
      const body = { amount, currency, intent: 'CAPTURE' } as const
      const order = await call(publicPaymentEndpoints.paypalOrder, { params: { ref: id }, body })
      return { orderId: order.id }
    } catch (error) {
      isOpen.current = false
      isReported.current = true
      if (isOutdated(error)) onRefused(explain(error, unreachableMessage))
      else setProblem({ message: explain(error, unreachableMessage) })
      throw error
    }
  }

  const approved = async (orderId: string) => {
    setProblem(undefined)
    setIsCapturing(true)
    try {
      await call(publicPaymentEndpoints.paypalCapture, { params: { ref: id, orderId } })
      // Captured or pending: the success page finds out. Until it loads, this page shows progress.
      // The invoice says whether all of it was paid; whether a part was, only the order.
      const ofPart = part === null ? {} : { session_id: orderId }
      location.assign(`/payment-success?${new URLSearchParams({ invoiceId: id, method: 'paypal', amount, ...ofPart })}`)
    } catch (error) {
      if (isDeclined(error)) setProblem({ message: t(declinedMessage) })
      else if (isOutdated(error)) onRefused(explain(error, unknownMessage))
      else setProblem({ message: t(unknownMessage), unknownOrderId: orderId })
      // The invoice was pending while the payment was being captured.
      await refetch()
      setIsCapturing(false)
    } finally {
      isOpen.current = false
    }
  }

  return {
    problem,
    isCapturing,
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
      if (!isReported.current) setProblem({ message: t(unreachableMessage) })
    },
  }
}
export type WalletPaying = ReturnType<typeof useWallet>
