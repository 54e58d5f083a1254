import { element } from './dom.js'
import { dialogSheet, lookSheet } from './look.js'

const money = ({ amount, currency }) => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)

/** The bank asks its customer about a payment (3-D Secure). Resolves to 'complete', 'fail', or null when he leaves without an answer. */
export const askBank = (intent, appearance) =>
  new Promise((resolve) => {
    const host = element('div')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [lookSheet(appearance), dialogSheet()]
    const done = (answer) => {
      host.remove()
      resolve(answer)
    }
    const button = (textContent, answer, className = '') =>
      element('button', { type: 'button', textContent, className, onclick: () => done(answer) })
    const question = element(
      'p',
      {},
      'Your bank asks: do you want to pay ',
      element('b', { textContent: money(intent) }),
      '? Nothing was charged so far.',
    )
    const inside = element(
      'div',
      { className: 'inside' },
      element('h2', { id: 'title', textContent: 'Confirm this payment' }),
      question,
      button('Complete authentication', 'complete', 'main'),
      button('Fail authentication', 'fail'),
      button('Leave without an answer', null),
    )
    const dialog = element('dialog', {}, element('p', { className: 'mark', textContent: 'Sandbox bank: no real money moves.' }), inside)
    dialog.setAttribute('aria-labelledby', 'title')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      done(null)
    })
    root.append(dialog)
    document.body.append(host)
    dialog.showModal()
  })
