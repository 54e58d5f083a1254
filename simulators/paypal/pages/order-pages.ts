import { parseAmount } from '#simulators/kit/money.ts'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import type { Capture, Funding, Order } from '#simulators/paypal/core/state.ts'
import { renderNotice, renderPage } from './layout.ts'

export const fundingSources: { id: Funding; label: string; meaning: string }[] = [
  { id: 'balance', label: 'PayPal balance', meaning: 'The payment goes through at once.' },
  { id: 'declined-card', label: 'Card that is declined', meaning: 'Approved here, but refused when the business takes the money.' },
  { id: 'echeck', label: 'E-check from a bank', meaning: 'Stays pending until the e-check arrives or bounces.' },
]

export const parseFunding = (text: unknown): Funding | null => fundingSources.find(({ id }) => id === text)?.id ?? null

/** From hundredths. */
const formatMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)

export const formatTotal = ({ unit: { amount } }: Order) => formatMoney(parseAmount(amount.value), amount.currency_code)

const renderLine = (name: string, details: string, price: string): Html =>
  html`<li><div><b>${name}</b>${details !== '' && html`<small>${details}</small>`}</div><span>${price}</span></li>`

const renderLines = (order: Order): Html[] => {
  const { items = [], description, invoice_id, amount } = order.unit
  if (items.length === 0)
    return [renderLine(description ?? 'Payment', invoice_id ? `Invoice number ${invoice_id}` : '', formatTotal(order))]
  return items.map((item) => {
    const [price, quantity] = [parseAmount(item.unit_amount.value), Number(item.quantity)]
    const details = [item.description ?? '', quantity > 1 ? `${quantity} × ${formatMoney(price, amount.currency_code)}` : ''].filter(
      (text) => text !== '',
    )
    return renderLine(item.name, details.join(', '), formatMoney(price * quantity, amount.currency_code))
  })
}

const renderSummary = (order: Order): Html =>
  html`<section class="summary" aria-label="What you pay for">
${order.brandName !== '' && html`<div class="business"><span class="initial" aria-hidden="true">${Array.from(order.brandName)[0]?.toUpperCase() ?? ''}</span>${order.brandName}</div>`}
<h1>Amount due</h1>
<p class="amount">${formatTotal(order)}</p>
<ul class="lines">${renderLines(order)}</ul>
</section>`

const renderFunding = ({ id, label, meaning }: (typeof fundingSources)[number], index: number): Html =>
  html`<label class="choice"><input type="radio" name="funding" value="${id}"${index === 0 && html` checked`}><span><b>${label}</b><small>${meaning}</small></span></label>`

export const renderApprovalPage = (order: Order): string =>
  renderPage(
    `Pay ${formatTotal(order)} – PayPal sandbox`,
    html`<div class="sheet">${renderSummary(order)}
<section class="form"><h2>Pay with PayPal</h2>
<form method="post">
<fieldset><legend>How would you like to pay?</legend>${fundingSources.map(renderFunding)}</fieldset>
<button type="submit" name="action" value="pay">Pay ${formatTotal(order)}</button>
<button type="submit" name="action" value="cancel" class="quiet">Cancel and go back</button>
</form></section></div>`,
  )

const echeckForm = html`<form method="post"><button type="submit" name="action" value="complete">The e-check arrives</button>
<button type="submit" name="action" value="deny" class="quiet">The e-check bounces</button></form>`

export const renderClosedPage = (order: Order, capture: Capture | undefined): string => {
  const total = formatTotal(order)
  const link = order.returnUrl === null ? null : { url: order.returnUrl, label: 'Go back' }
  if (capture?.status === 'PENDING') {
    const text = `${total} is pending. In the sandbox you decide how it ends.`
    return renderNotice({ title: 'The e-check is on its way', text, actions: echeckForm })
  }
  if (capture?.status === 'DECLINED')
    return renderNotice({ title: 'The e-check bounced', text: 'Nothing was paid. Open the link in your invoice again to pay.', link })
  if (order.status === 'COMPLETED')
    return renderNotice({ title: 'Already paid', text: `${total} was paid. Nothing was taken again.`, good: true, link })
  if (order.status === 'APPROVED') {
    const text = `You have approved ${total}. The business takes the money now.`
    return renderNotice({ title: 'Already approved', text, good: true, link })
  }
  return renderNotice({ title: 'This order was canceled', text: 'Nothing was taken. Open the link in your invoice again to pay.', link })
}
