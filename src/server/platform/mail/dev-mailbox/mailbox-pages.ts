import { pageFont } from '#server/platform/http/page-style.ts'
import { type Html, html, rawHtml } from '#server/platform/mail/html.ts'
import type { StoredMail } from '#server/platform/mail/outbox-files.ts'
import { mailboxStyle } from './mailbox-style.ts'

export const mailboxPath = '/dev/mailbox'

const attachmentIcon = rawHtml(
  '<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m21 11-9 9a5.7 5.7 0 0 1-8-8l9-9a3.8 3.8 0 0 1 5.4 5.4l-9 9a1.9 1.9 0 0 1-2.7-2.7L15 6.5"/></svg>',
)

const renderPage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Billfold</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${pageFont}">
<style>${rawHtml(mailboxStyle)}</style>
</head>
<body>
<header>
<p class="notice">Development mailbox: no email leaves this machine</p>
<div class="top"><a class="brand" href="/"><img src="/favicon.svg" alt="">Billfold</a></div>
</header>
<main>${body}</main>
</body>
</html>
`.toString()

/** The mailbox is opened on the same machine. */
const shortTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const longTime = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
const renderTime = (date: string, format: Intl.DateTimeFormat) => html`<time datetime="${date}">${format.format(new Date(date))}</time>`

const formatSize = (bytes: number) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
const renderPerson = ({ name, address }: StoredMail['to']) =>
  name ? html`<bdi>${name}</bdi> <span>&lt;${address}&gt;</span>` : html`${address}`

const listFiles = (mail: StoredMail) => mail.attachments.map((file, i) => ({ file, n: i + 1 })).filter(({ file }) => !file.contentId)

const renderRow = ([entry, mail]: readonly [string, StoredMail]) => html`<li><a href="${mailboxPath}/${entry}">
<div class="to"><span>To</span> ${renderPerson(mail.to)}</div>${renderTime(mail.date, shortTime)}
<div class="subject" dir="auto">${mail.subject}</div>
<div class="preview" dir="auto">${mail.preview}</div>
${listFiles(mail).length > 0 && html`<div class="files">${listFiles(mail).map(({ file }) => html`<span class="file">${attachmentIcon}${file.fileName}</span>`)}</div>`}
</a></li>
`

export const renderListPage = ({
  mails,
  total,
  page,
  lastPage,
}: {
  mails: (readonly [string, StoredMail])[]
  total: number
  page: number
  lastPage: number
}) =>
  renderPage(
    'Mailbox',
    html`<h1>Mailbox</h1>
${total > 0 && html`<p class="count">${total === 1 ? '1 message' : `${total} messages, newest first`}</p>`}
<div class="card">${
      total === 0
        ? html`<div class="empty"><h2>No emails yet</h2><p>When you email an invoice, the email to the customer appears here.</p></div>`
        : html`<ul class="list">${mails.map(renderRow)}</ul>`
    }</div>
${
  lastPage > 1 &&
  html`<nav class="pages" aria-label="Pages"><span>${page > 1 && html`<a href="${mailboxPath}?page=${page - 1}">Newer</a>`}</span><span class="muted">Page ${page} of ${lastPage}</span><span>${page < lastPage && html`<a href="${mailboxPath}?page=${page + 1}">Older</a>`}</span></nav>`
}`,
  )

export const renderMessagePage = (entry: string, mail: StoredMail, isBounced: boolean) => {
  const here = `${mailboxPath}/${entry}`
  return renderPage(
    mail.subject,
    html`<a class="back" href="${mailboxPath}">← All messages</a>
${isBounced && html`<p class="done" role="status">The bounce was received.</p>`}
<article class="card">
<div class="head">
<h1 dir="auto">${mail.subject}</h1>
<dl>
<dt>To</dt><dd>${renderPerson(mail.to)}</dd>
<dt>From</dt><dd>${renderPerson(mail.from)}</dd>
${mail.replyTo && html`<dt>Reply to</dt><dd>${renderPerson(mail.replyTo)}</dd>`}
<dt>Sent</dt><dd>${renderTime(mail.date, longTime)}</dd>
</dl>
${
  listFiles(mail).length > 0 &&
  html`<ul class="files" aria-label="Attachments">${listFiles(mail).map(
    ({ file, n }) =>
      html`<li><a class="file" href="${here}/attachments/${n}" download>${attachmentIcon}${file.fileName} <span class="muted">${formatSize(file.size)}</span></a></li>`,
  )}</ul>`
}
</div>
<iframe title="The message" src="${here}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Text version</summary><pre dir="auto">${mail.text}</pre></details>
</article>
<p class="more"><a href="${here}/body" target="_blank">Open in a new tab</a><a href="${here}/source" download>Download as .eml</a></p>
<form class="bounce" method="post" action="${here}/bounce"><button class="quiet">Simulate a bounce</button></form>`,
  )
}

export const renderNotFoundPage = () =>
  renderPage(
    'Message not found',
    html`<div class="card empty"><h1>Message not found</h1><p>It may have been deleted from the outbox folder. <a href="${mailboxPath}">All messages</a></p></div>`,
  )
