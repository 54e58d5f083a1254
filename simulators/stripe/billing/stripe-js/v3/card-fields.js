import { callApi } from './api.js'
import { formatExpiry, formatNumber, parseCardInput } from './card-input.js'
import { createElement } from './dom.js'
import { createFieldsSheet, createThemeSheet } from './styles.js'
import { testCards } from './test-cards.js'

const fieldSpecs = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', maxLength: 23 },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', maxLength: 7 },
  cvc: { label: 'Security code', placeholder: 'CVC', maxLength: 4 },
}

const createField = (name) => {
  const { label, ...properties } = fieldSpecs[name]
  const input = createElement('input', {
    id: name,
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'off',
    spellcheck: false,
    ...properties,
  })
  input.setAttribute('aria-required', 'true')
  const error = createElement('p', { className: 'error', id: `${name}-error`, hidden: true })
  const box = createElement('div', { className: 'field' }, createElement('label', { htmlFor: name, textContent: label }), input, error)
  const setError = (message) => {
    error.textContent = message ?? ''
    error.hidden = !message
    input.setAttribute('aria-invalid', message ? 'true' : 'false')
    if (message) input.setAttribute('aria-describedby', error.id)
    else input.removeAttribute('aria-describedby')
  }
  return { input, box, setError }
}

const createHint = () => {
  const rows = testCards.map(({ number, meaning }) =>
    createElement('div', {}, createElement('dt', { textContent: number }), createElement('dd', { textContent: meaning })),
  )
  const list = createElement('details', {}, createElement('summary', { textContent: 'All test cards' }), createElement('dl', {}, ...rows))
  const text = createElement(
    'p',
    {},
    'To pay, use ',
    createElement('b', { textContent: '4242 4242 4242 4242' }),
    ', any later date and any code.',
  )
  return createElement('div', { className: 'hint' }, text, list)
}

/** The card form of a Payment Element. `ready` loads the payment and throws { type, message } for a wrong secret or key. */
export const cardFields = ({ key, elements, options, emit }) => {
  const fields = { number: createField('number'), expiry: createField('expiry'), cvc: createField('cvc') }
  const host = createElement('div')
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  root.adoptedStyleSheets = [createThemeSheet(elements.options().appearance), createFieldsSheet()]
  const banner = createElement(
    'p',
    { className: 'mark' },
    createElement('b', { textContent: 'Sandbox: ' }),
    'no real money moves. Never enter a real card.',
  )
  root.append(banner, fields.number.box, createElement('div', { className: 'row' }, fields.expiry.box, fields.cvc.box), createHint())

  const parse = () => parseCardInput(Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value])))
  let lastState = ''
  const changed = () => {
    const { problems, isEmpty } = parse()
    const complete = Object.keys(problems).length === 0
    const state = `${complete} ${isEmpty}`
    if (state === lastState) return
    lastState = state
    emit('change', { complete, empty: isEmpty, collapsed: false, value: { type: 'card' } })
  }
  const format = { number: formatNumber, expiry: formatExpiry, cvc: (text) => text.replace(/\D/g, '').slice(0, 4) }
  for (const [name, { input, setError }] of Object.entries(fields)) {
    input.addEventListener('input', (event) => {
      // Only with the cursor at the end: formatting would move it.
      if (input.selectionStart === input.value.length)
        input.value = format[name](input.value, event.inputType?.startsWith('delete') ?? false)
      setError(null)
      changed()
    })
    input.addEventListener('blur', () => {
      input.value = format[name](input.value, true)
      if (input.value !== '') setError(parse().problems[name]?.[1])
    })
    input.addEventListener('focus', () => emit('focus'))
    input.addEventListener('keydown', ({ key: pressed }) => {
      if (pressed === 'Escape') emit('escape')
      // As in Stripe.js: Enter submits the form.
      else if (pressed === 'Enter') host.closest('form')?.requestSubmit()
    })
  }
  host.addEventListener('focusout', (event) => host.contains(event.relatedTarget) || emit('blur'))

  const read = () => {
    const { problems, card } = parse()
    for (const [name, { setError }] of Object.entries(fields)) setError(problems[name]?.[1])
    const [first] = Object.keys(problems)
    if (first === undefined) return { card, billingDetails: options.defaultValues?.billingDetails }
    fields[first].input.focus()
    const [code, message] = problems[first]
    return { error: { type: 'validation_error', code, message } }
  }
  const ready = async () => {
    const { clientSecret } = elements.options()
    const { error } = clientSecret ? await callApi(key, clientSecret) : {}
    if (error) throw error
    emit('ready')
  }
  const clear = () => {
    for (const { input, setError } of Object.values(fields)) {
      input.value = ''
      setError(null)
    }
    changed()
  }
  return { host, ready, read, clear, focus: () => fields.number.input.focus() }
}
