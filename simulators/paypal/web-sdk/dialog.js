import { toError } from './api.js'
import { createElement, createSheet } from './dom.js'

const dialogStyle = createSheet(`
dialog{width:min(420px,calc(100vw - 24px));max-height:calc(100dvh - 24px);padding:0;border:0;border-radius:16px;background:#fff;color:#16202b;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow:auto}
dialog::backdrop{background:rgb(10 18 30/.6)}
.mark{margin:0;padding:9px 20px;background:#fff4d6;color:#6b4a00;border-bottom:1px solid #ecd391;font-size:14px}
.inside{padding:20px}
h2{margin:0;font-size:20px;line-height:1.3}
p{margin:6px 0 0;color:#4c5b6b;overflow-wrap:anywhere}
.amount{margin-top:2px;font-size:32px;font-weight:700;color:#16202b}
fieldset{margin:16px 0 0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:8px;font-size:14px}
label{display:flex;gap:12px;padding:12px;margin-bottom:8px;border:1px solid #77869a;border-radius:10px;cursor:pointer}
label:has(:checked){border-color:#0b5cd6;box-shadow:inset 0 0 0 1px #0b5cd6}
input{flex:none;width:18px;height:18px;margin:3px 0 0;accent-color:#0b5cd6}
small{display:block;color:#4c5b6b;font-size:14px;line-height:1.4}
button{width:100%;min-height:48px;margin-top:12px;border:1px solid #77869a;border-radius:10px;background:#fff;color:inherit;font:inherit;cursor:pointer}
button.main{border-color:#0b5cd6;background:#0b5cd6;color:#fff;font-weight:650}
button:focus-visible{outline:3px solid #0b5cd6;outline-offset:2px}
button:disabled{opacity:.6;cursor:default}
.wrong{color:#a3161a}`)

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
