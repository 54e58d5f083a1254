import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { trialInvoices } from '#shared/plans.ts'
import { licenseUrl, privacyPath, type Site, termsPath } from '#shared/site.ts'
import { pageDescription, pageFont, pageStyle } from './page-style.ts'

type Deps = {
  /** Name and contact; null names the host only. */
  operator: string | null
  /** Of the source code; null when the operator doesn't name it. */
  sourceUrl: string | null
  publicUrl: () => URL
  site: () => Site
}

/** The policy that `/.well-known/security.txt` names. */
export const securityPath = '/security'

type Section = readonly [title: string, ...paragraphs: string[]]

const renderTerms = (operator: string, sourceUrl: string | null, { monthlyPrice, yearlyPrice }: Site): Section[] => [
  [
    'The service',
    `This server is run by ${operator}. It keeps invoices, estimates, customers, expenses and books for you. You need an account to use it, and you are responsible for what is done with it, so keep your password to yourself.`,
  ],
  [
    'Price',
    `The first ${trialInvoices} invoices are free. After that a plan costs ${monthlyPrice} per month or ${yearlyPrice} per year. Plans renew automatically until canceled. You can cancel at any time on the Billing page; the plan then runs until the end of the period that is paid for.`,
  ],
  [
    "Your customers' payments",
    'Your customers pay into your own account at Stripe or PayPal, under the terms that you have agreed with them. Billfold never holds your money and takes no share of it.',
  ],
  [
    'Your data',
    'What you enter belongs to you. You can export all of it, and delete your account with everything in it, on the Account page at any time.',
  ],
  [
    'Fair use',
    'Send invoices and emails only to people you do business with. Accounts that send spam, deceive people or attack the service may be closed.',
  ],
  [
    'The software',
    `Billfold is free software under the <a href="${licenseUrl}">GNU Affero General Public License, version 3</a>. It comes without warranty, as far as the law allows.${sourceUrl === null ? '' : ` Its <a href="${escapeHtml(sourceUrl)}">source code</a> is open.`} You remain responsible for your accounting and your taxes.`,
  ],
]

const renderPrivacy = (operator: string): Section[] => [
  ['Who is responsible', `${operator} runs this server and is responsible for the data on it.`],
  [
    'What is stored',
    'Your name and email, a hash of your password (unless you sign in through another provider), and what you enter: your business, customers, items, documents, payments, expenses and files. For your security, sign-ins are recorded with time, browser and network address.',
  ],
  [
    'Your customers',
    'They can open the invoices and estimates you send them by a link that only they have. The server records that a link was opened, and who accepted an estimate, when and from which network address.',
  ],
  [
    'Cookies',
    'One cookie keeps you signed in, and a few short-lived ones protect the sign-in itself. There is no tracking, no advertising and no script of others, except those of Stripe and PayPal on the pages where customers pay with them.',
  ],
  [
    'Who else receives data',
    'The mail server that delivers your emails, and Stripe or PayPal when a customer or you pay with them. Nobody else; nothing is sold.',
  ],
  [
    'How long',
    'Until you delete it. Deleting your account removes everything at once from the running system; backups that still contain it are overwritten in turn.',
  ],
  ['Your rights', `You can see, correct, export and delete your data yourself. For anything else, write to the operator.`],
]

/** The facts of SECURITY.md. */
const renderSecurity = (operator: string, sourceUrl: string | null): Section[] => [
  [
    'Where to report',
    `What is wrong with this server, its data or its settings: to ${operator}.`,
    `A weakness of the software: to its maintainers, with "Report a vulnerability" on the Security page of ${sourceUrl === null ? 'its repository' : `<a href="${escapeHtml(sourceUrl)}">its repository</a>`}, never in an open issue.`,
  ],
  [
    'What to report',
    'Say what an attacker could do, which version and settings it takes, and the steps that show it. Floods of requests, reports of scanners without a way to use what they found, and the services of others are out of scope.',
  ],
  ['How to test', "Try it on a Billfold of your own, never with other people's accounts or data."],
  [
    'What to expect',
    "The maintainers answer within 3 working days, and judge the report, with a plan, within 10. What lets one user reach another's books, money or account is fixed within 30 days, and sooner if it is being used.",
    'There are no lawyers, as long as you act in good faith, keep to your own accounts, and leave that time before you publish.',
  ],
]

const style = `${pageStyle}
.legal{max-width:680px;margin:0 auto;padding:20px 20px 64px}
.legal .brand{padding:8px 0;margin-bottom:28px}
.legal h1{margin:0 0 8px;font-size:30px;line-height:1.2;font-weight:600;letter-spacing:-.025em}
.legal h2{margin:32px 0 4px;font-size:17px;line-height:1.4;font-weight:600;letter-spacing:-.01em}
.legal p{margin:0 0 8px;color:var(--muted);line-height:1.65;text-wrap:pretty}
.legal footer{margin-top:48px;padding-top:16px;border-top:1px solid var(--line);display:flex;gap:8px 24px;flex-wrap:wrap;font-size:14px}
.legal footer a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none}
.legal footer a:hover{text-decoration:underline}`

const renderPage = (title: string, sections: readonly Section[], other: { href: string; label: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageDescription}
<title>${title} · Billfold</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${pageFont}">
<style>${style}</style>
</head>
<body>
<div class="legal">
<header><a class="brand" href="/"><img src="/favicon.svg" alt="">Billfold</a></header>
<main>
<h1>${title}</h1>
${sections.map(([heading, ...paragraphs]) => `<h2>${heading}</h2>\n${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}`).join('\n')}
</main>
<footer><a href="/">Home</a><a href="${other.href}">${other.label}</a></footer>
</div>
</body>
</html>
`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export const registerLegalPages = (app: FastifyInstance, { operator, sourceUrl, publicUrl, site }: Deps) => {
  const getOperator = () => escapeHtml(operator ?? `the operator of ${publicUrl().hostname}`)
  const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const pages = [
    [termsPath, () => renderPage('Terms of use', renderTerms(getOperator(), sourceUrl, site()), { href: privacyPath, label: 'Privacy' })],
    [privacyPath, () => renderPage('Privacy', renderPrivacy(capitalize(getOperator())), { href: termsPath, label: 'Terms of use' })],
    [securityPath, () => renderPage('Security', renderSecurity(getOperator(), sourceUrl), { href: privacyPath, label: 'Privacy' })],
  ] as const
  for (const [path, render] of pages)
    app.get(path, async (_request, reply) =>
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(render()),
    )
}
