import { escapeHtml } from '#server/platform/text/escape-html.ts'

export type FormField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  /** The keyboard of a phone. Set for codes only: it also turns off correction. */
  inputmode?: 'numeric' | 'text'
  value?: string
  hint?: string
  error?: string | undefined
  /** A link after the error, for example to sign in instead. */
  errorLink?: { href: string; label: string } | undefined
  focus?: boolean
  maxLength?: number
}

/** A labelled input whose hint and error are connected by aria-describedby. The form is validated by the server, not by the browser. */
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
    type === 'email' ? 'inputmode="email" autocapitalize="none" spellcheck="false"' : '',
    inputmode ? `inputmode="${inputmode}" autocapitalize="none" autocorrect="off" spellcheck="false"` : '',
    type !== 'password' && value ? `value="${escapeHtml(value)}"` : '',
    maxLength ? `maxlength="${maxLength}"` : '',
    describedBy ? `aria-describedby="${describedBy}"` : '',
    error === undefined ? '' : 'aria-invalid="true"',
    focus ? 'autofocus' : '',
  ]
  const link = errorLink ? ` <a href="${escapeHtml(errorLink.href)}">${escapeHtml(errorLink.label)}</a>` : ''
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input ${attributes.filter(Boolean).join(' ')} required>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
${error ? `<p class="error" id="${name}-error" role="alert">${escapeHtml(error)}${link}</p>` : ''}
</div>`
}
