import { type Page, renderNoticePage, renderPage } from './layout.ts'

/** The page that a mailed link opens: mail scanners follow links, so only its button confirms. */
export const renderConfirmEmailPage = (): Page =>
  renderPage(
    'Confirm your e-mail',
    `<h1>Confirm your e-mail</h1>
<p>With this you say that the address is yours.</p>
<form method="post">
<button type="submit">Confirm e-mail</button>
</form>`,
  )

export const renderEmailConfirmedPage = (email: string, signInHref: string): Page =>
  renderNoticePage({ title: 'Your e-mail is confirmed', text: `${email} is yours.`, action: { href: signInHref, label: 'Sign in' } })
