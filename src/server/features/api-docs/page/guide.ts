import { apiTokenRateLimit } from '#server/platform/http/authentication.ts'
import { renderCode, renderProse } from './html.ts'

type Chapter = { id: string; title: string; html: string }

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${renderProse(text)}</p>`).join('\n')
const list = (...texts: string[]) => `<ul>${texts.map((text) => `<li>${renderProse(text)}</li>`).join('')}</ul>`

/** What holds for every operation. */
export const buildGuide = (origin: string): Chapter[] => [
  {
    id: 'first-call',
    title: 'Your first call',
    html: `${paragraphs('Make a token under *Account*, *API tokens*: give it a name, choose what it may do, and copy it. It is shown this once.')}
${renderCode(`export BILLFOLD_TOKEN=billfold_…\ncurl ${origin}/api/customers?limit=3 -H "Authorization: Bearer $BILLFOLD_TOKEN"`, 'Example: your first call')}
${paragraphs(
  'Whoever has a token can do what it may do. Keep it out of code and out of addresses: it is read from the header alone. A token can be revoked at any moment on the same page, and stops working at once.',
  'What a call needs stands beside it, like `invoices:read`. A token with `invoices:write` doesn’t read invoices unless it has `invoices:read` too.',
)}`,
  },
  {
    id: 'errors',
    title: 'Errors',
    html: `${paragraphs('Every refusal is JSON with a `message`: one sentence for people, which names the thing and says how to mend it. Where fields are wrong, `issues` lists them.')}
${renderCode('{\n  "message": "Name is required",\n  "issues": [{ "path": "name", "message": "Name is required" }]\n}', 'Example: an error')}
<table class="codes"><caption>What the codes mean</caption><tbody>${[
      ['400', 'Something about the request is wrong. Unknown fields are refused too, so that a slip of the pen doesn’t go unseen.'],
      ['401', 'There is no token, or it is unknown, revoked or over.'],
      ['403', 'The token isn’t allowed this; or your plan doesn’t cover it.'],
      ['404', 'There is no such record. Somebody else’s record is answered alike.'],
      [
        '409',
        'The request is fine, and something stands against it: a number that is taken, a version that is old, a payment that was made.',
      ],
      ['413', 'The body is larger than the call takes, or the account holds as many records or megabytes as it may.'],
      ['422', 'The Idempotency-Key was used for a different request.'],
      ['429', 'Too many requests: wait for as many seconds as `Retry-After` says.'],
      ['503', 'The server can’t reach its database at the moment. Nothing was changed; `Retry-After` says when to come again.'],
      ['507', 'The server’s disk is full. Nothing was changed.'],
    ]
      .map(([status, text]) => `<tr><th scope="row"><span class="status">${status}</span></th><td>${renderProse(text!)}</td></tr>`)
      .join('')}</tbody></table>
${paragraphs('Each answer carries an `X-Request-Id`, by which it is found in the server’s log.')}`,
  },
  {
    id: 'repeating',
    title: 'Repeating safely',
    html: paragraphs(
      'An answer can get lost on its way. Send each change with an `Idempotency-Key` of your own, and send the same request with the same key again when you don’t know what became of it: the change is made once, and you get the first answer again. Keys are remembered for 40 days.',
    ),
  },
  {
    id: 'two-at-once',
    title: 'Two at once',
    html: paragraphs(
      'Records carry a `version`. Send the one that you read along with a `PUT`, and a save over somebody else’s changes is refused (409) instead of undoing them; `current` in that answer is the record as it is now. Without a version the last save wins.',
    ),
  },
  {
    id: 'lists',
    title: 'Lists',
    html: `${paragraphs('Lists are JSON arrays and come a page at a time: at most `limit` records (1,000 unless you say otherwise) and 4 MB, whichever comes first. As long as there is a next page, the answer has the header `X-Next-Cursor`, which goes into `after`: follow it to read all of a list.')}
${renderCode(`curl -i '${origin}/api/invoices?limit=50&status=overdue&sort=-total' -H "Authorization: Bearer $BILLFOLD_TOKEN"`, 'Example: a page of a list')}`,
  },
  {
    id: 'money-and-days',
    title: 'Money and days',
    html: list(
      'Amounts are US dollars, exact to the cent, and leave as text: `"12.30"`. Send text or a number; more than two decimals are refused rather than rounded.',
      'Totals are computed here. A line is quantity times unit price, rounded half away from zero; the subtotal is the sum of the lines.',
      'Days are calendar days, `"2026-01-31"`, and move with no time zone. Moments are in UTC.',
      'Where ‘today’ counts, as for what is overdue, it is today in the time zone of the business profile; else of the header `X-Time-Zone`; else UTC.',
    ),
  },
  {
    id: 'limits',
    title: 'How much at once',
    html: paragraphs(
      `A token may make ${apiTokenRateLimit.max} calls in ${apiTokenRateLimit.windowSeconds} seconds, and is answered 429 with \`Retry-After\` beyond that. E-mails, uploads, PDFs and exports are counted on their own, for all tokens of an account together; the message says which limit was reached, and when to go on.`,
      'A body may weigh 1 MB, an invoice or an estimate 8 MB, an import 16 MB.',
    ),
  },
  {
    id: 'left-out',
    title: 'What is not here',
    html: paragraphs(
      'Your account, its sessions and tokens, plans, payment keys and refunds are for a signed-in person alone. The pages that your customers open, payment providers’ webhooks and the live updates of open pages have addresses of their own, and are no part of this.',
    ),
  },
]
