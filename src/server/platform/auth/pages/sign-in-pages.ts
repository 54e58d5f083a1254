import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderField } from './form-field.ts'
import { type Page, renderPage } from './layout.ts'

type AccountFields = 'firstName' | 'lastName' | 'email' | 'password'
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

export type TwoFactorErrors = { code?: string; form?: string }
type Links = { app: string; recovery: string; startOver: string }

export const renderTwoFactorPage = ({
  kind,
  errors = {},
  links,
  formTargets,
}: {
  kind: 'app' | 'recovery'
  errors?: TwoFactorErrors
  links: Links
  formTargets: readonly string[]
}): Page => {
  const [field, introduction, otherHref, otherLabel] =
    kind === 'app'
      ? ([
          { label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', hint: 'Six digits. A recovery code works too.' },
          'Your authenticator app shows it.',
          links.recovery,
          'Use a recovery code',
        ] as const)
      : ([
          { label: 'Recovery code', autocomplete: 'off', inputmode: 'text', hint: 'For example k7mq-2xvd-9r4t. Each code works once.' },
          'Use one of the codes you saved when you turned on two-factor sign-in.',
          links.app,
          'Use your authenticator app',
        ] as const)
  return renderPage(
    'Enter your code',
    `<h1>Enter your code</h1>
<p>${introduction}</p>
${errors.form ? `<p class="notice" role="alert" id="form-error">${escapeHtml(errors.form)}</p>` : ''}
<form method="post" novalidate>
${renderField({ name: 'code', type: 'text', ...field, error: errors.code, focus: true, maxLength: 40 })}
<button type="submit">Continue</button>
</form>
<p class="other"><a href="${escapeHtml(otherHref)}">${otherLabel}</a> or <a href="${escapeHtml(links.startOver)}">start over</a></p>`,
    formTargets,
  )
}
