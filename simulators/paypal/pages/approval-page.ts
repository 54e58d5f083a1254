import { cents, formatMoney, parseCents } from '#shared/money.ts'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import type { Order } from '#simulators/paypal/core/state.ts'
import { fundings } from './funding.ts'
import { page } from './layout.ts'

/** '$123.45' */
export const totalOf = ({ unit: { amount } }: Order) => formatMoney(parseCents(amount.value))

const line = (name: string, details: string, price: string): Html =>
  html`<li><div><b>${name}</b>${details !== '' && html`<small>${details}</small>`}</div><span>${price}</span></li>`

const lines = (order: Order): Html[] => {
  const { items = [], description, invoice_id } = order.unit
  if (items.length > 0)
    return items.map((item) =>
      line(
        item.name,
        [item.description ?? '', Number(item.quantity) > 1 ? `${item.quantity} × ${formatMoney(item.unit_amount.value)}` : '']
          .filter((text) => text !== '')
          .join(', '),
        formatMoney(cents(parseCents(item.unit_amount.value) * Number(item.quantity))),
      ),
    )
  return [line(description ?? 'Payment', invoice_id ? `Invoice number ${invoice_id}` : '', totalOf(order))]
}

const summary = (order: Order): Html =>
  html`<section class="summary" aria-label="What you pay for">
${order.brandName !== '' && html`<div class="business"><span class="initial" aria-hidden="true">${Array.from(order.brandName)[0]?.toUpperCase() ?? ''}</span>${order.brandName}</div>`}
<h1>Amount due</h1>
<p class="amount">${totalOf(order)}</p>
<ul class="lines">${lines(order)}</ul>
</section>`

const choice = ({ id, label, meaning }: (typeof fundings)[number], index: number): Html =>
  html`<label class="choice"><input type="radio" name="funding" value="${id}"${index === 0 && html` checked`}><span><b>${label}</b><small>${meaning}</small></span></label>`

/** The form in which a buyer approves an order, or doesn't. */
export const approvalPage = (order: Order): string =>
  page(
    `Pay ${totalOf(order)} – PayPal sandbox`,
    html`<div class="sheet">${summary(order)}
<section class="form"><h2>Pay with PayPal</h2>
<form method="post">
<fieldset><legend>How would you like to pay?</legend>${fundings.map(choice)}</fieldset>
<button type="submit" name="action" value="pay">Pay ${totalOf(order)}</button>
<button type="submit" name="action" value="cancel" class="plain">Cancel and go back</button>
</form></section></div>`,
  )
