import { escapeHtml } from '#server/platform/text/escape-html.ts'

export type FormField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  /** Which keys a phone shows; for what is no word of any language. */
  inputmode?: 'numeric' | 'text'
  value?: string
  hint?: string
  /** A sentence; with `errorLink` a way on follows it. */
  error?: string | undefined
  errorLink?: { href: string; label: string } | undefined
  focus?: boolean
  maxLength?: number
}

/** A labelled input with its hint and error tied to it. Missing values are told by the server, in the page's own words. */
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
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"`,
    type === 'email' ? 'inputmode="email" autocapitalize="none" spellcheck="false"' : '',
    inputmode ? `inputmode="${inputmode}" autocapitalize="none" autocorrect="off" spellcheck="false"` : '',
    type !== 'password' && value ? `value="${escapeHtml(value)}"` : '',
    maxLength ? `maxlength="${maxLength}"` : '',
    described ? `aria-describedby="${described}"` : '',
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
