import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '#features/api-docs/openapi/openapi.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { buildGuide } from './guide.ts'
import { renderProse, toAnchor } from './html.ts'
import { renderOperation, renderOperationLink, renderSchema } from './operation-section.ts'
import { style } from './style.ts'

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
