import type { usePayPalOneTimePaymentSession } from '@paypal/react-paypal-js/sdk-v6'
import { createElement, type ReactNode, useEffect, useRef, useState } from 'react'

// PayPal's script is used directly, with the types of PayPal's package, whose hooks would be as large as the rest of this page.

type Events = {
  createOrder: () => Promise<{ orderId: string }>
  approved: (orderId: string) => Promise<void>
  cancelled: () => void
  /** PayPal's window could not be opened, or ended with an error. */
  failed: () => void
}
type Props = Events & {
  clientToken: string
  /** Shown in the button's place until it is ready, ... */
  placeholder: ReactNode
  /** ... or when it can't be. */
  errorNotice: ReactNode
}

type Asked = Parameters<typeof usePayPalOneTimePaymentSession>[0]
/** The script's API: https://docs.paypal.ai/payments/methods/paypal/sdk/js/v6/paypal-checkout */
type Session = {
  start: (options: { presentationMode: 'auto' }, order: Promise<{ orderId: string }>) => Promise<unknown>
  destroy: () => void
}
type Script = {
  createInstance: (options: { clientToken: string; components: ['paypal-payments']; pageType: 'checkout' }) => Promise<{
    createPayPalOneTimePaymentSession: (events: Required<Pick<Asked, 'onApprove' | 'onCancel' | 'onError'>>) => Session
  }>
}

/** PayPal's script must have been loaded. */
export const WalletButton = ({ clientToken, placeholder, errorNotice, ...events }: Props) => {
  const [session, setSession] = useState<Session | 'waiting' | 'broken'>('waiting')
  const latest = useRef<Events>(events)
  useEffect(() => {
    latest.current = events
  })
  useEffect(() => {
    let session: Session | undefined
    let isOver = false
    const make = async () => {
      const script = (window as { paypal?: Script }).paypal
      const instance = await script!.createInstance({ clientToken, components: ['paypal-payments'], pageType: 'checkout' })
      if (isOver) return
      session = instance.createPayPalOneTimePaymentSession({
        onApprove: ({ orderId }) => latest.current.approved(orderId),
        onCancel: () => latest.current.cancelled(),
        onError: () => latest.current.failed(),
      })
      setSession(session)
    }
    make().catch(() => !isOver && setSession('broken'))
    return () => {
      isOver = true
      session?.destroy()
    }
  }, [clientToken])

  // A double click opens one window.
  const isOpening = useRef(false)
  const open = async () => {
    if (isOpening.current || typeof session === 'string') return
    isOpening.current = true
    try {
      // The window opens during the click, as browsers require; the order follows.
      await session.start({ presentationMode: 'auto' }, latest.current.createOrder())
    } catch {
      latest.current.failed()
    }
    isOpening.current = false
  }
  if (session === 'broken') return errorNotice
  if (session === 'waiting') return placeholder
  return createElement('paypal-button', { type: 'pay', onClick: open, className: 'block w-full' })
}
