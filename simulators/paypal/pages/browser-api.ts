import { accountOf, goodToken } from '#simulators/paypal/accounts/accounts.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { plainError } from '#simulators/paypal/core/errors.ts'
import { isTree } from '#simulators/paypal/core/params.ts'
import { type Account, own } from '#simulators/paypal/core/state.ts'
import { payerIdOf } from '#simulators/paypal/orders/buyer.ts'
import { approve, canBeApproved, findOrder } from '#simulators/paypal/orders/lifecycle.ts'
import { totalOf } from './approval-page.ts'
import { fundingOf, fundings } from './funding.ts'

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** The app that a browser speaks for: by a client token of this page's host, or by a client id that has been used. */
const accountOfBrowser = (world: World, { clientToken, clientId }: Record<string, unknown>): Account => {
  if (typeof clientId === 'string' && clientToken === undefined) {
    const known = own(world.state.accounts, clientId)
    if (known) return known
    throw plainError(401, 'INVALID_CLIENT_ID', 'The client id is not known here.')
  }
  const token = typeof clientToken === 'string' ? goodToken(world, clientToken, 'client') : null
  if (!token) throw plainError(401, 'INVALID_CLIENT_TOKEN', 'The client token is wrong or has expired. Ask the server for a new one.')
  const host = new URL(world.publicUrl).hostname
  if (!token.domains.some((domain) => isWithin(host, domain)))
    throw plainError(403, 'INVALID_CLIENT_TOKEN', `The client token is bound to ${token.domains.join(', ')}, but this page is at ${host}.`)
  return accountOf(world, token.clientId)
}

const orderOf = (world: World, account: Account, id: unknown) => {
  const order = typeof id === 'string' ? findOrder(world, account, id) : undefined
  if (!order) throw plainError(404, 'RESOURCE_NOT_FOUND', 'The order does not exist, has expired, or belongs to another business.')
  return order
}

/** What the browser's script asks for: `instance`, `order`, `approve`. Throws PayPalError. */
export const browserApi =
  (world: World) =>
  (call: string, body: unknown): object => {
    const given = isTree(body) ? body : {}
    const account = accountOfBrowser(world, given)
    if (call === 'instance') return { merchantId: account.merchantId }
    const order = orderOf(world, account, given.orderId)
    if (call === 'approve') {
      const funding = fundingOf(given.funding)
      if (!funding || !canBeApproved(order)) throw plainError(422, 'ORDER_CANNOT_BE_APPROVED', `The order is ${order.status}.`)
      approve(world, account, order, funding)
    } else if (call !== 'order') throw plainError(404, 'NOT_FOUND', 'There is no such call.')
    return {
      orderId: order.id,
      isApproved: order.status === 'APPROVED' || order.status === 'COMPLETED',
      canBeApproved: canBeApproved(order),
      payerId: payerIdOf(order),
      total: totalOf(order),
      business: order.brandName,
      description: order.unit.description ?? '',
      fundings,
    }
  }
