import type { JsonSchema } from '#features/api-docs/openapi/json-schemas.ts'
import type { Operation } from '#features/api-docs/openapi/operations.ts'
import type { ResponseObject } from '#features/api-docs/openapi/responses.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { buildCurl } from './curl.ts'
import { describeType, getSchemaName, renderFieldTable, type Schemas } from './fields.ts'
import { renderCode, renderProse, toAnchor } from './html.ts'

const renderMethod = (method: string) => `<span class="method ${method}">${method.toUpperCase()}</span>`

/** '/api/customers/{id}', with line breaks allowed after slashes. */
const renderPath = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

const renderParameters = ({ parameters = [] }: Operation): string => {
  const own = parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [one] : []))
  if (own.length === 0) return ''
  const schema: JsonSchema = {
    properties: Object.fromEntries(own.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
  return renderFieldTable(schema, 'After the ?', true)
}

const renderBody = ({ requestBody }: Operation, schemas: Schemas): string => {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return ''
  const name = getSchemaName(schema)
  return renderFieldTable(name ? schemas[name]! : schema, requestBody.required ? 'Body' : 'Body, which may be left out', true)
}

const renderSuccess = (status: string, answer: ResponseObject): string => {
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

/** Shared errors link to the chapter on errors; those of this operation alone are described. */
const renderErrors = ({ responses }: Operation): string => {
  const wrong = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const shared = wrong.filter(([, answer]) => '$ref' in answer).map(([status]) => `<a href="#errors" class="status">${status}</a>`)
  const own = wrong.flatMap(([status, answer]) =>
    'description' in answer ? [`<li><span class="status">${status}</span> ${renderProse(answer.description)}</li>`] : [],
  )
  return `<ul class="refusals">${own.join('')}<li><span class="others">Also</span> ${shared.join(' ')}</li></ul>`
}

/** The section of an operation: what it does, its input, its reply and an example. */
export const renderOperation = (
  method: string,
  path: string,
  operation: Operation,
  { schemas, origin }: { schemas: Schemas; origin: string },
): string => {
  const scopes = operation.security.flatMap(({ token }) => token)
  const good = Object.entries(operation.responses).flatMap(([status, answer]) =>
    Number(status) < 400 && 'description' in answer ? [renderSuccess(status, answer)] : [],
  )
  return `<section class="call" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 id="${operation.operationId}-title"><a href="#${operation.operationId}">${renderProse(operation.summary)}</a></h3>
<p class="line">${renderMethod(method)} <code class="path">${renderPath(path)}</code> ${scopes.map((scope) => `<span class="scope">${escapeHtml(scope)}</span>`).join(' ')}</p>
<p>${renderProse(operation.description)}</p>
${renderParameters(operation)}
${renderBody(operation, schemas)}
${good.join('')}
${renderErrors(operation)}
${renderCode(buildCurl(method, path, operation, { schemas, origin }), `Example: ${operation.summary}`)}
</section>`
}

/** An entry in the table of contents. */
export const renderOperationLink = (method: string, { operationId, summary }: Operation): string =>
  `<li><a href="#${operationId}">${renderProse(summary)} <span class="method small ${method}" aria-hidden="true">${method.toUpperCase()}</span></a></li>`

/** The section of a schema. */
export const renderSchema = (name: string, schema: JsonSchema): string => {
  const example = schema.examples?.[0]
  return `<section class="call" id="schema-${toAnchor(name)}">
<h3><a href="#schema-${toAnchor(name)}">${escapeHtml(name)}</a></h3>
${schema.properties ? renderFieldTable(schema, 'Fields', /(Input|Update)$/.test(name)) : `<p>${renderProse(schema.description ?? '')}</p>`}
${example === undefined ? '' : renderCode(JSON.stringify(example, null, 2), `Example: ${name}`)}
</section>`
}
