import { demoIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Caller, Route } from '#server/platform/http/route.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { subscriptionApi } from '#shared/contract/subscription.ts'
import { tokensApi } from '#shared/contract/tokens.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'

const keyFields = ['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret']
const hasKeys = (body: unknown) => keyFields.some((name) => Boolean((body as Record<string, unknown>)[name]))

/** Nothing that outlives a demo account, and nothing with real money. `only` limits it to some requests, by their body. */
const refused: readonly { endpoint: AnyEndpoint; what: string; only?: (body: unknown) => boolean }[] = [
  { endpoint: tokensApi.create, what: 'API tokens' },
  { endpoint: subscriptionApi.getOrCreate, what: 'Plans' },
  { endpoint: subscriptionApi.portal, what: 'Plans' },
  { endpoint: businessProfileApi.create, what: 'Payment keys', only: hasKeys },
  { endpoint: businessProfileApi.update, what: 'Payment keys', only: hasKeys },
]

type DemoRequest = { user: Caller; body: unknown }

export const withDemoRefusals = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    const refusal = refused.find(({ endpoint }) => endpoint === route.endpoint)
    if (!refusal) return route
    const handle = route.handle as unknown as (request: DemoRequest) => unknown
    const guarded = async (request: DemoRequest) => {
      if (refusal.only === undefined || refusal.only(request.body)) {
        const { user } = request
        const demos = await user.tx((db) => db.rows('select 1 from users where id = $1 and issuer = $2', [user.id, demoIssuer]))
        if (demos.length > 0) throw new AppError(403, `${refusal.what} are not part of the demo. Create your own account to use them.`)
      }
      return handle(request)
    }
    return { ...route, handle: guarded as unknown as Route['handle'] }
  })
