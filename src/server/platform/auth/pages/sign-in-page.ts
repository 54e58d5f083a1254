import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderField } from './form-field.ts'
import { type Page, renderPage } from './layout.ts'

export type SignInErrors = { email?: string; password?: string; form?: string }

export const renderSignInPage = ({
  email,
  errors = {},
  createHref,
  formTargets,
}: {
  email: string
  errors?: SignInErrors
  createHref: string
  formTargets: readonly string[]
}): Page => {
  const focusPassword = email !== '' && !errors.email
  return renderPage(
    'Sign in',
    `<h1>Sign in</h1>
<p>Welcome back.</p>
${errors.form ? `<p class="notice" role="alert" id="form-error">${escapeHtml(errors.form)}</p>` : ''}
<form method="post" novalidate>
${renderField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, error: errors.email, focus: !focusPassword })}
${renderField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password, focus: focusPassword })}
<button type="submit">Sign in</button>
</form>
<p class="other"><a href="/sign-in/forgot-password">Forgot your password?</a></p>
<p class="other">New to Billfold? <a href="${escapeHtml(createHref)}">Create an account</a></p>`,
    formTargets,
  )
}
