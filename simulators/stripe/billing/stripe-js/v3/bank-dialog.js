import { createElement } from './dom.js'
import { createDialogSheet, createThemeSheet } from './styles.js'

const formatMoney = ({ amount, currency }) => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)

/** Asks the buyer to confirm a payment to the bank (3-D Secure). Resolves to 'complete', 'fail', or null without an answer. */
export const askForConfirmation = (intent, appearance) =>
  new Promise((resolve) => {
    const host = createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [createThemeSheet(appearance), createDialogSheet()]
    const done = (answer) => {
      host.remove()
      resolve(answer)
    }
    const button = (textContent, answer, className = '') =>
      createElement('button', { type: 'button', textContent, className, onclick: () => done(answer) })
    const question = createElement(
      'p',
      {},
      'Your bank asks: do you want to pay ',
      createElement('b', { textContent: formatMoney(intent) }),
      '? Nothing was charged so far.',
    )
    const inside = createElement(
      'div',
      { className: 'inside' },
      createElement('h2', { id: 'title', textContent: 'Confirm this payment' }),
      question,
      button('Complete authentication', 'complete', 'main'),
      button('Fail authentication', 'fail'),
      button('Leave without an answer', null),
    )
    const dialog = createElement(
      'dialog',
      {},
      createElement('p', { className: 'mark', textContent: 'Sandbox bank: no real money moves.' }),
      inside,
    )
    dialog.setAttribute('aria-labelledby', 'title')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      done(null)
    })
    root.append(dialog)
    document.body.append(host)
    dialog.showModal()
  })
