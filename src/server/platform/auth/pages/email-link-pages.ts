import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderField } from './form-field.ts'
import { type Page, renderNoticePage, renderPage } from './layout.ts'

const formError = (text: string | undefined) => (text ? `<p class="notice" role="alert" id="form-error">${escapeHtml(text)}</p>` : '')

export const renderForgotPasswordPage = ({
  email = '',
  errors = {},
  signInHref,
}: {
  email?: string
  errors?: { email?: string; form?: string }
  signInHref: string
}): Page =>
  renderPage(
    'Forgot your password?',
    `<h1>Forgot your password?</h1>
<p>We'll email you a link to set a new one.</p>
${formError(errors.form)}
<form method="post" novalidate>
${renderField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, error: errors.email, focus: true })}
<button type="submit">Send the link</button>
</form>
<p class="other"><a href="${escapeHtml(signInHref)}">Back to sign in</a></p>`,
  )

/** The same page for every address, so that it does not reveal which addresses have an account. */
export const renderResetLinkSentPage = (email: string, signInHref: string): Page =>
  renderNoticePage({
    title: 'Check your email',
    text: `If ${email} has an account, a link to set a new password is on its way there. It works for one hour.`,
    action: { href: signInHref, label: 'Back to sign in' },
  })

export const renderNewPasswordPage = ({ errors = {} }: { errors?: { password?: string } }): Page =>
  renderPage(
    'Set a new password',
    `<h1>Set a new password</h1>
<p>You will be signed out in all browsers.</p>
<form method="post" novalidate>
${renderField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '8 to 200 characters', error: errors.password, focus: true })}
<button type="submit">Set password</button>
</form>`,
  )

export const renderPasswordSetPage = (signInHref: string): Page =>
  renderNoticePage({
    title: 'Your new password is set',
    text: 'You were signed out in all browsers. Sign in with your new password.',
    action: { href: signInHref, label: 'Sign in' },
  })

/** The button confirms, not the link itself, because mail scanners follow links. */
export const renderConfirmEmailPage = (): Page =>
  renderPage(
    'Confirm your email',
    `<h1>Confirm your email</h1>
<p>Confirm that this address is yours.</p>
<form method="post">
<button type="submit">Confirm email</button>
</form>`,
  )

export const renderEmailConfirmedPage = (email: string, signInHref: string): Page =>
  renderNoticePage({ title: 'Your email is confirmed', text: `${email} is yours.`, action: { href: signInHref, label: 'Sign in' } })

export const renderInvalidLinkPage = (reason: string, action: { href: string; label: string }): Page =>
  renderNoticePage({ title: "This link doesn't work", text: reason, action })
