/**
 * A stand-in for PayPal's browser script (JavaScript SDK, version 6), for the sandbox on this server. It sets `window.paypal` with as much
 * of the SDK as one-time payments need, so that `@paypal/react-paypal-js/sdk-v6` can't tell it from PayPal's own.
 *
 * How to load it: add `<script src="/sandbox/paypal/web-sdk/v6/core.js">` to the document and wait for its `load` BEFORE rendering
 * `<PayPalProvider environment="sandbox" clientToken={...}>`. The provider's loader takes a `window.paypal` whose version begins with '6'
 * and then doesn't ask paypal.com. The page must be of the product's own origin; `script-src 'self'; connect-src 'self'` is enough.
 *
 * start({ presentationMode }, orderPromise):
 * - 'auto' opens the approval page in a window, and where windows are blocked shows the same choices in a dialog of this page;
 * - 'popup' and 'payment-handler' reject with `isRecoverable: true` where that is not possible; 'modal' always uses the dialog;
 * - 'redirect' leaves for the approval page, which comes back to the order's return_url with `token` and `PayerID`.
 * Call it straight from the click, or browsers block the window. A failed order or call goes to `onError`.
 */
;(() => {
  const here = document.currentScript.src
  const load = (name) => import(new URL(name, here).href)

  const eligibility = (isEligible) => ({ isEligible, getDetails: () => ({ canBeVaulted: false }) })

  const createInstance = async ({ clientToken, clientId, components = [] } = {}) => {
    // Loaded as they are needed, as PayPal's own components are.
    const [{ ask }, { createSession }] = await Promise.all([load('ask.js'), load('session.js'), load('button.js')])
    const credential = clientToken === undefined ? { clientId } : { clientToken }
    await ask('instance', credential)
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
