import type { JsonSchema } from '#server/features/api-docs/json-schemas.ts'
import type { Operation } from '#server/features/api-docs/operations.ts'
import type { ResponseObject } from '#server/features/api-docs/responses.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { buildCurl } from './curl.ts'
import { describeType, getSchemaName, renderFieldTable, type Schemas } from './fields.ts'
import { renderCode, renderProse, toAnchor } from './html.ts'

const methodBadge = (method: string) => `<span class="method ${method}">${method.toUpperCase()}</span>`

/** '/api/customers/{id}', which may be broken at its slashes. */
const pathText = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

const parameterTable = ({ parameters = [] }: Operation): string => {
  const own = parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [one] : []))
  if (own.length === 0) return ''
  const schema: JsonSchema = {
    properties: Object.fromEntries(own.map(({ name, description, schema: is }) => [name, description ? { ...is, description } : is])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
  return renderFieldTable(schema, 'After the ?', true)
}

const bodyTable = ({ requestBody }: Operation, schemas: Schemas): string => {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return ''
  const name = getSchemaName(schema)
  return renderFieldTable(name ? schemas[name]! : schema, requestBody.required ? 'Body' : 'Body, which may be left out', true)
}

const goodAnswer = (status: string, answer: ResponseObject): string => {
  const content = Object.entries(answer.content ?? {})
  const [media, { schema } = { schema: {} }] = content[0] ?? []
  if (!media) return `<p class="answer"><span class="status good">${status}</span> Nothing but that.</p>`
  if (media !== 'application/json') {
    const types = content.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(' or ')
    return `<p class="answer"><span class="status good">${status}</span> ${types}</p>`
  }
  const line = `<p class="answer"><span class="status good">${status}</span> ${describeType(schema)}</p>`
  const inner = schema.items ?? schema
  return inner.properties ? `${line}${renderFieldTable(inner, 'Answer', false)}` : line
}

/** What everybody knows from the chapter on errors is only linked; what this call alone says is said. */
const refusals = ({ responses }: Operation): string => {
  const wrong = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const shared = wrong.filter(([, answer]) => '$ref' in answer).map(([status]) => `<a href="#errors" class="status">${status}</a>`)
  const own = wrong.flatMap(([status, answer]) =>
    'description' in answer ? [`<li><span class="status">${status}</span> ${renderProse(answer.description)}</li>`] : [],
  )
  return `<ul class="refusals">${own.join('')}<li><span class="others">Also</span> ${shared.join(' ')}</li></ul>`
}

/** One call: what it does, what it takes, what it answers, and how to try it. */
export const renderOperation = (
  method: string,
  path: string,
  operation: Operation,
  { schemas, origin }: { schemas: Schemas; origin: string },
): string => {
  const scopes = operation.security.flatMap(({ token }) => token)
  const good = Object.entries(operation.responses).flatMap(([status, answer]) =>
    Number(status) < 400 && 'description' in answer ? [goodAnswer(status, answer)] : [],
  )
  return `<section class="call" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 id="${operation.operationId}-title"><a href="#${operation.operationId}">${renderProse(operation.summary)}</a></h3>
<p class="line">${methodBadge(method)} <code class="path">${pathText(path)}</code> ${scopes.map((scope) => `<span class="scope">${escapeHtml(scope)}</span>`).join(' ')}</p>
<p>${renderProse(operation.description)}</p>
${parameterTable(operation)}
${bodyTable(operation, schemas)}
${good.join('')}
${refusals(operation)}
${renderCode(buildCurl(method, path, operation, { schemas, origin }), `Example: ${operation.summary}`)}
</section>`
}

/** A line of the table of contents. */
export const renderOperationLink = (method: string, { operationId, summary }: Operation): string =>
  `<li><a href="#${operationId}">${renderProse(summary)} <span class="method small ${method}" aria-hidden="true">${method.toUpperCase()}</span></a></li>`

/** A record that answers speak of. */
export const renderSchema = (name: string, schema: JsonSchema): string => {
  const example = schema.examples?.[0]
  return `<section class="call" id="schema-${toAnchor(name)}">
<h3><a href="#schema-${toAnchor(name)}">${escapeHtml(name)}</a></h3>
${schema.properties ? renderFieldTable(schema, 'Fields', /(Input|Update)$/.test(name)) : `<p>${renderProse(schema.description ?? '')}</p>`}
${example === undefined ? '' : renderCode(JSON.stringify(example, null, 2), `Example: ${name}`)}
</section>`
}
