import { callApi, PayPalSandboxError, toError } from './api.js'
import { createButton, createChoices, openDialog } from './dialog.js'
import { createElement } from './dom.js'

const pages = new URL('../../', import.meta.url)
const pollMs = 250
const checkIntervalMs = 1500

const openWindow = () => {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - 500) / 2))
  return window.open(new URL('opening', pages), '', `popup,width=500,height=840,left=${left},top=80`)
}
const getApprovalUrl = (orderId) => new URL(`checkoutnow?token=${encodeURIComponent(orderId)}`, pages)

/** A session as createPayPalOneTimePaymentSession returns it. `credential` is { clientToken } or { clientId }. */
export const createSession = (credential, options = {}) => {
  /** The payment in progress, or null. Callbacks of an earlier payment are ignored. */
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
    if (options.onError) options.onError(toError(error))
    else console.error(error)
  }
  const approve = async (current, order) => {
    if (flow !== current) return
    end(current)
    options.onComplete?.({ paymentSessionState: 'approved' })
    try {
      await options.onApprove?.({ orderId: order.orderId, payerId: order.payerId, fundingSource: 'paypal' })
    } catch (error) {
      if (options.onError) options.onError(toError(error))
      else console.error(error)
    }
  }
  const cancel = (current) => {
    if (flow !== current) return
    end(current)
    options.onComplete?.({ paymentSessionState: 'canceled' })
    options.onCancel?.(current.orderId ? { orderId: current.orderId } : {})
  }
  /** Finishes by the order's state, after the window was closed or the payment canceled: the buyer may have approved it before. */
  const conclude = async (current) => {
    try {
      const order = await callApi('order', { ...credential, orderId: current.orderId })
      if (order.isApproved) await approve(current, order)
      else cancel(current)
    } catch (error) {
      fail(current, error)
    }
  }

  const watch = (current) => {
    let lastChecked = Date.now()
    let isConcluding = false
    current.timer = setInterval(async () => {
      if (isConcluding) return
      if (current.popup.closed) {
        isConcluding = true
        await conclude(current)
      } else if (Date.now() - lastChecked > checkIntervalMs) {
        lastChecked = Date.now()
        const order = await callApi('order', { ...credential, orderId: current.orderId }).catch(() => null)
        if (order?.isApproved) await approve(current, order)
      }
    }, pollMs)
  }

  const showWaiting = (current) => {
    current.dialog.show(
      createElement('h2', { textContent: 'Finish the payment in the PayPal window' }),
      createElement('p', { textContent: 'This page continues when you are done there.' }),
      createButton('Show the PayPal window', () => current.popup.focus(), 'main'),
      createButton('Cancel', () => (current.orderId ? conclude(current) : cancel(current))),
    )
  }
  const showChoices = (current, order) => {
    const pay = async (funding) => approve(current, await callApi('approve', { ...credential, orderId: order.orderId, funding }))
    current.dialog.show(...createChoices(order, pay, () => cancel(current)))
  }

  const start = async ({ presentationMode: mode = 'auto', fullPageOverlay, autoRedirect } = {}, orderPromise) => {
    const order = Promise.resolve(
      orderPromise ??
        (options.orderId
          ? { orderId: options.orderId }
          : Promise.reject(new PayPalSandboxError('ERR_DEV_ORDER_MISSING', 'start() needs an order: pass a promise of { orderId }.'))),
    )
    // An early return leaves its rejection unhandled otherwise.
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
    const isRedirect = mode === 'redirect' || mode === 'direct-app-switch'
    const isHidden = popup !== null && fullPageOverlay?.enabled === false
    if (!isRedirect && !isHidden) current.dialog = openDialog(() => (current.orderId ? conclude(current) : cancel(current)))
    if (popup && current.dialog) showWaiting(current)
    else current.dialog?.show(createElement('p', { textContent: 'One moment: the payment is being prepared.' }))
    try {
      current.orderId = (await order).orderId
      const state = await callApi('order', { ...credential, orderId: current.orderId })
      if (flow !== current) return
      if (state.isApproved) return await approve(current, state)
      if (!state.canBeApproved) throw new PayPalSandboxError('ORDER_CANNOT_BE_APPROVED', 'This order can no longer be approved.')
      if (isRedirect) {
        end(current)
        const redirectURL = getApprovalUrl(current.orderId).href
        if (autoRedirect?.enabled === false) return { redirectURL }
        return void window.location.assign(redirectURL)
      }
      if (!popup) return showChoices(current, state)
      popup.location.replace(`${getApprovalUrl(current.orderId).href}&flow=popup`)
      watch(current)
    } catch (error) {
      fail(current, error)
    }
  }

  const getReturnedToken = () => new URLSearchParams(window.location.search).get('token') ?? ''
  return {
    start,
    cancel: () => flow && cancel(flow),
    destroy: () => flow && end(flow),
    hasReturned: () => /^[0-9A-Z]{17}$/.test(getReturnedToken()),
    resume: async () => {
      const current = { popup: null, orderId: getReturnedToken(), timer: 0, dialog: null }
      flow = current
      await conclude(current)
    },
  }
}
