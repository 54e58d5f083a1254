/**
 * A simulator of PayPal's JavaScript SDK, version 6, for sandbox mode. It sets `window.paypal` with everything of the SDK that one-time
 * payments need, so that `@paypal/react-paypal-js/sdk-v6` works with it as with PayPal's own script.
 *
 * Loading: add `<script src="/sandbox/paypal/web-sdk/v6/core.js">` to the document and wait for its `load` BEFORE rendering
 * `<PayPalProvider environment="sandbox" clientToken={...}>`. The provider's loader uses an existing `window.paypal` whose version starts
 * with '6' and does not load paypal.com. The page must be of the product's own origin. The policy `script-src 'self'; connect-src 'self'` is
 * sufficient.
 *
 * start({ presentationMode }, orderPromise):
 * - 'auto' opens the approval page in a window; where windows are blocked, it shows the same choices in a dialog of this page.
 * - 'popup' and 'payment-handler' reject with `isRecoverable: true` where they are not possible. 'modal' always uses the dialog.
 * - 'redirect' goes to the approval page, which returns to the order's return_url with `token` and `PayerID`.
 * Call it directly in the click handler, or browsers block the window. A failed order or call is passed to `onError`.
 */
;(() => {
  const here = document.currentScript.src
  const load = (name) => import(new URL(name, here).href)

  const eligibility = (isEligible) => ({ isEligible, getDetails: () => ({ canBeVaulted: false }) })

  const createInstance = async ({ clientToken, clientId, components = [] } = {}) => {
    // Loaded when needed, as PayPal's own components are.
    const [{ callApi }, { createSession }] = await Promise.all([load('api.js'), load('session.js'), load('button.js')])
    const credential = clientToken === undefined ? { clientId } : { clientToken }
    await callApi('instance', credential)
    const base = {
      findEligibleMethods: async () => eligibility((method) => method === 'paypal'),
      hydrateEligibleMethods: (response) => eligibility((method) => response?.eligible_methods?.[method] !== undefined),
      updateLocale: () => {},
    }
    if (!components.includes('paypal-payments')) return base
    return { ...base, createPayPalOneTimePaymentSession: (options) => createSession(credential, options) }
  }

  window.paypal = { version: '6.0.0', createInstance }
})()
