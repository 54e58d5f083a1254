import { html } from '#simulators/kit/pages/html.ts'
import type { Capture, Order } from '#simulators/paypal/core/state.ts'
import { totalOf } from './approval-page.ts'
import { noticePage } from './notice-page.ts'

const settleForm = html`<form method="post"><button type="submit" name="action" value="complete">The e-check arrives</button>
<button type="submit" name="action" value="deny" class="plain">The e-check bounces</button></form>`

/** What a buyer sees who opens an order that has nothing left to approve. An e-check that is on its way can be ended here. */
export const closedPage = (order: Order, capture: Capture | undefined): string => {
  const total = totalOf(order)
  const link = order.returnUrl === null ? null : { url: order.returnUrl, label: 'Go back' }
  if (capture?.status === 'PENDING')
    return noticePage({
      title: 'The e-check is on its way',
      text: `${total} is pending. In the sandbox you decide how it ends.`,
      actions: settleForm,
    })
  if (capture?.status === 'DECLINED')
    return noticePage({ title: 'The e-check bounced', text: 'Nothing was paid. Open the link in your invoice again to pay.', link })
  if (order.status === 'COMPLETED')
    return noticePage({ title: 'Already paid', text: `${total} was paid. Nothing was taken again.`, good: true, link })
  if (order.status === 'APPROVED')
    return noticePage({
      title: 'Already approved',
      text: `You have approved ${total}. The business takes the money now.`,
      good: true,
      link,
    })
  return noticePage({ title: 'This order was cancelled', text: 'Nothing was taken. Open the link in your invoice again to pay.', link })
}
