import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ApiError, resourceMissing } from '#simulators/stripe/core/errors.ts'
import { expandPaths, oneOf, optional, shape, text, webUrl } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

export const portalPath = '/sandbox/stripe/portal'

const params = shape({
  customer: text(),
  return_url: optional(webUrl),
  configuration: optional(text()),
  locale: optional(oneOf('auto', 'en')),
  expand: expandPaths,
})

const getUnconfiguredMessage = (mode: 'test' | 'live') =>
  `No configuration provided and your ${mode} mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in ${mode} mode at https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}settings/billing/portal.`

/** The account's only one. */
const getConfigurationId = (account: Account) => `bpc_1${createHash('sha256').update(`portal:${account.id}`).digest('hex').slice(0, 23)}`

const createSession = (call: ApiCall<ReturnType<typeof params>>): Stripe.BillingPortal.Session => {
  const { account, context, params: requested } = call
  const customer = retrieve(call, 'customer', requested.customer, 'customer')
  const configuration = getConfigurationId(account)
  if (requested.configuration !== undefined && (requested.configuration !== configuration || !context.state.portalConfigured))
    throw resourceMissing('configuration', requested.configuration)
  if (!context.state.portalConfigured) throw new ApiError(400, getUnconfiguredMessage(account.livemode ? 'live' : 'test'))
  const id = context.newId('bps_')
  const session = store(account, 'billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration,
    created: context.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: account.livemode,
    locale: requested.locale ?? null,
    on_behalf_of: null,
    return_url: requested.return_url ?? null,
    url: `${context.publicUrl}${portalPath}/${id}`,
  })
  context.changed()
  return session
}

export const portalRoutes: Route[] = [defineRoute('POST', '/v1/billing_portal/sessions', params, createSession)]
