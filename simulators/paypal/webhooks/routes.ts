import { isLoopbackHost } from '#simulators/kit/http.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { badRequest, notFound, plainError } from '#simulators/paypal/core/errors.ts'
import { text, tree, webAddress } from '#simulators/paypal/core/params.ts'
import type { Call, Route } from '#simulators/paypal/core/route.ts'
import { own, type Webhook } from '#simulators/paypal/core/state.ts'

const maxWebhooks = 10

const shown = (world: World, { id, url, eventTypes }: Webhook) => {
  const self = `${world.origin()}/v1/notifications/webhooks/${id}`
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

/** PayPal delivers to https on port 443 only; this product and this machine are reached as they are. */
const isReachable = (url: URL, publicUrl: string) =>
  url.origin === publicUrl || isLoopbackHost(url.host) || (url.protocol === 'https:' && url.port === '')

const create = ({ account, world, body }: Call) => {
  const wish = tree(body, '/')
  const url = webAddress(wish.url, '/url')
  if (!isReachable(new URL(url), world.publicUrl))
    throw plainError(400, 'VALIDATION_ERROR', 'Not a valid webhook URL. It must be an https address on port 443.')
  if (!Array.isArray(wish.event_types) || wish.event_types.length === 0)
    throw badRequest('MISSING_REQUIRED_PARAMETER', { field: '/event_types' })
  const eventTypes = wish.event_types.map((type: unknown, index: number) => {
    const field = `/event_types/${index}`
    const name = text(tree(type, field).name, `${field}/name`, 100)
    if (name !== '*' && !/^[A-Z][A-Z-]*(\.[A-Z-]+)+$/.test(name)) throw badRequest('INVALID_PARAMETER_VALUE', { field: `${field}/name` })
    return name
  })
  const all = Object.values(account.webhooks)
  if (all.some((webhook) => webhook.url === url)) throw plainError(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists')
  if (all.length >= maxWebhooks)
    throw plainError(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', `The webhooks number limit of ${maxWebhooks} is exceeded.`)
  const webhook: Webhook = { id: world.ids.resource(), url, eventTypes }
  account.webhooks[webhook.id] = webhook
  world.changed()
  return { status: 201, body: shown(world, webhook) }
}

const existing = ({ account, id }: Call): Webhook => {
  const webhook = own(account.webhooks, id)
  if (!webhook) throw notFound()
  return webhook
}

const remove = (call: Call) => {
  delete call.account.webhooks[existing(call).id]
  call.world.changed()
  return { status: 204, body: null }
}

/** Where an app wants its events sent. */
export const webhookRoutes: Route[] = [
  { method: 'POST', path: '/v1/notifications/webhooks', run: create },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    run: ({ account, world }) => ({
      status: 200,
      body: { webhooks: Object.values(account.webhooks).map((webhook) => shown(world, webhook)) },
    }),
  },
  { method: 'GET', path: '/v1/notifications/webhooks/:id', run: (call) => ({ status: 200, body: shown(call.world, existing(call)) }) },
  { method: 'DELETE', path: '/v1/notifications/webhooks/:id', run: remove },
]
