import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ApiError, missing } from '#simulators/stripe/core/errors.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, oneOf, optional, shape, text, webAddress } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { type Account, keep } from '#simulators/stripe/core/state.ts'

/** Where the hosted portal lives, below the product's origin. */
export const portalPath = '/sandbox/stripe/portal'

const params = shape({
  customer: text(),
  return_url: optional(webAddress),
  configuration: optional(text()),
  locale: optional(oneOf('auto', 'en')),
  expand: expandPaths,
})

const unconfigured = (mode: 'test' | 'live') =>
  `No configuration provided and your ${mode} mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in ${mode} mode at https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}settings/billing/portal.`

/** The account's only configuration, its default. */
const configurationOf = (account: Account) => `bpc_1${createHash('sha256').update(`portal:${account.id}`).digest('hex').slice(0, 23)}`

const open = (call: Call<ReturnType<typeof params>>): Stripe.BillingPortal.Session => {
  const { account, world, params: asked } = call
  const customer = existing(call, 'customer', asked.customer, 'customer')
  const configuration = configurationOf(account)
  if (asked.configuration !== undefined && (asked.configuration !== configuration || !world.state.portalConfigured))
    throw missing('configuration', asked.configuration)
  if (!world.state.portalConfigured) throw new ApiError(400, unconfigured(account.livemode ? 'live' : 'test'))
  const id = world.newId('bps_')
  const session = keep(account, 'billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration,
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: account.livemode,
    locale: asked.locale ?? null,
    on_behalf_of: null,
    return_url: asked.return_url ?? null,
    url: `${world.publicUrl}${portalPath}/${id}`,
  })
  world.changed()
  return session
}

/** The customer portal, in which a subscriber looks after his plan. */
export const portalRoutes: Route[] = [route('POST', '/v1/billing_portal/sessions', params, open)]
