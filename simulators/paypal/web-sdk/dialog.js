import { toError } from './api.js'
import { createElement, createSheet } from './dom.js'

// The page's own colors and font, which reach into the shadow tree.
const dialogStyle = createSheet(`
dialog{width:min(420px,calc(100vw - 24px));max-height:calc(100dvh - 24px);padding:0;border:0;border-radius:12px;background:var(--surface,#fff);color:var(--ink,#14191d);font:15px/1.5 "Inter Variable",system-ui,sans-serif;overflow:auto}
dialog::backdrop{background:rgb(15 20 24/.5)}
.mark{margin:0;padding:9px 20px;background:var(--warn-soft,#fcf0d9);color:var(--warn,#7d4a00);font-size:14px}
.inside{padding:20px}
h2{margin:0;font-size:18px;line-height:1.3;font-weight:600}
p{margin:6px 0 0;color:var(--muted,#55606a);overflow-wrap:anywhere}
.amount{margin-top:2px;font-size:32px;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;color:inherit}
fieldset{margin:16px 0 0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:8px;font-size:14px;font-weight:500}
label{display:flex;gap:12px;padding:12px;margin-bottom:8px;border:1px solid var(--control,#838d95);border-radius:8px;cursor:pointer}
label:has(:checked){border-color:var(--accent,#0f766e);box-shadow:inset 0 0 0 1px var(--accent,#0f766e)}
input{flex:none;width:18px;height:18px;margin:3px 0 0;accent-color:var(--accent,#0f766e)}
b{font-weight:500}
small{display:block;color:var(--muted,#55606a);font-size:13px;line-height:1.4}
button{width:100%;min-height:44px;margin-top:12px;border:1px solid var(--line,#e1e5e8);border-radius:8px;background:var(--surface,#fff);color:inherit;font:inherit;font-weight:500;cursor:pointer}
button.main{border-color:transparent;background:var(--accent,#0f766e);color:var(--on-accent,#fff)}
button:focus-visible{outline:2px solid var(--accent,#0f766e);outline-offset:2px}
button:disabled{opacity:.6;cursor:default}
.wrong{color:var(--danger,#b42318)}`)

/** Opens a modal dialog. `show` replaces its content. Escape cancels. */
export const openDialog = (onCancel) => {
  const host = createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [dialogStyle]
  const banner = createElement('p', { className: 'mark', textContent: 'PayPal sandbox: no real money moves.' })
  const inside = createElement('div', { className: 'inside' })
  const dialog = createElement('dialog', { ariaLabel: 'PayPal' }, banner, inside)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCancel()
  })
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  return { show: (...content) => inside.replaceChildren(...content), close: () => host.remove() }
}

export const createButton = (textContent, onclick, className = '') =>
  createElement('button', { type: 'button', textContent, onclick, className })

/** The approval page's choices for the dialog. `pay` gets the chosen funding source; its error is shown below. */
export const createChoices = (order, pay, cancel) => {
  const option = ({ id, label, meaning }, index) =>
    createElement(
      'label',
      {},
      createElement('input', { type: 'radio', name: 'funding', value: id, checked: index === 0 }),
      createElement('span', {}, createElement('b', { textContent: label }), createElement('small', { textContent: meaning })),
    )
  const legend = createElement('legend', { textContent: 'How would you like to pay?' })
  const fields = createElement('fieldset', {}, legend, ...order.fundings.map(option))
  const wrong = createElement('p', { className: 'wrong', role: 'alert' })
  const payButton = createButton(
    `Pay ${order.total}`,
    async () => {
      payButton.disabled = true
      try {
        await pay(fields.querySelector(':checked').value)
      } catch (error) {
        wrong.textContent = toError(error).message
        payButton.disabled = false
      }
    },
    'main',
  )
  const title = createElement('h2', { textContent: order.business === '' ? 'Pay with PayPal' : `Pay ${order.business} with PayPal` })
  const what = createElement('p', { textContent: order.description })
  return [
    title,
    createElement('p', { className: 'amount', textContent: order.total }),
    what,
    fields,
    wrong,
    payButton,
    createButton('Cancel', cancel),
  ]
}
