import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { renderField } from './form-field.ts'
import { type Page, renderNoticePage, renderPage } from './layout.ts'

const notice = (text: string | undefined) => (text ? `<p class="notice" role="alert" id="form-error">${escapeHtml(text)}</p>` : '')

/** The page that asks where to mail the link to. */
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
<p>We mail you a link to set a new one.</p>
${notice(errors.form)}
<form method="post" novalidate>
${renderField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, error: errors.email, focus: true })}
<button type="submit">Send the link</button>
</form>
<p class="other"><a href="${escapeHtml(signInHref)}">Back to sign in</a></p>`,
  )

/** What everybody reads who asked for a link, whether the address has an account or not. */
export const renderResetLinkSentPage = (email: string, signInHref: string): Page =>
  renderNoticePage({
    title: 'Look into your mailbox',
    text: `If ${email} has an account here, a link to set a new password is on its way there. It works for one hour.`,
    action: { href: signInHref, label: 'Back to sign in' },
  })

/** The page that a mailed link opens. */
export const renderNewPasswordPage = ({ errors = {} }: { errors?: { password?: string } }): Page =>
  renderPage(
    'Set a new password',
    `<h1>Set a new password</h1>
<p>All browsers that are signed in to this account will be signed out.</p>
<form method="post" novalidate>
${renderField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '8 to 200 characters', error: errors.password, focus: true })}
<button type="submit">Set password</button>
</form>`,
  )

export const renderPasswordSetPage = (signInHref: string): Page =>
  renderNoticePage({
    title: 'Your new password is set',
    text: 'All browsers were signed out. Sign in with the new password from now on.',
    action: { href: signInHref, label: 'Sign in' },
  })

/** For a link that was used, has expired, or never was one. */
export const renderInvalidLinkPage = (why: string, again: { href: string; label: string }): Page =>
  renderNoticePage({ title: "This link doesn't work", text: why, action: again })
