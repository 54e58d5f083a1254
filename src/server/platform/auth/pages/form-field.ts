import { escapeHtml } from '#server/platform/text/plain-text.ts'

export type FormField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  /** Set for codes only: it also turns off correction. */
  inputmode?: 'numeric' | 'text'
  value?: string
  hint?: string
  error?: string | undefined
  errorLink?: { href: string; label: string } | undefined
  focus?: boolean
  maxLength?: number
}

const revealButton = `<button type="button" class="reveal" aria-pressed="false" hidden><svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="m3 3 18 18"/></svg><span>Show password</span></button>`

export const passwordFieldStyle = `
.password{position:relative}
.password input{padding-right:46px}
.password input::-ms-reveal{display:none}
.reveal,.reveal:hover{position:absolute;inset:0 0 0 auto;width:44px;min-height:0;padding:0;color:var(--muted);background:none;border:0}
.reveal:hover{color:var(--ink)}
.reveal[hidden],.caps:empty{display:none}
.reveal:focus-visible{outline-offset:-3px}
.reveal span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.reveal[aria-pressed=false] .slash{display:none}`

/** The field is a password field again when it is sent, so that browsers offer to save it. */
export const passwordFieldScript = `for (const button of document.querySelectorAll('.reveal')) {
  const input = button.previousElementSibling
  const caps = button.parentElement.nextElementSibling
  const show = (shown) => {
    input.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', shown)
  }
  button.hidden = false
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form.addEventListener('submit', () => show(false))
  const look = (event) => {
    if (event.getModifierState) caps.textContent = event.getModifierState('CapsLock') ? 'Caps Lock is on' : ''
  }
  input.addEventListener('keydown', look)
  input.addEventListener('keyup', look)
}`

/** Validated by the server, not by the browser. */
export const renderField = ({
  name,
  label,
  type,
  autocomplete,
  inputmode,
  value = '',
  hint,
  error,
  errorLink,
  focus,
  maxLength,
}: FormField) => {
  const describedBy = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"`,
    // A shown password must not be corrected or learned by the keyboard.
    type === 'password' ? 'autocapitalize="none" autocorrect="off" spellcheck="false"' : '',
    type === 'email' ? 'inputmode="email" autocapitalize="none" spellcheck="false"' : '',
    inputmode ? `inputmode="${inputmode}" autocapitalize="none" autocorrect="off" spellcheck="false"` : '',
    type !== 'password' && value ? `value="${escapeHtml(value)}"` : '',
    maxLength ? `maxlength="${maxLength}"` : '',
    describedBy ? `aria-describedby="${describedBy}"` : '',
    error === undefined ? '' : 'aria-invalid="true"',
    focus ? 'autofocus' : '',
  ]
  const link = errorLink ? ` <a href="${escapeHtml(errorLink.href)}">${escapeHtml(errorLink.label)}</a>` : ''
  const input = `<input ${attributes.filter(Boolean).join(' ')} required>`
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
${type === 'password' ? `<div class="password">${input}${revealButton}</div>\n<p class="hint caps" role="status"></p>` : input}
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
${error ? `<p class="error" id="${name}-error" role="alert">${escapeHtml(error)}${link}</p>` : ''}
</div>`
}
