import { escapeHtml } from '#server/platform/identity/pages/html.ts'
import type { Answer } from '../answers.ts'
import type { Operation } from '../operation.ts'
import type { JsonSchema } from '../schemas.ts'
import { curlOf } from './curl.ts'
import { fieldTable, nameOf, type Schemas, typeWords } from './fields.ts'
import { anchor, code, words } from './words.ts'

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
  return fieldTable(schema, 'After the ?', true)
}

const bodyTable = ({ requestBody }: Operation, schemas: Schemas): string => {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return ''
  const name = nameOf(schema)
  return fieldTable(name ? schemas[name]! : schema, requestBody.required ? 'Body' : 'Body, which may be left out', true)
}

const goodAnswer = (status: string, answer: Answer): string => {
  const content = Object.entries(answer.content ?? {})
  const [media, { schema } = { schema: {} }] = content[0] ?? []
  if (!media) return `<p class="answer"><span class="status good">${status}</span> Nothing but that.</p>`
  if (media !== 'application/json') {
    const types = content.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(' or ')
    return `<p class="answer"><span class="status good">${status}</span> ${types}</p>`
  }
  const line = `<p class="answer"><span class="status good">${status}</span> ${typeWords(schema)}</p>`
  const inner = schema.items ?? schema
  return inner.properties ? `${line}${fieldTable(inner, 'Answer', false)}` : line
}

/** What everybody knows from the chapter on errors is only linked; what this call alone says is said. */
const refusals = ({ responses }: Operation): string => {
  const wrong = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const shared = wrong.filter(([, answer]) => '$ref' in answer).map(([status]) => `<a href="#errors" class="status">${status}</a>`)
  const own = wrong.flatMap(([status, answer]) =>
    'description' in answer ? [`<li><span class="status">${status}</span> ${words(answer.description)}</li>`] : [],
  )
  return `<ul class="refusals">${own.join('')}<li><span class="others">Also</span> ${shared.join(' ')}</li></ul>`
}

/** One call: what it does, what it takes, what it answers, and how to try it. */
export const operationSection = (
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
<h3 id="${operation.operationId}-title"><a href="#${operation.operationId}">${words(operation.summary)}</a></h3>
<p class="line">${methodBadge(method)} <code class="path">${pathText(path)}</code> ${scopes.map((scope) => `<span class="scope">${escapeHtml(scope)}</span>`).join(' ')}</p>
<p>${words(operation.description)}</p>
${parameterTable(operation)}
${bodyTable(operation, schemas)}
${good.join('')}
${refusals(operation)}
${code(curlOf(method, path, operation, { schemas, origin }), `Example: ${operation.summary}`)}
</section>`
}

/** A line of the table of contents. */
export const operationLink = (method: string, { operationId, summary }: Operation): string =>
  `<li><a href="#${operationId}">${words(summary)} <span class="method small ${method}" aria-hidden="true">${method.toUpperCase()}</span></a></li>`

/** A record that answers speak of. */
export const schemaSection = (name: string, schema: JsonSchema): string => {
  const example = schema.examples?.[0]
  return `<section class="call" id="schema-${anchor(name)}">
<h3><a href="#schema-${anchor(name)}">${escapeHtml(name)}</a></h3>
${schema.properties ? fieldTable(schema, 'Fields', /(Input|Update)$/.test(name)) : `<p>${words(schema.description ?? '')}</p>`}
${example === undefined ? '' : code(JSON.stringify(example, null, 2), `Example: ${name}`)}
</section>`
}
