/**
 * A simulator of Stripe.js (release 'endive') for sandbox mode. It sets `window.Stripe` with everything that card payments with the Payment
 * Element need, so that `@stripe/stripe-js` and `@stripe/react-stripe-js` work with it as with Stripe's own script.
 *
 * Loading: add `<script src="/sandbox/stripe/v3/stripe.js">` to the document and wait for its `load`. `loadStripe` of
 * `@stripe/stripe-js/pure` then uses the existing `window.Stripe` and does not load js.stripe.com. The page must be of the product's own
 * origin. The policy `script-src 'self'; connect-src 'self'` is sufficient; there are no inline styles.
 *
 * As with Stripe, confirmPayment resolves to `{ error }`, or redirects to `confirmParams.return_url` with payment_intent,
 * payment_intent_client_secret and redirect_status. With `redirect: 'if_required'` it resolves to `{ paymentIntent }` instead. Mistakes of
 * the caller reject with an IntegrationError. createToken and createPaymentMethod return an error.
 */
;(() => {
  const here = document.currentScript.src
  const load = (name) => import(new URL(name, here).href)

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  /** The Payment Element. Its form is loaded when it is mounted. `read` is for this script only. */
  const createPaymentElement = (key, elements, initialOptions) => {
    const listeners = new Map()
    const emit = (event, detail = {}) => {
      for (const listener of listeners.get(event) ?? []) listener({ elementType: 'payment', ...detail })
    }
    let options = initialOptions
    let container = null
    let fields = null
    const show = async (target) => {
      try {
        fields ??= (await load('card-fields.js')).cardFields({ key, elements, options, emit })
        if (container !== target) return
        target.replaceChildren(fields.host)
        await fields.ready()
      } catch (error) {
        const reported = error?.type
          ? error
          : { type: 'api_connection_error', message: 'The card form could not be loaded. Reload the page.' }
        emit('loaderror', { error: reported })
      }
    }
    const element = {
      mount(target) {
        const found = typeof target === 'string' ? document.querySelector(target) : target
        if (!found) throw new IntegrationError(`There is no element '${target}' to mount the Payment Element into.`)
        container = found
        void show(found)
      },
      unmount() {
        container?.replaceChildren()
        container = null
      },
      destroy() {
        element.unmount()
        elements.forget()
      },
      update(changes) {
        options = { ...options, ...changes }
      },
      on(event, listener) {
        listeners.set(event, [...(listeners.get(event) ?? []), listener])
        return element
      },
      once(event, listener) {
        const first = (detail) => {
          element.off(event, first)
          listener(detail)
        }
        return element.on(event, first)
      },
      off(event, listener) {
        listeners.set(event, listener ? (listeners.get(event) ?? []).filter((known) => known !== listener) : [])
        return element
      },
      focus: () => fields?.focus(),
      blur: () => document.activeElement?.blur?.(),
      clear: () => fields?.clear(),
      collapse: () => {},
      read: () => (container && fields ? fields.read() : null),
    }
    return element
  }

  const createElements = (key, initialOptions = {}) => {
    let options = initialOptions
    let element = null
    const elements = {
      create(type, elementOptions = {}) {
        if (type !== 'payment') throw new IntegrationError(`The card sandbox has only the element 'payment', not '${type}'.`)
        if (element) throw new IntegrationError('Can only create one Element of type payment.')
        element = createPaymentElement(key, elements, elementOptions)
        return element
      },
      getElement: (type) => (type === 'payment' ? element : null),
      update(changes) {
        options = { ...options, ...changes }
      },
      fetchUpdates: async () => ({}),
      submit: async () => {
        const read = element?.read()
        return read?.error ? { error: read.error } : { selectedPaymentMethod: 'card' }
      },
      options: () => options,
      forget() {
        element = null
      },
      on: () => elements,
    }
    return elements
  }

  const createUnsupported = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `The card sandbox has no ${name}. Use confirmPayment with the Payment Element.` },
  })

  const checkKey = (key) => {
    if (typeof key !== 'string' || key === '') throw new IntegrationError('Please call Stripe() with your publishable key.')
    if (key.startsWith('sk_'))
      throw new IntegrationError('You should not use your secret key with Stripe.js. Please pass a publishable key instead.')
    if (!/^pk_(test|live)_sim_/.test(key))
      throw new IntegrationError('The card sandbox takes only its own publishable keys (pk_test_sim_...), not a real one.')
  }

  const createStripe = (key) => {
    checkKey(key)
    const confirm = async (name, ...args) => (await load('confirm.js'))[name]({ key, IntegrationError }, ...args)
    return {
      elements: (options) => createElements(key, options),
      confirmPayment: (options) => confirm('confirmPayment', options),
      confirmCardPayment: (clientSecret, data) => confirm('confirmCardPayment', clientSecret, data),
      handleNextAction: ({ clientSecret }) => confirm('handleNextAction', clientSecret),
      retrievePaymentIntent: (clientSecret) => confirm('retrievePaymentIntent', clientSecret),
      createToken: createUnsupported('createToken'),
      createPaymentMethod: createUnsupported('createPaymentMethod'),
      createConfirmationToken: createUnsupported('createConfirmationToken'),
      confirmSetup: createUnsupported('confirmSetup'),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }
  createStripe.version = 'endive'
  window.Stripe = createStripe
})()
