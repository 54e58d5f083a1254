import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { buildSignedInLink } from '#shared/native-shell.ts'
import { type Page, renderPage } from './layout.ts'

/** Asks whether the app may be signed in as who this browser is. Only the tap does it: the page's address could come from anywhere. */
export const renderContinueInAppPage = ({
  email,
  challenge,
  otherHref,
}: {
  /** Null when the provider told none. */
  email: string | null
  challenge: string
  /** Leads to a sign-in with another account. */
  otherHref: string
}): Page =>
  renderPage(
    'Continue in the app?',
    `<h1>Continue in the app?</h1>
<p>You are signed in in this browser. Go on only if you opened this page from the Billfold app.</p>
<form method="post" action="/api/login/app/continue">
<input type="hidden" name="app" value="${escapeHtml(challenge)}">
<button type="submit">Continue${email ? ` as ${escapeHtml(email)}` : ''}</button>
</form>
<a class="button quiet" href="${escapeHtml(otherHref)}">Use another account</a>
<p class="other"><a href="${buildSignedInLink(null)}">Back to the app</a></p>`,
  )

/**
 * Ends a sign-in that the app began. Browsers may want a tap before they open an app.
 * @param byItself whether the page goes there by itself too; not where the person may have done nothing yet
 */
export const renderReturnToAppPage = ({ email, code, byItself }: { email: string | null; code: string; byItself: boolean }): Page => {
  const href = buildSignedInLink(code)
  const title = byItself ? 'You are signed in' : 'Continue in the app?'
  const who = email ? ` as <strong>${escapeHtml(email)}</strong>` : ''
  const { html, headers } = renderPage(
    title,
    `<h1>${title}</h1>
<p>${byItself ? `Going back to the app${who}.` : `You are signed in${who}. Go on only if you opened this page from the Billfold app.`}</p>
<a class="button" href="${escapeHtml(href)}">Open Billfold</a>
<p class="other">Nothing happens? Go back to the Billfold app, and tap “Open it again” there. This page works for two minutes, on the device that has the app.</p>`,
  )
  return { html, headers: byItself ? { ...headers, refresh: `0; url=${href}` } : headers }
}
