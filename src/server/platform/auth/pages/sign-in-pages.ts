import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderField } from './form-field.ts'
import { type Page, renderPage } from './layout.ts'

export type AccountFields = 'firstName' | 'lastName' | 'email' | 'password'
export type CreateAccountErrors = Partial<Record<AccountFields | 'form', string>> & {
  emailTaken?: boolean
}

export const renderCreateAccountPage = ({
  input,
  errors = {},
  signInHref,
  formTargets,
}: {
  input: Record<'firstName' | 'lastName' | 'email', string>
  errors?: CreateAccountErrors
  signInHref: string
  formTargets: readonly string[]
}): Page => {
  const order: AccountFields[] = ['firstName', 'lastName', 'email', 'password']
  const first = order.find((name) => errors[name]) ?? (errors.form ? 'password' : 'firstName')
  const focus = (name: AccountFields) => name === first
  return renderPage(
    'Create account',
    `<h1>Create account</h1>
<p>Send your first invoice in a few minutes.</p>
${errors.form ? `<p class="notice" role="alert" id="form-error">${escapeHtml(errors.form)}</p>` : ''}
<form method="post" novalidate>
<div class="pair">
${renderField({ name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name', value: input.firstName, error: errors.firstName, focus: focus('firstName') })}
${renderField({ name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name', value: input.lastName, error: errors.lastName, focus: focus('lastName') })}
</div>
${renderField({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  value: input.email,
  error: errors.email,
  errorLink: errors.emailTaken ? { href: signInHref, label: 'Sign in instead' } : undefined,
  focus: focus('email'),
})}
${renderField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: '8 to 200 characters', error: errors.password, focus: focus('password') })}
<button type="submit">Create account</button>
</form>
<p class="other">Already have an account? <a href="${escapeHtml(signInHref)}">Sign in instead</a></p>`,
    formTargets,
  )
}

type SignInErrors = { email?: string; password?: string; form?: string }

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
