/**
 * A stand-in for Stripe's browser script (release 'endive'), for the sandbox on this server. It sets `window.Stripe` with as much as paying
 * by card with the Payment Element needs, so that `@stripe/stripe-js` and `@stripe/react-stripe-js` can't tell it from Stripe's own.
 *
 * How to load it: add `<script src="/sandbox/stripe/v3/stripe.js">` to the document and wait for its `load`. `loadStripe` of
 * `@stripe/stripe-js/pure` then takes the `window.Stripe` that is there and doesn't ask js.stripe.com. The page must be of the product's own
 * origin; `script-src 'self'; connect-src 'self'` is enough, and no style is inline.
 *
 * As with Stripe: confirmPayment answers `{ error }`, or leaves for `confirmParams.return_url` with payment_intent,
 * payment_intent_client_secret and redirect_status; with `redirect: 'if_required'` it stays and answers `{ paymentIntent }`. What a caller
 * has done wrong rejects with an IntegrationError. createToken and createPaymentMethod answer that they do nothing here.
 */
;(() => {
  const here = document.currentScript.src
  const load = (name) => import(new URL(name, here).href)

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  /** The Payment Element. What it shows is loaded when it is mounted; `read` is for this script's own use. */
  const paymentElement = (key, elements, givenOptions) => {
    const listeners = new Map()
    const emit = (event, detail = {}) => {
      for (const listener of listeners.get(event) ?? []) listener({ elementType: 'payment', ...detail })
    }
    let options = givenOptions
    let place = null
    let fields = null
    const show = async (target) => {
      try {
        fields ??= (await load('card-fields.js')).cardFields({ key, elements, options, emit })
        if (place !== target) return
        target.replaceChildren(fields.host)
        await fields.ready()
      } catch (error) {
        const told = error?.type ? error : { type: 'api_connection_error', message: 'The card form could not be loaded. Reload the page.' }
        emit('loaderror', { error: told })
      }
    }
    const element = {
      mount(target) {
        const found = typeof target === 'string' ? document.querySelector(target) : target
        if (!found) throw new IntegrationError(`There is no element '${target}' to mount the Payment Element into.`)
        place = found
        void show(found)
      },
      unmount() {
        place?.replaceChildren()
        place = null
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
      read: () => (place && fields ? fields.read() : null),
    }
    return element
  }

  const elementsOf = (key, given = {}) => {
    let options = given
    let element = null
    const elements = {
      create(type, elementOptions = {}) {
        if (type !== 'payment') throw new IntegrationError(`The card sandbox has only the element 'payment', not '${type}'.`)
        if (element) throw new IntegrationError('Can only create one Element of type payment.')
        element = paymentElement(key, elements, elementOptions)
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

  const absent = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `The card sandbox has no ${name}. Use confirmPayment with the Payment Element.` },
  })

  const checkKey = (key) => {
    if (typeof key !== 'string' || key === '') throw new IntegrationError('Please call Stripe() with your publishable key.')
    if (key.startsWith('sk_'))
      throw new IntegrationError('You should not use your secret key with Stripe.js. Please pass a publishable key instead.')
    if (!/^pk_(test|live)_sim_/.test(key))
      throw new IntegrationError('The card sandbox takes only its own publishable keys (pk_test_sim_...), not a real one.')
  }

  const stripeFor = (key) => {
    checkKey(key)
    const confirm = async (name, ...given) => (await load('confirm.js'))[name]({ key, IntegrationError }, ...given)
    return {
      elements: (options) => elementsOf(key, options),
      confirmPayment: (options) => confirm('confirmPayment', options),
      confirmCardPayment: (clientSecret, data) => confirm('confirmCardPayment', clientSecret, data),
      handleNextAction: ({ clientSecret }) => confirm('handleNextAction', clientSecret),
      retrievePaymentIntent: (clientSecret) => confirm('retrievePaymentIntent', clientSecret),
      createToken: absent('createToken'),
      createPaymentMethod: absent('createPaymentMethod'),
      createConfirmationToken: absent('createConfirmationToken'),
      confirmSetup: absent('confirmSetup'),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }
  stripeFor.version = 'endive'
  window.Stripe = stripeFor
})()
