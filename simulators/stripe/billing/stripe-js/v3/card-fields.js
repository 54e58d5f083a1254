import { ask } from './ask.js'
import { element } from './dom.js'
import { fieldsSheet, lookSheet } from './look.js'
import { readTyped, spacedExpiry, spacedNumber } from './read-card.js'
import { testCards } from './test-cards.js'

const looks = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', maxLength: 23 },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', maxLength: 7 },
  cvc: { label: 'Security code', placeholder: 'CVC', maxLength: 4 },
}

const field = (name) => {
  const { label, ...look } = looks[name]
  const input = element('input', { id: name, type: 'text', inputMode: 'numeric', autocomplete: 'off', spellcheck: false, ...look })
  input.setAttribute('aria-required', 'true')
  const error = element('p', { className: 'error', id: `${name}-error`, hidden: true })
  const box = element('div', { className: 'field' }, element('label', { htmlFor: name, textContent: label }), input, error)
  const say = (message) => {
    error.textContent = message ?? ''
    error.hidden = !message
    input.setAttribute('aria-invalid', message ? 'true' : 'false')
    if (message) input.setAttribute('aria-describedby', error.id)
    else input.removeAttribute('aria-describedby')
  }
  return { input, box, say }
}

const hint = () => {
  const rows = testCards.map(({ number, meaning }) =>
    element('div', {}, element('dt', { textContent: number }), element('dd', { textContent: meaning })),
  )
  const list = element('details', {}, element('summary', { textContent: 'All test cards' }), element('dl', {}, ...rows))
  const text = element('p', {}, 'To pay, use ', element('b', { textContent: '4242 4242 4242 4242' }), ', any later date and any code.')
  return element('div', { className: 'hint' }, text, list)
}

/** The card form of a Payment Element. `ready` asks for the payment and throws { type, message } if its secret or the key is wrong. */
export const cardFields = ({ key, elements, options, emit }) => {
  const fields = { number: field('number'), expiry: field('expiry'), cvc: field('cvc') }
  const host = element('div')
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  root.adoptedStyleSheets = [lookSheet(elements.options().appearance), fieldsSheet()]
  const mark = element(
    'p',
    { className: 'mark' },
    element('b', { textContent: 'Sandbox: ' }),
    'no real money moves. Never enter a real card.',
  )
  root.append(mark, fields.number.box, element('div', { className: 'row' }, fields.expiry.box, fields.cvc.box), hint())

  const typed = () => readTyped(Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value])))
  let told = ''
  const changed = () => {
    const { problems, isEmpty } = typed()
    const complete = Object.keys(problems).length === 0
    if (told === `${complete} ${isEmpty}`) return
    told = `${complete} ${isEmpty}`
    emit('change', { complete, empty: isEmpty, collapsed: false, value: { type: 'card' } })
  }
  const format = { number: spacedNumber, expiry: spacedExpiry, cvc: (text) => text.replace(/\D/g, '').slice(0, 4) }
  for (const [name, { input, say }] of Object.entries(fields)) {
    input.addEventListener('input', (event) => {
      // Only at the end: elsewhere it would move the cursor.
      if (input.selectionStart === input.value.length)
        input.value = format[name](input.value, event.inputType?.startsWith('delete') ?? false)
      say(null)
      changed()
    })
    input.addEventListener('blur', () => {
      input.value = format[name](input.value, true)
      if (input.value !== '') say(typed().problems[name]?.[1])
    })
    input.addEventListener('focus', () => emit('focus'))
    input.addEventListener('keydown', ({ key: pressed }) => {
      if (pressed === 'Escape') emit('escape')
      // As there: whatever the form's button says.
      else if (pressed === 'Enter') host.closest('form')?.requestSubmit()
    })
  }
  host.addEventListener('focusout', (event) => host.contains(event.relatedTarget) || emit('blur'))

  const read = () => {
    const { problems, card } = typed()
    for (const [name, { say }] of Object.entries(fields)) say(problems[name]?.[1])
    const [first] = Object.keys(problems)
    if (first === undefined) return { card, billingDetails: options.defaultValues?.billingDetails }
    fields[first].input.focus()
    const [code, message] = problems[first]
    return { error: { type: 'validation_error', code, message } }
  }
  const ready = async () => {
    const { clientSecret } = elements.options()
    const { error } = clientSecret ? await ask(key, clientSecret) : {}
    if (error) throw error
    emit('ready')
  }
  const clear = () => {
    for (const { input, say } of Object.values(fields)) {
      input.value = ''
      say(null)
    }
    changed()
  }
  return { host, ready, read, clear, focus: () => fields.number.input.focus() }
}
