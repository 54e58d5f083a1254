import { html } from '#simulators/kit/pages/html.ts'
import { createPages } from '#simulators/kit/pages/pages.ts'

const extraStyle = `
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;margin-bottom:10px;font-size:14px;font-weight:500}
.choice{display:flex;gap:12px;align-items:flex-start;padding:14px;margin-bottom:10px;border:1px solid var(--control);border-radius:8px;cursor:pointer}
.choice:has(input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice:has(input:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.choice input{flex:none;width:18px;height:18px;margin:3px 0 0;accent-color:var(--accent)}
.choice b{display:block;font-weight:600}
.choice small{display:block;color:var(--muted);font-size:14px;line-height:1.4}
.form form button{margin-top:14px}
.notice form{margin-top:24px}
`

export const { renderPage, renderNotice, sendPage, redirect } = createPages({
  name: 'PayPal sandbox',
  banner: html`<strong>PayPal sandbox:</strong> no real money moves. Never enter a real password or card.`,
  extraStyle,
  allowScripts: true,
})
