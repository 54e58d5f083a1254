import type Stripe from 'stripe'
import { createListHandler, listParams } from '#simulators/stripe/core/lists.ts'
import { expandPaths, list, metadata, oneOf, optional, shape, text, webUrl } from '#simulators/stripe/core/params.ts'
import { noParams, retrieve } from '#simulators/stripe/core/retrieve.ts'
import { type ApiCall, defineRoute, type Route } from '#simulators/stripe/core/route.ts'
import { store } from '#simulators/stripe/core/state.ts'
import { createSecret } from './secrets.ts'

const createParams = shape({
  url: webUrl,
  enabled_events: list(text(), 300),
  api_version: optional(text(40)),
  description: optional(text()),
  metadata,
  expand: expandPaths,
})

const create = ({ account, context, params }: ApiCall<ReturnType<typeof createParams>>): Stripe.WebhookEndpoint => {
  const endpoint = store(account, 'webhook_endpoint', {
    id: context.newId('we_'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: context.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: account.livemode,
    metadata: params.metadata,
    status: 'enabled',
    url: params.url,
  })
  const secret = createSecret(context)
  account.webhookSecrets[endpoint.id] = secret
  context.changed()
  // As with Stripe, no other response contains the secret.
  return { ...endpoint, secret }
}

const retrieveEndpoint = (call: ApiCall<unknown>): Stripe.WebhookEndpoint => retrieve(call, 'webhook_endpoint', call.id)

const updateParams = shape({
  url: optional(webUrl),
  enabled_events: optional(list(text(), 300)),
  description: optional(text()),
  disabled: optional(oneOf('true', 'false')),
  metadata,
  expand: expandPaths,
})

const update = (call: ApiCall<ReturnType<typeof updateParams>>): Stripe.WebhookEndpoint => {
  const endpoint = retrieveEndpoint(call)
  const { url, enabled_events, description, disabled, metadata: added } = call.params
  if (url !== undefined) endpoint.url = url
  if (enabled_events !== undefined) endpoint.enabled_events = enabled_events
  if (description !== undefined) endpoint.description = description
  if (disabled !== undefined) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled'
  Object.assign(endpoint.metadata, added)
  call.context.changed()
  return endpoint
}

const remove = (call: ApiCall<unknown>): Stripe.DeletedWebhookEndpoint => {
  const { id } = retrieveEndpoint(call)
  delete call.account.objects.webhook_endpoint[id]
  delete call.account.webhookSecrets[id]
  delete call.account.oldSecrets[id]
  call.context.changed()
  return { id, object: 'webhook_endpoint', deleted: true }
}

export const webhookRoutes: Route[] = [
  defineRoute('POST', '/v1/webhook_endpoints', createParams, create),
  defineRoute('GET', '/v1/webhook_endpoints', listParams(), createListHandler('webhook_endpoint', '/v1/webhook_endpoints')),
  defineRoute('GET', '/v1/webhook_endpoints/:id', noParams, retrieveEndpoint),
  defineRoute('POST', '/v1/webhook_endpoints/:id', updateParams, update),
  defineRoute('DELETE', '/v1/webhook_endpoints/:id', noParams, remove),
]
