import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, findAnywhere } from '#simulators/stripe/core/state.ts'

export type Body = Record<string, unknown>
/** What the plane can do, by method and path. */
export type Actions = Record<string, (body: Body) => object | Promise<object>>

/** `otherwise` when it was not sent; throws 400 unless it is whole and within bounds. */
export const wholeNumber = (body: Body, name: string, otherwise: number, min: number, max: number): number => {
  const value = body[name]
  if (value === undefined) return otherwise
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new ApiError(400, `'${name}' must be a whole number from ${min} to ${max}.`)
}

export const textOf = (body: Body, name: string): string => {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ApiError(400, `'${name}' must be a text.`)
}

export const oneOf = <const T extends string>(body: Body, name: string, allowed: readonly T[]): T => {
  const found = allowed.find((word) => word === body[name])
  if (found !== undefined) return found
  throw new ApiError(400, `'${name}' must be one of ${allowed.join(', ')}.`)
}

/** The webhook endpoint that `endpoint` names, in whichever account it is. Throws 404. */
export const endpointOf = (world: World, body: Body): { account: Account; object: Stripe.WebhookEndpoint } => {
  const id = textOf(body, 'endpoint')
  const found = findAnywhere(world.state, 'webhook_endpoint', id)
  if (!found) throw new ApiError(404, `No account has the webhook endpoint '${id}'.`)
  return found
}
