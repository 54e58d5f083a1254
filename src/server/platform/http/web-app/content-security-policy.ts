/** Where PayPal's script comes from, and what it loads, frames and asks in turn: the hosts that PayPal names for its script's version 6. */
const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Where Stripe's card fields come from, what they ask, and where banks ask their questions: the hosts that Stripe names for its script. */
const stripeHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  asked: ['https://api.stripe.com'],
}

/** Whose scripts a page of the app runs beside our own. */
export type ThirdPartyScripts = { paypal: boolean; stripe: boolean }

/**
 * What a page of the app may load, and what it may make scripts of. PayPal's hosts are let in on the pay page alone, where its button stands, and
 * Stripe's on the page of plans, where cards are taken; no other page runs a script from elsewhere, nor turns text into markup or into a script's
 * address but by the one policy of `web/lib/own-script.ts`. The guests' scripts know no such types.
 * @param nonce of this answer: the page's own styles carry it, and those that PayPal's script adds
 * @param uploadOrigin another origin that pages may send uploads to
 */
export const buildPagePolicy = (nonce: string, uploadOrigin: string | null, guests: ThirdPartyScripts): string => {
  const paypal = guests.paypal ? paypalHosts : []
  const stripe = guests.stripe ? stripeHosts : { scripts: [], frames: [], asked: [] }
  const hasGuests = guests.paypal || guests.stripe
  const directives: [name: string, ...sources: (string | null)[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...paypal, ...stripe.scripts],
    ['style-src', "'self'", `'nonce-${nonce}'`, ...paypal],
    ['img-src', "'self'", 'data:', 'blob:', ...paypal],
    ['font-src', "'self'", ...paypal],
    ['connect-src', "'self'", uploadOrigin, ...paypal, ...stripe.asked],
    ...(hasGuests ? [['frame-src', "'self'", ...paypal, ...stripe.frames] as [string, ...string[]]] : []),
    ['manifest-src', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['object-src', "'none'"],
    ...(hasGuests
      ? []
      : ([
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'billfold'],
        ] as [string, string][])),
  ]
  return directives.map((words) => words.filter(Boolean).join(' ')).join('; ')
}
