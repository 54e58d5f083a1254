import { noticePage, type Page, page } from './layout.ts'

/** The page that a mailed link opens: mail scanners follow links, so only its button confirms. */
export const confirmEmailPage = (): Page =>
  page(
    'Confirm your e-mail',
    `<h1>Confirm your e-mail</h1>
<p>With this you say that the address is yours.</p>
<form method="post">
<button type="submit">Confirm e-mail</button>
</form>`,
  )

export const emailConfirmedPage = (email: string, signInHref: string): Page =>
  noticePage({ title: 'Your e-mail is confirmed', text: `${email} is yours.`, action: { href: signInHref, label: 'Sign in' } })
