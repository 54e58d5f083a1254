import { createHash } from 'node:crypto'
import { refusedInvoiceExample, taxedInvoiceExamples, taxRateExamples } from '#features/api-docs/openapi/examples.ts'
import type { OpenApiDocument } from '#features/api-docs/openapi/openapi.ts'
import { apiTokenRateLimit } from '#server/platform/http/authentication.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderCode, renderProse, toAnchor } from './html.ts'
import { renderOperation, renderOperationLink, renderSchema } from './operation-section.ts'
import { style } from './style.ts'

type Chapter = { id: string; title: string; html: string }

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${renderProse(text)}</p>`).join('\n')
const renderJson = (value: unknown, label: string) => renderCode(JSON.stringify(value, null, 2), `Example: ${label}`)
const list = (...texts: string[]) => `<ul>${texts.map((text) => `<li>${renderProse(text)}</li>`).join('')}</ul>`

/** What holds for every operation. */
const buildGuide = (origin: string): Chapter[] => [
  {
    id: 'first-call',
    title: 'Your first call',
    html: `${paragraphs('Create a token under *Account*, *API tokens*: give it a name, choose its scopes, and copy it. It is shown only once.')}
${renderCode(`export BILLFOLD_TOKEN=billfold_…\ncurl ${origin}/api/customers?limit=3 -H "Authorization: Bearer $BILLFOLD_TOKEN"`, 'Example: your first call')}
${paragraphs(
  'A token is a secret: keep it out of code and URLs. It is accepted in the header only. It can be revoked at any time on the same page, and stops working immediately.',
  'The scopes that a call requires are shown beside it, like `invoices:read`: those of everything that it changes. A token with `invoices:write` can’t read invoices unless it also has `invoices:read`.',
)}`,
  },
  {
    id: 'errors',
    title: 'Errors',
    html: `${paragraphs('Every error is JSON with a `message`: one sentence for people that says what is wrong and how to fix it. For invalid fields, `issues` lists them.')}
${renderCode('{\n  "message": "Name is required",\n  "issues": [{ "path": "name", "message": "Name is required" }]\n}', 'Example: an error')}
<table class="codes"><caption>What the codes mean</caption><tbody>${[
      ['400', 'The request is invalid. Unknown fields are refused too, so that typos are noticed.'],
      ['401', 'There is no token, or it is unknown, revoked or expired.'],
      ['403', 'The token lacks the scope, or your plan doesn’t cover the call.'],
      ['404', 'There is no such record, or it belongs to another account.'],
      ['409', 'The request is valid but conflicts with the current state: a number that is taken, an old version, a payment.'],
      ['413', 'The body is too large, or the account has reached its limit of records or megabytes.'],
      ['422', 'The Idempotency-Key was used for a different request.'],
      ['429', 'Too many requests: wait for the seconds in `Retry-After`.'],
      ['503', 'The server can’t reach its database. Nothing was changed; `Retry-After` says when to try again.'],
      ['507', 'The server’s disk is full. Nothing was changed.'],
    ]
      .map(([status, text]) => `<tr><th scope="row"><span class="status">${status}</span></th><td>${renderProse(text!)}</td></tr>`)
      .join('')}</tbody></table>
${paragraphs('Each response has an `X-Request-Id`, which identifies it in the server’s log.')}`,
  },
  {
    id: 'repeating',
    title: 'Repeating safely',
    html: paragraphs(
      'A response can get lost. Send each change with an `Idempotency-Key` of your own, and repeat the request with the same key when you don’t know its result: the change is made once, and you get the first response again. Keys are stored for 40 days.',
    ),
  },
  {
    id: 'two-at-once',
    title: 'Two at once',
    html: paragraphs(
      'Records have a `version`. Send the version that you read with a `PUT`, and a save over other changes is refused (409) instead of undoing them; `current` in that response is the current record. Without a version the last save wins.',
    ),
  },
  {
    id: 'lists',
    title: 'Lists',
    html: `${paragraphs('Lists are JSON arrays, returned in pages: at most `limit` records (1,000 by default) and 4 MB, whichever comes first. As long as there is a next page, the response has the header `X-Next-Cursor`: pass it as `after` to read the next page.')}
${renderCode(`curl -i '${origin}/api/invoices?limit=50&status=overdue&sort=-total' -H "Authorization: Bearer $BILLFOLD_TOKEN"`, 'Example: a page of a list')}`,
  },
  {
    id: 'money-and-days',
    title: 'Money and days',
    html: list(
      'Amounts are in the `currency` of their document, all others in that of the business (in the current user and the business profile). They are exact and returned as text with at least two decimals: `"12.30"`, `"500.00"` yen, `"1.255"` dinars. Send text or a number; more decimals than the currency has are refused, not rounded.',
      'An invoice or estimate can be in another currency than the business: send `currency`, or save one with the customer. `exchangeRate` is what one unit of it is worth in your currency. Without one, an invoice takes the rate of its issue date when it is issued, and is refused (400) when none is known. Its `homeTotal` is stored then: no later rate changes it.',
      'The server computes totals, and rounds half away from zero. Quantities and unit prices have up to six decimals, percentages up to four.',
      'Days are calendar days, `"2026-01-31"`, without a time zone. Instants are in UTC.',
      'A day of money (of a payment, a refund, an expense, a write-off) is from 1990-01-01 to today; a day of a document (issue, due, expiry) at most five years ahead. Others are refused.',
      '‘Today’, which decides what is overdue, is in the time zone of the business profile, or else of the header `X-Time-Zone`, or else UTC.',
    ),
  },
  {
    id: 'taxes',
    title: 'Taxes, discounts and charges',
    html: `${paragraphs(
      'An invoice or an estimate has one `taxRate` for all lines, or its lines name `taxRateId`s. A rate has one to four taxes, and a category with an exemption reason where VAT rules ask for one. A rate that a document names can’t change any more: archive it, and create another one.',
    )}
${renderJson(taxRateExamples[2], 'a rate of two taxes, the second on top of the first')}
${renderJson(taxRateExamples[3], 'a rate with an exemption')}
${list(
  'A line’s amount is quantity times unit price, rounded; its discount is a percentage or an amount.',
  'The document discount is computed once, from the items without charges. It is divided among the groups of lines with the same rate, and within a group among its lines, by largest remainders: the shares add up to the discount.',
  'Tax is computed once per group and tax, from the group’s net amount: items less discount plus charges. A compound tax is also on the taxes before it.',
  'With `pricesIncludeTax`, prices are kept: the net amount is the one that gives the price again with its taxes. Where there is none, `rounding` is the difference of a cent.',
  'The total is `netAmount` plus `taxAmount` plus `rounding`.',
)}
${taxedInvoiceExamples.map(({ title, input, reply }) => `${renderJson(input, title)}\n${renderJson(reply, `what the reply computes: ${title}`)}`).join('\n')}
${paragraphs('A wrong field of a line is named by its path in the request:')}
${renderJson(refusedInvoiceExample.input, 'a request with three wrong fields')}
${renderJson(refusedInvoiceExample.reply, 'its refusal (400)')}`,
  },
  {
    id: 'limits',
    title: 'How much at once',
    html: paragraphs(
      `A token may make ${apiTokenRateLimit.max} calls in ${apiTokenRateLimit.windowSeconds} seconds, and gets 429 with \`Retry-After\` beyond that. Emails, uploads, PDFs and exports have their own limits, for all tokens of an account together; the message says which limit was reached, and when to try again.`,
      'A body can have 1 MB, an invoice or an estimate 8 MB, an import 16 MB.',
    ),
  },
  {
    id: 'left-out',
    title: 'What is not here',
    html: paragraphs(
      'Your account, its sessions and tokens, plans, payment keys and refunds require a signed-in user. Your customers’ pages, payment providers’ webhooks and live updates are not part of this API.',
    ),
  },
]

/** No scripts, and one inline style that the policy allows by its hash: a nonce would not work for a page that browsers cache. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const logo = `<svg viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36" rx="9" fill="currentColor"/><g fill="none" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"><path d="M8.5 13.5v11a2.5 2.5 0 0 0 2.5 2.5h14a2.5 2.5 0 0 0 2.5-2.5v-8.5a2.5 2.5 0 0 0-2.5-2.5H11a2.5 2.5 0 0 1 0-5h13"/><path d="M23 20.3h.01" stroke-width="3.4"/></g></svg>`

const renderContentsGroup = (title: string, id: string, items: readonly string[]) =>
  `<li class="group"><a href="#${id}">${escapeHtml(title)}</a><ol>${items.join('')}</ol></li>`

/** Renders the document as a single page, so that the browser's own search finds everything. */
export const renderPage = (document: OpenApiDocument): string => {
  const origin = document.servers[0]!.url
  const { schemas } = document.components
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const chapters = buildGuide(origin)
  const areas = document.tags.map(({ name, description }) => ({
    name,
    description,
    calls: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const contents = `<ol>${[
    renderContentsGroup(
      'Begin here',
      'begin',
      chapters.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`),
    ),
    ...areas.map(({ name, calls: operations }) =>
      renderContentsGroup(
        name,
        toAnchor(name),
        operations.map(({ method, operation }) => renderOperationLink(method, operation)),
      ),
    ),
    renderContentsGroup(
      'Records',
      'records',
      Object.keys(schemas).map((name) => `<li><a href="#schema-${toAnchor(name)}">${escapeHtml(name)}</a></li>`),
    ),
  ].join('\n')}</ol>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Billfold</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#begin">Skip to the text</a>
<header><a class="brand" href="/">${logo}<span>Billfold</span></a><span class="what">API</span><a class="document" href="/api/openapi.json">OpenAPI 3.1</a></header>
<div class="frame">
<nav class="wide" aria-label="Contents">${contents}</nav>
<main>
<section id="begin"><h1>The Billfold API</h1>
<p class="lead">Your Billfold data for your own programs: plain HTTP, JSON, one token.</p>
<details class="narrow"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details>
${chapters.map(({ id, title, html }) => `<section class="chapter" id="${id}"><h2><a href="#${id}">${escapeHtml(title)}</a></h2>\n${html}</section>`).join('\n')}
</section>
${areas
  .map(
    ({
      name,
      description,
      calls: operations,
    }) => `<section class="area" id="${toAnchor(name)}"><h2><a href="#${toAnchor(name)}">${escapeHtml(name)}</a></h2>
<p class="lead">${renderProse(description)}</p>
${operations.map(({ method, path, operation }) => renderOperation(method, path, operation, { schemas, origin })).join('\n')}</section>`,
  )
  .join('\n')}
<section class="area" id="records"><h2><a href="#records">Records</a></h2>
<p class="lead">The schemas of requests and responses. Responses have every field unless stated otherwise. Fields may be added over time: ignore those that you don’t know.</p>
${Object.entries(schemas)
  .map(([name, schema]) => renderSchema(name, schema))
  .join('\n')}</section>
</main>
</div>
</body>
</html>
`
}
