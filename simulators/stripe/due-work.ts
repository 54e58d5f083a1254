import { advanceSubscriptions } from './billing/subscriptions/advance.ts'
import { expireOverdueSessions } from './checkout/lifecycle.ts'
import { settleDebit } from './checkout/pay.ts'
import type { Context } from './core/context.ts'
import { type Account, findObject, type ScheduledOutcome } from './core/state.ts'
import { settleRefund } from './payments/refund-status.ts'

const settle = (context: Context, account: Account, { what, id, outcome }: ScheduledOutcome) => {
  if (what === 'bank') {
    const intent = findObject(account, 'payment_intent', id)
    if (intent) settleDebit(context, account, intent, outcome)
  } else {
    const refund = findObject(account, 'refund', id)
    if (refund) settleRefund(context, account, refund, outcome)
  }
}

/** At the simulator's time, so that events are sent without a request. */
export const runDueWork = (context: Context) => {
  expireOverdueSessions(context)
  for (const account of Object.values(context.state.accounts)) {
    advanceSubscriptions(context, account)
    const due = account.due.filter(({ at }) => at <= context.now())
    if (due.length === 0) continue
    account.due = account.due.filter((outcome) => !due.includes(outcome))
    for (const outcome of due) settle(context, account, outcome)
  }
}
