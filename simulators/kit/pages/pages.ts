import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendText } from '#simulators/kit/http.ts'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

type PageOptions = {
  name: string
  banner: Html
  extraStyle?: string
  allowScripts?: boolean
}

type Notice = {
  title: string
  text: string
  good?: boolean
  link?: { url: string; label: string } | null
  actions?: Html
  head?: Html
}

/** Addresses that a page's form or redirect may lead to. */
type Targets = readonly (string | null | undefined)[]

const flask = html`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 2v7.5L4.7 18.4A2.4 2.4 0 0 0 6.8 22h10.4a2.4 2.4 0 0 0 2.1-3.6L14 9.5V2M8.5 2h7M7 16h10"/></svg>`

const noticeIcon = (good: boolean): Html =>
  html`<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${
    good ? html`<path d="M5 12.5l4.5 4.5L19 7.5"/>` : html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`
  }</svg>`

export const createPages = ({ name, banner, extraStyle = '', allowScripts = false }: PageOptions) => {
  const css = style + extraStyle
  // The policy allows exactly this style sheet.
  const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

  const renderPage = (title: string, body: Html, head?: Html): string =>
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page-style.css">
<style>${{ markup: css }}</style>
${head}
</head>
<body>
<header class="sandbox">${flask}<span>${banner}</span></header>
<main>${body}</main>
</body>
</html>
`.markup

  const renderNotice = ({ title, text, good = false, link = null, actions, head }: Notice): string =>
    renderPage(
      `${title} – ${name}`,
      html`<section class="notice"><span class="mark${good && ' good'}">${noticeIcon(good)}</span><h1>${title}</h1><p>${text}</p>${
        link && html`<a class="button" href="${link.url}">${link.label}</a>`
      }${actions}</section>`,
      head,
    )

  const createHeaders = (targets: Targets) => {
    // Browsers apply form-action to the redirect that answers a form, too.
    const origins = [...new Set(targets.filter((url) => typeof url === 'string').map((url) => new URL(url).origin))].join(' ')
    const scripts = allowScripts ? " script-src 'self';" : ''
    return {
      'content-security-policy': `default-src 'none'; style-src 'self' ${styleHash}; font-src 'self'; img-src 'self';${scripts} form-action 'self' ${origins}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      // With 'no-referrer' the form's own POST would arrive with 'Origin: null'.
      'referrer-policy': 'same-origin',
    }
  }

  return {
    renderPage,
    renderNotice,
    sendPage: (res: ServerResponse, status: number, body: string, targets: Targets = []) =>
      sendText(res, status, 'text/html; charset=utf-8', body, createHeaders(targets)),
    redirect: (res: ServerResponse, location: string, targets: Targets = []) => {
      res.writeHead(303, { location, 'cache-control': 'no-store', ...createHeaders(targets) })
      res.end()
    },
  }
}
export type Pages = ReturnType<typeof createPages>
