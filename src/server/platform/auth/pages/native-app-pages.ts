import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { buildSignedInLink } from '#shared/native-shell.ts'
import { type Page, renderPage } from './layout.ts'

/** Only a tap on the button signs the app in, because other sites can link to this page. */
export const renderContinueInAppPage = ({
  email,
  challenge,
  otherHref,
}: {
  email: string | null
  challenge: string
  otherHref: string
}): Page =>
  renderPage(
    'Continue in the app?',
    `<h1>Continue in the app?</h1>
<p>You are signed in in this browser. Continue only if you opened this page from the Billfold app.</p>
<form method="post" action="/api/login/app/continue">
<input type="hidden" name="app" value="${escapeHtml(challenge)}">
<button type="submit">Continue${email ? ` as ${escapeHtml(email)}` : ''}</button>
</form>
<a class="button quiet" href="${escapeHtml(otherHref)}">Use another account</a>
<p class="other"><a href="${buildSignedInLink(null)}">Back to the app</a></p>`,
  )

/** Browsers may require a tap before they open an app. `redirects`: the page also opens it by itself, for a user who has confirmed. */
export const renderReturnToAppPage = ({ email, code, redirects }: { email: string | null; code: string; redirects: boolean }): Page => {
  const href = buildSignedInLink(code)
  const title = redirects ? 'You are signed in' : 'Continue in the app?'
  const who = email ? ` as <strong>${escapeHtml(email)}</strong>` : ''
  const { html, headers } = renderPage(
    title,
    `<h1>${title}</h1>
<p>${redirects ? `Returning to the app${who}.` : `You are signed in${who}. Continue only if you opened this page from the Billfold app.`}</p>
<a class="button" href="${escapeHtml(href)}">Open Billfold</a>
<p class="other">Nothing happens? Switch to the Billfold app and tap “Open it again”. This page works for two minutes, on the device that has the app.</p>`,
  )
  return { html, headers: redirects ? { ...headers, refresh: `0; url=${href}` } : headers }
}
