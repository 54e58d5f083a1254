import { textsIn } from '#shared/customer-texts.ts'
import { type DocumentLocale, getSides, isRightToLeft } from '#shared/document-languages.ts'
import type { BrandShade } from '#shared/palette.ts'
import { logoContentId, type MailBrand } from './brand.ts'
import { type Html, html, rawHtml } from './html.ts'

export const mailColors = {
  page: '#f5f6f7',
  card: '#ffffff',
  text: '#14191d',
  muted: '#55606a',
  line: '#e1e5e8',
}

export const mailFont = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** For mail programs that support style elements. */
const renderStyles = ({ fill, on, edge, stripe }: BrandShade) => html`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0d1113 !important; }
    .card { background: #151a1d !important; border-color: #283137 !important; border-top-color: ${stripe} !important; }
    .text { color: #e9edef !important; }
    .muted { color: #9ca8b0 !important; }
    .line { border-color: #283137 !important; }
    .brand { background: ${fill} !important; border-color: ${edge} !important; color: ${on} !important; }
    .brand a { color: ${on} !important; }
    .logo { background: #ffffff !important; padding: 4px !important; border-radius: 6px !important; }
  }
  @media (max-width: 480px) {
    .outer { padding: 16px 10px !important; }
    .card { padding: 22px 20px 8px !important; }
    .figure { font-size: 30px !important; line-height: 38px !important; }
  }
`

/** Invisible: fills the preview line, so that mail programs do not continue it with the body. */
const filler = rawHtml('&#8199;&#847;'.repeat(90))

const renderLetterhead = (name: string, { logo, colors: { light } }: MailBrand, language: DocumentLocale): Html => {
  const text = html`<span class="text" dir="auto" style="${mailFont};font-size:17px;line-height:24px;font-weight:700;color:${mailColors.text};word-break:break-word">${name}</span>`
  if (logo)
    return html`<img class="logo" src="cid:${logoContentId}" width="${logo.width}" height="${logo.height}" alt="${textsIn(language).t('Logo of {name}', { name })}" style="display:block;margin:0 0 10px;border:0;max-width:100%;height:auto">${text}`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="brand" aria-hidden="true" width="34" height="34" align="center" valign="middle" style="${mailFont};width:34px;height:34px;background:${light.fill};border:1px solid ${light.edge};border-radius:8px;font-size:16px;line-height:20px;font-weight:700;color:${light.on}">${[...name][0]?.toUpperCase() ?? ''}</td>
<td valign="middle" style="padding-${getSides(language).start}:12px">${text}</td>
</tr></table>`
}

/** At most 600 px wide, readable without images, style sheets or dark mode. `preview` is shown beside the subject. */
export const renderMail = ({
  subject,
  preview,
  from,
  brand,
  body,
  footer,
  language = 'en',
}: {
  subject: string
  preview: string
  from: string
  brand: MailBrand
  body: Html[]
  footer: Html
  language?: DocumentLocale
}) =>
  html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>${renderStyles(brand.colors.dark)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${mailColors.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${mailColors.page};mso-hide:all">${preview}${filler}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${mailColors.page}">
<tr><td class="outer" align="center" style="padding:36px 16px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto;text-align:${getSides(language).start}">
<tr><td class="card" style="background:${mailColors.card};border:1px solid ${mailColors.line};border-top:4px solid ${brand.colors.light.stripe};border-radius:12px;padding:28px 36px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="line" style="padding:0 0 20px;border-bottom:1px solid ${mailColors.line}">${renderLetterhead(from, brand, language)}</td></tr>
<tr><td style="height:24px;line-height:24px;font-size:0">&nbsp;</td></tr>
${body.map((block) => html`<tr><td>${block}</td></tr>\n`)}</table>
</td></tr>
<tr><td class="muted" align="center" style="${mailFont};padding:20px 4px 0;font-size:13px;line-height:20px;color:${mailColors.muted};word-break:break-word">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`.toString()
