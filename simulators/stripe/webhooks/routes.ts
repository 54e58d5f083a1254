import type Stripe from 'stripe'
import { listOf, listParams } from '#simulators/stripe/core/lists.ts'
import { existing as existingObject } from '#simulators/stripe/core/lookup.ts'
import { expandPaths, list, metadata, oneOf, optional, shape, text, webAddress } from '#simulators/stripe/core/params.ts'
import { type Call, type Route, route } from '#simulators/stripe/core/route.ts'
import { keep } from '#simulators/stripe/core/state.ts'
import { newSecret } from './secrets.ts'

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
    id: world.newId('we_'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: world.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: account.livemode,
    metadata: params.metadata,
    status: 'enabled',
    url: params.url,
  })
  const secret = newSecret(world)
  account.webhookSecrets[endpoint.id] = secret
  world.changed()
  // As with Stripe, this is the only answer that ever carries the secret.
  return { ...endpoint, secret }
}

const existing = (call: Call<unknown>): Stripe.WebhookEndpoint => existingObject(call, 'webhook_endpoint', call.id)

const updateParams = shape({
  url: optional(webAddress),
  enabled_events: optional(list(text(), 300)),
  description: optional(text()),
  disabled: optional(oneOf('true', 'false')),
  metadata,
  expand: expandPaths,
})

/** Changes what was sent and leaves the rest, the secret too. */
const update = (call: Call<ReturnType<typeof updateParams>>): Stripe.WebhookEndpoint => {
  const endpoint = existing(call)
  const { url, enabled_events, description, disabled, metadata: added } = call.params
  if (url !== undefined) endpoint.url = url
  if (enabled_events !== undefined) endpoint.enabled_events = enabled_events
  if (description !== undefined) endpoint.description = description
  if (disabled !== undefined) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled'
  Object.assign(endpoint.metadata, added)
  call.world.changed()
  return endpoint
}

const remove = (call: Call<unknown>): Stripe.DeletedWebhookEndpoint => {
  const { id } = existing(call)
  delete call.account.objects.webhook_endpoint[id]
  delete call.account.webhookSecrets[id]
  delete call.account.oldSecrets[id]
  call.world.changed()
  return { id, object: 'webhook_endpoint', deleted: true }
}

const read = shape({ expand: expandPaths })

/** Where an account wants its events sent. */
export const webhookRoutes: Route[] = [
  route('POST', '/v1/webhook_endpoints', createParams, create),
  route('GET', '/v1/webhook_endpoints', listParams(), listOf('webhook_endpoint', '/v1/webhook_endpoints')),
  route('GET', '/v1/webhook_endpoints/:id', read, existing),
  route('POST', '/v1/webhook_endpoints/:id', updateParams, update),
  route('DELETE', '/v1/webhook_endpoints/:id', read, remove),
]
