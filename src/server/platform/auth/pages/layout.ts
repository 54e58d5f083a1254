import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

/** The stylesheet of the sign-in pages. They work without scripts and without the built web app. */
const style = `
:root{color-scheme:light dark;--ground:#f5f6f7;--card:#fff;--edge:#e1e5e8;--text:#14191d;--soft:#55606a;--line:#838d95;--field:#fff;
--accent:#0f766e;--accent-strong:#0b5f58;--on-accent:#fff;--bad:#b42318;--bad-ground:#fdecea;--bad-edge:#f3b7b1}
@media (prefers-color-scheme:dark){:root{--ground:#0d1113;--card:#151a1d;--edge:#283137;--text:#e9edef;--soft:#9ca8b0;--line:#6c7982;--field:#0f1315;
--accent:#2dd4bf;--accent-strong:#5eead4;--on-accent:#04231f;--bad:#ff8a80;--bad-ground:#3a1916;--bad-edge:#6d2f2a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:32px 16px;
background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.brand{display:flex;align-items:center;gap:10px;margin-bottom:24px;font-size:22px;font-weight:700;letter-spacing:-.02em}
.brand svg{width:36px;height:36px;color:var(--accent)}
.brand g{stroke:var(--on-accent)}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--edge);border-radius:14px;padding:32px;overflow-wrap:anywhere;
box-shadow:0 1px 2px rgb(15 23 42/.05),0 12px 32px -12px rgb(15 23 42/.12)}
h1{margin:0 0 4px;font-size:24px;line-height:1.25;letter-spacing:-.02em}
h1+p{margin:0 0 24px;color:var(--soft)}
form{display:grid;gap:18px}
.pair{display:grid;gap:18px 14px;grid-template-columns:1fr 1fr;align-items:start}
.field{display:grid;gap:6px;min-width:0}
label{font-size:14px;font-weight:600}
.hint,.error{margin:0;font-size:13px;line-height:1.4}
.hint{color:var(--soft)}
.error{color:var(--bad);font-weight:500}
input{width:100%;height:44px;padding:0 12px;font:inherit;color:inherit;background:var(--field);border:1px solid var(--line);border-radius:8px}
input[aria-invalid=true]{border-color:var(--bad)}
:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 45%,transparent);outline-offset:1px}
input:focus-visible{border-color:var(--accent)}
.button,button{display:flex;align-items:center;justify-content:center;width:100%;min-height:44px;padding:8px 16px;font:inherit;font-weight:600;text-decoration:none;
color:var(--on-accent);background:var(--accent);border:0;border-radius:8px;cursor:pointer}
.button:hover,button:hover{background:var(--accent-strong)}
.quiet{margin-top:10px;color:var(--text);background:transparent;border:1px solid var(--line)}
.quiet:hover{background:var(--ground)}
.notice{margin:0 0 20px;padding:11px 14px;font-size:14px;color:var(--bad);background:var(--bad-ground);border:1px solid var(--bad-edge);border-radius:8px}
.notice a,.error a{color:inherit}
.other{margin:22px 0 0;text-align:center;font-size:15px;color:var(--soft)}
a{color:var(--accent);font-weight:600;text-underline-offset:3px}
.other+.other{margin-top:6px}
.other a{display:inline-block;padding:4px 2px}
@media (pointer:coarse){.other a{padding:11px 8px}.other+.other{margin-top:0}}
@media (max-width:480px){body{justify-content:flex-start;padding:28px 16px}main{padding:24px 20px}}
@media (max-width:340px){.pair{grid-template-columns:1fr}}
@media (forced-colors:active){input,.button,button{border:1px solid}}
`

/** A finished page and the headers (among them its Content-Security-Policy) that it must be sent with. */
export type Page = { html: string; headers: Record<string, string> }

export const sendPage = (reply: FastifyReply, { html, headers }: Page, status = 200) => reply.code(status).headers(headers).send(html)

const logo = `<svg viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36" rx="9" fill="currentColor"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"><path d="M8.5 13.5v11a2.5 2.5 0 0 0 2.5 2.5h14a2.5 2.5 0 0 0 2.5-2.5v-8.5a2.5 2.5 0 0 0-2.5-2.5H11a2.5 2.5 0 0 1 0-5h13"/><path d="M23 20.3h.01" stroke-width="3.4"/></g></svg>`

/**
 * Renders a sign-in page.
 * @param body trusted HTML
 * @param formTargets further origins to which the response to a form may redirect
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
<header class="brand">${logo}<span>Billfold</span></header>
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

/** A page with a message and one or two links. */
export const renderNoticePage = ({ title, text, action, second }: { title: string; text: string; action: Link; second?: Link }): Page =>
  renderPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="button" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a>
${second ? `<a class="button quiet" href="${escapeHtml(second.href)}">${escapeHtml(second.label)}</a>` : ''}`,
  )
