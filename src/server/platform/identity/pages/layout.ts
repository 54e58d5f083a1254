import { randomBytes } from 'node:crypto'
import { escapeHtml } from './html.ts'
import { style } from './style.ts'

/** A finished page and the policy that it must be sent with. */
export type Page = { html: string; headers: Record<string, string> }

const mark = `<svg viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36" rx="9" fill="currentColor"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"><path d="M8.5 13.5v11a2.5 2.5 0 0 0 2.5 2.5h14a2.5 2.5 0 0 0 2.5-2.5v-8.5a2.5 2.5 0 0 0-2.5-2.5H11a2.5 2.5 0 0 1 0-5h13"/><path d="M23 20.3h.01" stroke-width="3.4"/></g></svg>`

/**
 * The frame of every sign-in page.
 * @param body trusted HTML
 * @param formTargets origins besides this one that a form's answer may lead on to
 */
export const renderPage = (title: string, body: string, formTargets: readonly string[] = []): Page => {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Billfold</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header class="brand">${mark}<span>Billfold</span></header>
<main>
${body}
</main>
</body>
</html>
`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action ${["'self'", ...formTargets].join(' ')}`,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  }
}

type Link = { href: string; label: string }

/** A page that says what happened and offers the way on. */
export const renderNoticePage = ({ title, text, action, second }: { title: string; text: string; action: Link; second?: Link }): Page =>
  renderPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="button" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a>
${second ? `<a class="button quiet" href="${escapeHtml(second.href)}">${escapeHtml(second.label)}</a>` : ''}`,
  )
