import { createElement, createSheet } from './dom.js'

const buttonStyle = createSheet(`
:host{display:block}
:host([hidden]){display:none}
button{display:flex;align-items:center;justify-content:center;gap:.35em;width:100%;min-height:48px;padding:0 16px;border:0;border-radius:var(--paypal-button-border-radius,8px);background:#ffc439;color:#001435;font:500 16px/1.2 Helvetica,Arial,sans-serif;cursor:pointer}
button:hover:not(:disabled){background:#f5b827}
button:focus-visible{outline:3px solid #0070e0;outline-offset:2px}
button:disabled{opacity:.55;cursor:default}
b{font-style:italic;font-weight:800;color:#003087}`)

const labels = {
  pay: 'Pay with ',
  checkout: 'Check out with ',
  buynow: 'Buy now with ',
  donate: 'Donate with ',
  subscribe: 'Subscribe with ',
}

class PayPalButton extends HTMLElement {
  static observedAttributes = ['disabled', 'type']
  #button = createElement('button', { type: 'button' })
  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [buttonStyle]
    root.append(this.#button)
    // A click on the host element must not pay while the inner button is disabled.
    this.addEventListener('click', (event) => this.disabled && event.stopImmediatePropagation(), true)
  }
  connectedCallback() {
    this.#render()
  }
  attributeChangedCallback() {
    this.#render()
  }
  #render() {
    this.#button.disabled = this.disabled
    this.#button.replaceChildren(
      createElement('span', { textContent: labels[this.type] ?? '' }),
      createElement('b', { textContent: 'PayPal' }),
    )
  }
  get disabled() {
    return this.hasAttribute('disabled')
  }
  set disabled(value) {
    this.toggleAttribute('disabled', Boolean(value))
  }
  get type() {
    return this.getAttribute('type') ?? ''
  }
  set type(value) {
    if (value === undefined || value === null) this.removeAttribute('type')
    else this.setAttribute('type', value)
  }
}
if (!customElements.get('paypal-button')) customElements.define('paypal-button', PayPalButton)
