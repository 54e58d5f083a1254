import { isJsonObject } from '#simulators/kit/http.ts'
import { findValidToken, getAccount } from '#simulators/paypal/accounts/accounts.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { plainError } from '#simulators/paypal/core/errors.ts'
import { type Account, findById } from '#simulators/paypal/core/state.ts'
import { getPayerId } from '#simulators/paypal/orders/buyer.ts'
import { approveOrder, canBeApproved, findOrder } from '#simulators/paypal/orders/lifecycle.ts'
import { formatTotal, fundingSources, parseFunding } from './order-pages.ts'

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** A browser's client token must be bound to this host; a known client id will do, too. */
const authenticateBrowser = (context: Context, { clientToken, clientId }: Record<string, unknown>): Account => {
  if (typeof clientId === 'string' && clientToken === undefined) {
    const known = findById(context.state.accounts, clientId)
    if (known) return known
    throw plainError(401, 'INVALID_CLIENT_ID', 'The client id is not known here.')
  }
  const token = typeof clientToken === 'string' ? findValidToken(context, clientToken, 'client') : null
  if (!token) throw plainError(401, 'INVALID_CLIENT_TOKEN', 'The client token is wrong or has expired. Ask the server for a new one.')
  const host = new URL(context.publicUrl).hostname
  if (!token.domains.some((domain) => isWithin(host, domain)))
    throw plainError(403, 'INVALID_CLIENT_TOKEN', `The client token is bound to ${token.domains.join(', ')}, but this page is at ${host}.`)
  return getAccount(context, token.clientId)
}

const retrieveOrder = (context: Context, account: Account, id: unknown) => {
  const order = typeof id === 'string' ? findOrder(context, account, id) : undefined
  if (!order) throw plainError(404, 'RESOURCE_NOT_FOUND', 'The order does not exist, has expired, or belongs to another business.')
  return order
}

/** @throws PayPalError */
export const createBrowserApi =
  (context: Context) =>
  (call: string, body: unknown): object => {
    const params = isJsonObject(body) ? body : {}
    const account = authenticateBrowser(context, params)
    if (call === 'instance') return { merchantId: account.merchantId }
    const order = retrieveOrder(context, account, params.orderId)
    if (call === 'approve') {
      const funding = parseFunding(params.funding)
      if (!funding || !canBeApproved(order)) throw plainError(422, 'ORDER_CANNOT_BE_APPROVED', `The order is ${order.status}.`)
      approveOrder(context, account, order, funding)
    } else if (call !== 'order') throw plainError(404, 'NOT_FOUND', 'There is no such call.')
    return {
      orderId: order.id,
      isApproved: order.status === 'APPROVED' || order.status === 'COMPLETED',
      canBeApproved: canBeApproved(order),
      payerId: getPayerId(order),
      total: formatTotal(order),
      business: order.brandName,
      description: order.unit.description ?? '',
      fundings: fundingSources,
    }
  }
