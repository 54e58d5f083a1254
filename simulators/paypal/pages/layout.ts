import { type Html, html } from '#simulators/kit/pages/html.ts'
import { style } from './style.ts'

const flask = html`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 2v7.5L4.7 18.4A2.4 2.4 0 0 0 6.8 22h10.4a2.4 2.4 0 0 0 2.1-3.6L14 9.5V2M8.5 2h7M7 16h10"/></svg>`

/** A whole page: the sandbox's mark on top, `body` below. With `closes` the script that closes the window is added. */
export const page = (title: string, body: Html, closes = false): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: style }}</style>
${closes && html`<script src="/sandbox/paypal/web-sdk/v6/close.js" defer></script>`}
</head>
<body>
<header class="sandbox">${flask}<span><strong>PayPal sandbox:</strong> no real money moves. Never enter a real password or card.</span></header>
<main>${body}</main>
</body>
</html>
`.markup
