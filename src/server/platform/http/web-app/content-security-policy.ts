import { createHash } from 'node:crypto'

/** For PayPal's JavaScript SDK version 6 and what it loads, as PayPal documents them. */
const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** For Stripe.js, its card fields and 3-D Secure, as Stripe documents them. */
const stripeHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

export type ThirdPartyScripts = { paypal: boolean; stripe: boolean }

/**
 * Only the pay page loads PayPal's scripts and only the subscribe page Stripe's, which do not support Trusted Types. Everywhere else these
 * restrict script URLs and markup to the web app's own policy ('billfold').
 */
export const buildPagePolicy = (nonce: string, scripts: ThirdPartyScripts, inlineScripts: readonly string[]): string => {
  const paypal = scripts.paypal ? paypalHosts : []
  const stripe = scripts.stripe ? stripeHosts : { scripts: [], frames: [], connections: [] }
  const hasThirdPartyScripts = scripts.paypal || scripts.stripe
  const directives: [name: string, ...sources: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inlineScripts.map(hashSource), ...paypal, ...stripe.scripts],
    ['style-src', "'self'", `'nonce-${nonce}'`, ...paypal],
    ['img-src', "'self'", 'data:', 'blob:', ...paypal],
    ['font-src', "'self'", ...paypal],
    ['connect-src', "'self'", ...paypal, ...stripe.connections],
    ...(hasThirdPartyScripts ? [['frame-src', "'self'", ...paypal, ...stripe.frames] as [string, ...string[]]] : []),
    ['manifest-src', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['object-src', "'none'"],
    ...(hasThirdPartyScripts
      ? []
      : ([
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'billfold'],
        ] as [string, string][])),
  ]
  return directives.map((parts) => parts.join(' ')).join('; ')
}
