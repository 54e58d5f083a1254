import { asError, ask, PayPalSandboxError } from './ask.js'
import { button, choices, openDialog } from './dialog.js'
import { element } from './elements.js'

const pages = new URL('../../', import.meta.url)
const pollMs = 250
const askEveryMs = 1500

const openWindow = () => {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - 500) / 2))
  return window.open(new URL('opening', pages), '', `popup,width=500,height=840,left=${left},top=80`)
}
const approvalPage = (orderId) => new URL(`checkoutnow?token=${encodeURIComponent(orderId)}`, pages)

/** One button's payments, as createPayPalOneTimePaymentSession makes them. `credential` is { clientToken } or { clientId }. */
export const createSession = (credential, options = {}) => {
  /** The payment that is going on; what belongs to another one is over. */
  let flow = null

  const end = (current) => {
    clearInterval(current.timer)
    current.dialog?.close()
    if (current.popup && !current.popup.closed) current.popup.close()
    if (flow === current) flow = null
  }
  const fail = (current, error) => {
    if (flow !== current) return
    end(current)
    options.onComplete?.({ paymentSessionState: 'error' })
    if (options.onError) options.onError(asError(error))
    else console.error(error)
  }
  const approved = async (current, order) => {
    if (flow !== current) return
    end(current)
    options.onComplete?.({ paymentSessionState: 'approved' })
    try {
      await options.onApprove?.({ orderId: order.orderId, payerId: order.payerId, fundingSource: 'paypal' })
    } catch (error) {
      if (options.onError) options.onError(asError(error))
      else console.error(error)
    }
  }
  const cancelled = (current) => {
    if (flow !== current) return
    end(current)
    options.onComplete?.({ paymentSessionState: 'canceled' })
    options.onCancel?.(current.orderId ? { orderId: current.orderId } : {})
  }
  /** What has become of the order: the window is gone, or somebody cancelled while the buyer may have said yes there. */
  const conclude = async (current) => {
    try {
      const order = await ask('order', { ...credential, orderId: current.orderId })
      if (order.isApproved) await approved(current, order)
      else cancelled(current)
    } catch (error) {
      fail(current, error)
    }
  }

  const watch = (current) => {
    let lastAsked = Date.now()
    let isConcluding = false
    current.timer = setInterval(async () => {
      if (isConcluding) return
      if (current.popup.closed) {
        isConcluding = true
        await conclude(current)
      } else if (Date.now() - lastAsked > askEveryMs) {
        lastAsked = Date.now()
        const order = await ask('order', { ...credential, orderId: current.orderId }).catch(() => null)
        if (order?.isApproved) await approved(current, order)
      }
    }, pollMs)
  }

  const showWaiting = (current) => {
    current.dialog.show(
      element('h2', { textContent: 'Finish the payment in the PayPal window' }),
      element('p', { textContent: 'This page goes on when you are done there.' }),
      button('Show the PayPal window', () => current.popup.focus(), 'main'),
      button('Cancel', () => (current.orderId ? conclude(current) : cancelled(current))),
    )
  }
  const showChoices = (current, order) => {
    const pay = async (funding) => approved(current, await ask('approve', { ...credential, orderId: order.orderId, funding }))
    current.dialog.show(...choices(order, pay, () => cancelled(current)))
  }

  const start = async ({ presentationMode: mode = 'auto', fullPageOverlay, autoRedirect } = {}, orderPromise) => {
    const order = Promise.resolve(
      orderPromise ??
        (options.orderId
          ? { orderId: options.orderId }
          : Promise.reject(new PayPalSandboxError('ERR_DEV_ORDER_MISSING', 'start() needs an order: pass a promise of { orderId }.'))),
    )
    // Whoever returns early doesn't look at it, and it may still fail.
    order.catch(() => {})
    if (flow) return void flow.popup?.focus()
    const wantsPopup = mode === 'auto' || mode === 'popup'
    const popup = wantsPopup ? openWindow() : null
    if ((mode === 'popup' && !popup) || mode === 'payment-handler')
      throw new PayPalSandboxError(
        'ERR_DEV_UNABLE_TO_OPEN_POPUP',
        `The browser could not open the payment as '${mode}'. Try another way.`,
        true,
      )
    const current = { popup, orderId: null, timer: 0, dialog: null }
    flow = current
    const leaves = mode === 'redirect' || mode === 'direct-app-switch'
    const isHidden = popup !== null && fullPageOverlay?.enabled === false
    if (!leaves && !isHidden) current.dialog = openDialog(() => (current.orderId ? conclude(current) : cancelled(current)))
    if (popup && current.dialog) showWaiting(current)
    else current.dialog?.show(element('p', { textContent: 'One moment: the payment is being prepared.' }))
    try {
      current.orderId = (await order).orderId
      const told = await ask('order', { ...credential, orderId: current.orderId })
      if (flow !== current) return
      if (told.isApproved) return await approved(current, told)
      if (!told.canBeApproved) throw new PayPalSandboxError('ORDER_CANNOT_BE_APPROVED', 'This order can no longer be approved.')
      if (leaves) {
        end(current)
        const redirectURL = approvalPage(current.orderId).href
        if (autoRedirect?.enabled === false) return { redirectURL }
        return void window.location.assign(redirectURL)
      }
      if (!popup) return showChoices(current, told)
      popup.location.replace(`${approvalPage(current.orderId).href}&flow=popup`)
      watch(current)
    } catch (error) {
      fail(current, error)
    }
  }

  const returned = () => new URLSearchParams(window.location.search).get('token') ?? ''
  return {
    start,
    cancel: () => flow && cancelled(flow),
    destroy: () => flow && end(flow),
    hasReturned: () => /^[0-9A-Z]{17}$/.test(returned()),
    resume: async () => {
      const current = { popup: null, orderId: returned(), timer: 0, dialog: null }
      flow = current
      await conclude(current)
    },
  }
}
