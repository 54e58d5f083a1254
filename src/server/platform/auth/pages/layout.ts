import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { pageDescription, pageFont, pageStyle } from '#server/platform/http/page-style.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { passwordFieldScript, passwordFieldStyle } from './form-field.ts'

const style = `${pageStyle}${passwordFieldStyle}
body{display:flex;flex-direction:column;align-items:center;justify-content:center;padding:32px 16px max(10vh,32px)}
.brand{margin-bottom:28px;padding:8px}
main{width:100%;max-width:400px;padding:32px;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 4px;font-size:22px;line-height:1.3;font-weight:600;letter-spacing:-.02em}
h1+p{margin:0 0 24px;color:var(--muted);text-wrap:pretty}
form{display:grid;gap:18px}
.pair{display:grid;gap:18px 12px;grid-template-columns:1fr 1fr;align-items:start}
.hint,.error{margin:0;font-size:13px;line-height:1.4}
.hint{color:var(--muted)}
.error{color:var(--danger)}
.button.quiet,button.quiet{margin-top:10px}
.notice{margin:0 0 20px;padding:10px 12px;font-size:14px;color:var(--danger);background:var(--danger-soft);border-radius:8px}
.notice a,.error a{color:inherit}
.other{margin:20px 0 0;text-align:center;font-size:14px;color:var(--muted)}
.other a{display:inline-block;padding:4px 2px;font-weight:500;text-decoration:none}
.other a:hover{text-decoration:underline}
.other+.other{margin-top:4px}
@media (pointer:coarse){.other a{padding:11px 8px}.other+.other{margin-top:0}}
@media (max-width:480px){body{justify-content:flex-start;padding:20px 16px 32px;background:var(--surface)}.brand{margin-bottom:20px;align-self:flex-start;padding:8px 4px}main{padding:8px 4px;border:0;border-radius:0}}
@media (max-width:340px){.pair{grid-template-columns:1fr}}
`

export type Page = { html: string; headers: Record<string, string> }

export const sendPage = (reply: FastifyReply, { html, headers }: Page, status = 200) => reply.code(status).headers(headers).send(html)

/** `body` is trusted HTML. `formTargets` are further origins to which a form may redirect. */
export const renderPage = (title: string, body: string, formTargets: readonly string[] = []): Page => {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${pageDescription}
<title>${escapeHtml(title)} · Billfold</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${pageFont}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<a class="brand" href="/"><img src="/favicon.svg" alt="">Billfold</a>
<main>
${body}
</main>${body.includes('class="reveal"') ? `\n<script nonce="${nonce}">${passwordFieldScript}</script>` : ''}
</body>
</html>
`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action ${["'self'", ...formTargets].join(' ')}`,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  }
}

type Link = { href: string; label: string }

export const renderNoticePage = ({ title, text, action, second }: { title: string; text: string; action: Link; second?: Link }): Page =>
  renderPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="button" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a>
${second ? `<a class="button quiet" href="${escapeHtml(second.href)}">${escapeHtml(second.label)}</a>` : ''}`,
  )
