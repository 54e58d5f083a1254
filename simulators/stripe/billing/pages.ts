import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '#simulators/stripe/core/context.ts'
import { portalHandler } from './portal/handler.ts'
import { browserHandler } from './stripe-js/handler.ts'

/** What subscribers' browsers ask for: Stripe's script and its calls, and the customer portal. Gives false for every other path. */
export const billingPages = (world: World) => {
  const handlers = [browserHandler(world), portalHandler(world)]
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const url = new URL(req.url ?? '/', world.publicUrl)
    for (const answer of handlers) if (await answer(req, res, url)) return true
    return false
  }
}
