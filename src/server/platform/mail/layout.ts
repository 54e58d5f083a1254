import { type Html, html, rawHtml } from './html.ts'

/** The colors of the light mode, which mail programs without dark mode use too. */
export const mailColors = {
  page: '#f5f6f7',
  card: '#ffffff',
  text: '#14191d',
  muted: '#55606a',
  line: '#e1e5e8',
  accent: '#0f766e',
  onAccent: '#ffffff',
}

export const mailFont = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Dark mode and narrow margins, for mail programs that support style elements. The others use the inline styles. */
const styles = rawHtml(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0d1113 !important; }
    .card { background: #151a1d !important; border-color: #283137 !important; }
    .text { color: #e9edef !important; }
    .muted { color: #9ca8b0 !important; }
    .line { border-color: #283137 !important; }
    .panel { background: #0d1113 !important; }
    .accent { color: #2dd4bf !important; }
    .button { background: #2dd4bf !important; }
    .button a { color: #04231f !important; }
  }
  @media (max-width: 480px) {
    .outer { padding: 16px 10px !important; }
    .card { padding: 26px 20px 10px !important; }
    .figure { font-size: 32px !important; }
    .button, .button a { display: block !important; }
  }
`)

/** Invisible characters that fill the preview line, so that mail programs do not continue it with the body. */
const filler = rawHtml('&#8199;&#847;'.repeat(90))

/**
 * Renders the HTML of an email: one card of at most 600 px, readable without images, style sheets or dark mode.
 * @param brand the sender's name above the card
 * @param preview the text that mail programs show beside the subject
 */
export const renderMail = ({
  subject,
  preview,
  brand,
  body,
  footer,
}: {
  subject: string
  preview: string
  brand: string
  body: Html[]
  footer: Html
}) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${mailColors.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${mailColors.page};mso-hide:all">${preview}${filler}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${mailColors.page}">
<tr><td class="outer" align="center" style="padding:36px 16px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto;text-align:left">
<tr><td class="text" dir="auto" style="${mailFont};padding:0 4px 16px;font-size:17px;line-height:24px;font-weight:700;color:${mailColors.text};word-break:break-word">${brand}</td></tr>
<tr><td class="card" style="background:${mailColors.card};border:1px solid ${mailColors.line};border-radius:14px;padding:36px 36px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${body.map((block) => html`<tr><td>${block}</td></tr>\n`)}</table>
</td></tr>
<tr><td class="muted" style="${mailFont};padding:20px 4px 0;font-size:13px;line-height:20px;color:${mailColors.muted};word-break:break-word">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.toString()
