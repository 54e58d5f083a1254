import { advanceSubscriptions } from './billing/subscriptions/clock.ts'
import { expireOverdue } from './checkout/lifecycle.ts'
import { settleDebit } from './checkout/pay.ts'
import type { World } from './core/context.ts'
import { type Account, type Due, find } from './core/state.ts'
import { settleRefund } from './payments/refund-status.ts'

const settle = (world: World, account: Account, { what, id, outcome }: Due) => {
  if (what === 'bank') {
    const intent = find(account, 'payment_intent', id)
    if (intent) settleDebit(world, account, intent, outcome)
  } else {
    const refund = find(account, 'refund', id)
    if (refund) settleRefund(world, account, refund, outcome)
  }
}

/** Does in all accounts what the clock has brought due, so that the events go out even if nobody asks. */
export const catchUp = (world: World) => {
  expireOverdue(world)
  for (const account of Object.values(world.state.accounts)) {
    advanceSubscriptions(world, account)
    const due = account.due.filter(({ at }) => at <= world.now())
    if (due.length === 0) continue
    account.due = account.due.filter((one) => !due.includes(one))
    for (const one of due) settle(world, account, one)
  }
}
