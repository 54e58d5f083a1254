import { demoIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Caller, Route } from '#server/platform/http/route.ts'

type DemoRequest = { user: Caller; body: unknown }

export const withDemoRefusals = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    const { notInDemo } = route.endpoint
    if (!notInDemo) return route
    const handle = route.handle as unknown as (request: DemoRequest) => unknown
    const guarded = async (request: DemoRequest) => {
      if (notInDemo.only(request.body)) {
        const { user } = request
        const demos = await user.tx((db) => db.rows('select 1 from users where id = $1 and issuer = $2', [user.id, demoIssuer]))
        if (demos.length > 0) throw new AppError(403, `${notInDemo.what} are not part of the demo. Create your own account to use them.`)
      }
      return handle(request)
    }
    return { ...route, handle: guarded as unknown as Route['handle'] }
  })
