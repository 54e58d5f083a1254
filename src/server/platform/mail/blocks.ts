import { type CustomerText, type NameIn, type Texts, textsIn } from '#shared/customer-texts.ts'
import { type DocumentLocale, getSides } from '#shared/document-languages.ts'
import { splitAtPlaceholders } from '#shared/placeholders.ts'
import type { MailBrand } from './brand.ts'
import { type Html, html, type Inline } from './html.ts'
import { mailColors, mailFont } from './layout.ts'

/** @throws TypeError when the URL is not http or https */
export const formatWebLink = (url: string): string => {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new TypeError(`A link in a mail must be http or https, not ${parsed.protocol}`)
  return parsed.href
}

export const joinTextBlocks = (...blocks: (string | false | null | undefined)[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`

const english = textsIn('en')

/** A text of customers in which values may be markup. */
export const translate = <Text extends CustomerText>(
  { find }: Pick<Texts, 'find'>,
  text: Text,
  values: Readonly<Record<NameIn<Text>, Inline>>,
): Inline[] => splitAtPlaceholders<Inline>(find(text), (name) => values[name as NameIn<Text>])

export const formatGreeting = (name: string, { t }: Texts = english): string =>
  name ? t('Hello {customer name},', { 'customer name': name }) : t('Hello,')

export const renderParagraph = (content: string | Html): Html =>
  html`<p class="text" dir="auto" style="${mailFont};margin:0 0 16px;font-size:16px;line-height:25px;color:${mailColors.text};word-break:break-word">${content}</p>`

export const renderGreeting = (name: string, texts: Texts = english): Html =>
  renderParagraph(
    name ? html`${translate(texts, 'Hello {customer name},', { 'customer name': html`<bdi>${name}</bdi>` })}` : formatGreeting(name, texts),
  )

export const renderKeyFigure = (label: string, value: string): Html =>
  html`<p class="muted" style="${mailFont};margin:8px 0 0;font-size:14px;line-height:20px;color:${mailColors.muted}">${label}</p>
<p class="text figure" dir="auto" style="${mailFont};margin:2px 0 18px;font-size:34px;line-height:42px;font-weight:700;letter-spacing:-0.02em;color:${mailColors.text};word-break:break-word">${value}</p>`

const cell = `${mailFont};padding:11px 0;font-size:15px;line-height:22px;border-top:1px solid ${mailColors.line};vertical-align:top;word-break:break-word`

export const renderDetails = (rows: readonly (readonly [name: string | Html, value: string])[], language: DocumentLocale = 'en'): Html => {
  const { start, end } = getSides(language)
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="border-bottom:1px solid ${mailColors.line};margin:0 0 28px">
${rows.map(
  ([
    name,
    value,
  ]) => html`<tr><th class="muted line" scope="row" align="${start}" style="${cell};padding-${end}:16px;font-weight:400;color:${mailColors.muted}">${name}</th><td class="text line" align="${end}" style="${cell};font-weight:600;color:${mailColors.text}"><span dir="auto">${value}</span></td></tr>
`,
)}</table>`
}

/** @throws TypeError when the URL is not http or https */
export const renderButton = ({ colors: { light } }: MailBrand, label: string, url: string, { t }: Texts = english): Html => {
  const link = formatWebLink(url)
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="brand" align="center" bgcolor="${light.fill}" style="background:${light.fill};border:1px solid ${light.edge};border-radius:8px;text-align:center"><a href="${link}" style="${mailFont};display:block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:600;color:${light.on};text-decoration:none;border-radius:8px">${label}</a></td></tr></table>
<p class="muted" style="${mailFont};margin:12px 0 24px;font-size:13px;line-height:20px;color:${mailColors.muted};word-break:break-all">${t('Or open this address:')} <a class="muted" href="${link}" style="color:${mailColors.muted};text-decoration:underline">${link}</a></p>`
}

/** For the footer. */
export const renderSender = (name: string, texts: Texts): Html =>
  html`${translate(texts, 'Sent with Billfold on behalf of {business}.', { business: html`<bdi>${name}</bdi>` })}`
