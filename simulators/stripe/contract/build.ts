import { Ajv, type ValidateFunction } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { calls, events } from './calls.ts'
import { createSchemaBuilder, type Schema } from './schemas.ts'
import { readTypings } from './typings.ts'

const buildErrorSchema = (objects: Record<string, Schema>): Schema => ({
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message'],
      additionalProperties: false,
      properties: {
        type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
        message: { type: 'string', minLength: 1 },
        ...Object.fromEntries(['code', 'param', 'decline_code', 'charge', 'doc_url'].map((name) => [name, { type: 'string' }])),
        ...objects,
      },
    },
  },
})

const buildSchemas = () => {
  const typings = readTypings()
  const maker = createSchemaBuilder(typings.checker)
  const result = (path: string) => maker.schemaOf(typings.call(path).result, 'answer')
  const objects = { payment_intent: result('paymentIntents.retrieve'), payment_method: result('paymentMethods.retrieve') }
  const roots: Record<string, Schema> = { error: buildErrorSchema(objects) }
  for (const [route, path] of Object.entries(calls)) {
    const { params, result } = typings.call(path)
    roots[`params ${route}`] = params ? maker.schemaOf(params, 'wire') : { type: 'object', maxProperties: 0 }
    roots[`answer ${route}`] = maker.schemaOf(result, 'answer')
  }
  for (const name of events) roots[`event ${name}`] = maker.schemaOf(typings.event(name), 'answer')
  return { roots, definitions: maker.definitions }
}

export type Compiled = {
  /** By 'params GET /v1/charges/:id', 'answer ...', 'event charge.failed' and 'error'. */
  validators: Record<string, ValidateFunction>
  /** A CommonJS module that exports the same validators. It requires only ajv's runtime. */
  source: string
}

/** Takes some seconds. */
export const compileContract = (): Compiled => {
  const { roots, definitions } = buildSchemas()
  const ajv = new Ajv({ strict: false, allErrors: false, code: { source: true } })
  ajv.addSchema({ $id: 'stripe', $defs: definitions })
  const names = Object.keys(roots)
  const local: Record<string, string> = {}
  const validators: Record<string, ValidateFunction> = {}
  for (const [index, name] of names.entries()) {
    const absolute = JSON.parse(JSON.stringify(roots[name]).replaceAll('"#/$defs/', '"stripe#/$defs/')) as Schema
    validators[name] = ajv.compile({ $id: `root${index}`, ...absolute })
    local[`root${index}`] = `root${index}`
  }
  const byName = names.map((name, index) => `${JSON.stringify(name)}:exports.root${index}`)
  return { validators, source: `${standalone.default(ajv, local)}\nmodule.exports={${byName.join(',')}}\n` }
}
