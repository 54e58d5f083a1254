import { INSTANCE_LOADING_STATE, PayPalProvider, usePayPal, usePayPalOneTimePaymentSession } from '@paypal/react-paypal-js/sdk-v6'
import { createElement, type ReactNode, useRef } from 'react'

// In a file of its own: only a pay page that offers the wallet loads it.

type Events = {
  createOrder: () => Promise<{ orderId: string }>
  approved: (orderId: string) => Promise<void>
  cancelled: () => void
  /** PayPal's page could not be opened, or came to an end by an error. */
  failed: () => void
}
type Props = Events & {
  clientToken: string
  environment: 'sandbox' | 'production'
  /** Stands in the button's place until it is there, ... */
  waiting: ReactNode
  /** ... or when it can't be. */
  broken: ReactNode
}

/** PayPal's own button; its script has to be on the page already. */
export const WalletButton = ({ clientToken, environment, ...rest }: Props) => (
  <PayPalProvider clientToken={clientToken} environment={environment} components={['paypal-payments']} pageType="checkout">
    <SessionButton {...rest} />
  </PayPalProvider>
)

const SessionButton = ({ createOrder, approved, cancelled, failed, waiting, broken }: Omit<Props, 'clientToken' | 'environment'>) => {
  const { loadingStatus, isHydrated } = usePayPal()
  const { handleClick, error } = usePayPalOneTimePaymentSession({
    createOrder,
    onApprove: ({ orderId }) => approved(orderId),
    onCancel: cancelled,
    onError: failed,
  })
  // A double click opens one page.
  const isOpening = useRef(false)
  const open = () => {
    if (isOpening.current) return
    isOpening.current = true
    handleClick()
      .catch(failed)
      .finally(() => {
        isOpening.current = false
      })
  }
  if (loadingStatus === INSTANCE_LOADING_STATE.REJECTED || (error && loadingStatus === INSTANCE_LOADING_STATE.RESOLVED)) return broken
  if (loadingStatus === INSTANCE_LOADING_STATE.PENDING || !isHydrated) return waiting
  // Not the package's own button component: that one leaves a page that can't be opened to the console.
  return createElement('paypal-button', { type: 'pay', onClick: open, className: 'block w-full' })
}
