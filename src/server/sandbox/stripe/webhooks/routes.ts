import type Stripe from 'stripe'
import { missing } from '../core/errors.ts'
import { newId, randomText } from '../core/ids.ts'
import { expandPaths, integer, list, metadata, optional, shape, text, webAddress } from '../core/readers.ts'
import { type Call, type Route, route } from '../core/route.ts'
import { find, keep } from '../core/state.ts'

const createParams = shape({
  url: webAddress,
  enabled_events: list(text(), 300),
  api_version: optional(text(40)),
  description: optional(text()),
  metadata,
  expand: expandPaths,
})

const create = ({ account, world, params }: Call<ReturnType<typeof createParams>>): Stripe.WebhookEndpoint => {
  const endpoint = keep(account, 'webhook_endpoint', {
    id: newId('we_'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: world.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: params.metadata,
    status: 'enabled',
    url: params.url,
  })
  const secret = `whsec_${randomText(32)}`
  account.webhookSecrets[endpoint.id] = secret
  world.changed()
  // As with Stripe, this is the only answer that ever carries the secret.
  return { ...endpoint, secret }
}

const existing = ({ account, id }: Call<unknown>): Stripe.WebhookEndpoint => {
  const endpoint = find(account, 'webhook_endpoint', id)
  if (!endpoint) throw missing('webhook endpoint', id, 'webhook_endpoint')
  return endpoint
}

const remove = (call: Call<unknown>): Stripe.DeletedWebhookEndpoint => {
  const { id } = existing(call)
  delete call.account.objects.webhook_endpoint[id]
  delete call.account.webhookSecrets[id]
  call.world.changed()
  return { id, object: 'webhook_endpoint', deleted: true }
}

const listParams = shape({
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  expand: expandPaths,
})

const page = ({ account, params }: Call<ReturnType<typeof listParams>>): Stripe.ApiList<Stripe.WebhookEndpoint> => {
  const all = Object.values(account.objects.webhook_endpoint).reverse()
  const start = params.starting_after ? all.findIndex((endpoint) => endpoint.id === params.starting_after) + 1 : 0
  if (params.starting_after && start === 0) throw missing('webhook endpoint', params.starting_after, 'starting_after')
  const end = start + (params.limit ?? 10)
  return { object: 'list', data: all.slice(start, end), has_more: end < all.length, url: '/v1/webhook_endpoints' }
}

const read = shape({ expand: expandPaths })

/** Where an account wants its events sent. */
export const webhookRoutes: Route[] = [
  route('POST', '/v1/webhook_endpoints', createParams, create),
  route('GET', '/v1/webhook_endpoints', listParams, page),
  route('GET', '/v1/webhook_endpoints/:id', read, existing),
  route('DELETE', '/v1/webhook_endpoints/:id', read, remove),
]
