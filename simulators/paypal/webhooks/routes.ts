import { isLoopbackHost } from '#simulators/kit/http.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { badRequest, notFound, plainError } from '#simulators/paypal/core/errors.ts'
import { readObject, readText, readUrl } from '#simulators/paypal/core/params.ts'
import type { ApiCall, Route } from '#simulators/paypal/core/route.ts'
import { findById, type Webhook } from '#simulators/paypal/core/state.ts'

const maxWebhooks = 10

const toWebhookObject = (context: Context, { id, url, eventTypes }: Webhook) => {
  const self = `${context.origin()}/v1/notifications/webhooks/${id}`
  return {
    id,
    url,
    event_types: eventTypes.map((name) => ({ name, description: name === '*' ? 'All events.' : `Event ${name}.`, status: 'ENABLED' })),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'update', method: 'PATCH' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  }
}

/** PayPal delivers only to https on port 443. The product and this machine are allowed, too. */
const isReachable = (url: URL, publicUrl: string) =>
  url.origin === publicUrl || isLoopbackHost(url.host) || (url.protocol === 'https:' && url.port === '')

const create = ({ account, context, body }: ApiCall) => {
  const params = readObject(body, '/')
  const url = readUrl(params.url, '/url')
  if (!isReachable(new URL(url), context.publicUrl))
    throw plainError(400, 'VALIDATION_ERROR', 'Not a valid webhook URL. It must be an https address on port 443.')
  if (!Array.isArray(params.event_types) || params.event_types.length === 0)
    throw badRequest('MISSING_REQUIRED_PARAMETER', { field: '/event_types' })
  const eventTypes = params.event_types.map((type: unknown, index: number) => {
    const field = `/event_types/${index}`
    const name = readText(readObject(type, field).name, `${field}/name`, 100)
    if (name !== '*' && !/^[A-Z][A-Z-]*(\.[A-Z-]+)+$/.test(name)) throw badRequest('INVALID_PARAMETER_VALUE', { field: `${field}/name` })
    return name
  })
  const all = Object.values(account.webhooks)
  if (all.some((webhook) => webhook.url === url)) throw plainError(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists')
  if (all.length >= maxWebhooks)
    throw plainError(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', `The webhooks number limit of ${maxWebhooks} is exceeded.`)
  const webhook: Webhook = { id: context.ids.resource(), url, eventTypes }
  account.webhooks[webhook.id] = webhook
  context.changed()
  return { status: 201, body: toWebhookObject(context, webhook) }
}

const retrieve = ({ account, id }: ApiCall): Webhook => {
  const webhook = findById(account.webhooks, id)
  if (!webhook) throw notFound()
  return webhook
}

const remove = (call: ApiCall) => {
  delete call.account.webhooks[retrieve(call).id]
  call.context.changed()
  return { status: 204, body: null }
}

export const webhookRoutes: Route[] = [
  { method: 'POST', path: '/v1/notifications/webhooks', run: create },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    run: ({ account, context }) => ({
      status: 200,
      body: { webhooks: Object.values(account.webhooks).map((webhook) => toWebhookObject(context, webhook)) },
    }),
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks/:id',
    run: (call) => ({ status: 200, body: toWebhookObject(call.context, retrieve(call)) }),
  },
  { method: 'DELETE', path: '/v1/notifications/webhooks/:id', run: remove },
]
