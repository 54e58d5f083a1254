import { z } from 'zod'
import type { Field, Fields } from '#model/fields.ts'
import type { RecordModel } from '#model/record.ts'
import type { AreaDocs, OperationDocs } from '#server/platform/http/area-docs.ts'
import { amount } from '#shared/contract/fields.ts'
import { importInput, importResult, importsApi } from '#shared/contract/imports.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'

/** The 403 of what creates an invoice. */
export const noPlan = 'The ten free invoices are used up and there is no plan: the body then has `"requiresSubscription": true`.'
export const pdfResponse = { mediaTypes: ['application/pdf'], rendersPdf: true } as const
export const csvMediaTypes = ['text/csv']
export const staleVersionConflict = 'The record was changed since you read the version that you sent; `current` is the current record.'

type Api = Readonly<Record<string, AnyEndpoint>>

/** @param texts by the name of the endpoint in `api`, in the order of the documentation */
export const describeCalls = <A extends Api>(api: A, texts: { readonly [Call in keyof A]?: OperationDocs }): AreaDocs['operations'] =>
  Object.entries(texts as Record<string, OperationDocs>).map(([call, docs]) => [api[call]!, docs])

/** What every record, or every type of document, says of its operations in its own words. */
export type Template = Readonly<Record<string, OperationDocs>>
type Own = Partial<OperationDocs> & {
  /** Follows the description. */
  more?: string
}
/** Own texts of operations: in place of those of the template or besides them, and whole ones of operations that the template does not have. */
export type OwnTexts<A, T> = { readonly [Call in keyof A]?: Call extends keyof T ? Own : OperationDocs }

/** The operations of `api` that the template or own texts describe. */
export const describeBy = <A extends Api, T extends Template>(api: A, template: T, own: OwnTexts<A, T>): AreaDocs['operations'] =>
  Object.entries(api).flatMap(([call, endpoint]) => {
    if (!(call in template || call in own)) return []
    const { more, ...texts }: Own = own[call] ?? {}
    const { description, ...docs } = { ...template[call], ...texts } as OperationDocs
    return [[endpoint, { ...docs, description: more ? `${description} ${more}` : description }]]
  })

/** 'an item' */
export const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The operations that records and documents have. @param noun 'credit note' */
export const recordTemplate = (noun: string) => {
  const [aNoun, plural] = [withArticle(noun), `${noun}s`]
  return {
    list: { title: `List ${plural}`, description: `Returns your ${plural}, sorted and filtered.` },
    summary: { title: `Count ${plural}`, description: `Returns the number of ${plural}, or of those that match a search.` },
    export: { title: `Export ${plural}`, description: 'Returns the list as a CSV file.', mediaTypes: csvMediaTypes },
    one: { title: `Read ${aNoun}`, description: `Returns one ${noun}.` },
    history: {
      title: `Read ${aNoun}’s history`,
      description: `Returns the changes of one ${noun}, the newest 200 of them, newest first.`,
    },
    create: { title: `Create ${aNoun}`, description: `Adds ${aNoun}.` },
    update: {
      title: `Update ${aNoun}`,
      description: `Saves ${aNoun} as a whole: fields that you leave out are cleared.`,
      conflict: staleVersionConflict,
    },
    remove: { title: `Delete ${aNoun}`, description: `Deletes ${aNoun}. It can be restored.` },
    restore: { title: `Restore ${aNoun}`, description: `Undoes a deletion: the ${noun} keeps its ID.` },
    import: {
      title: `Import ${plural}`,
      description: `Adds up to 10,000 ${plural} at once, all of them or none. The values of a row are texts by field name, as in a CSV file.`,
    },
  } satisfies Template
}

/** An example of what a schema describes. What is not known of a field is null, no, 0.00, empty, or the first choice. */
export const createExample = (schema: z.ZodType, known: unknown): unknown => {
  if (schema instanceof z.ZodObject && typeof known === 'object')
    return Object.fromEntries(
      Object.entries<z.ZodType>(schema.shape).map(([field, inner]) => [field, createExample(inner, known?.[field as keyof typeof known])]),
    )
  if (schema instanceof z.ZodArray) return ((known ?? []) as unknown[]).map((row) => createExample(schema.element as z.ZodType, row))
  if (known !== undefined) return known
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 1
  return schema === amount ? '0.00' : null
}

/** Fields without an example are null. */
export const getExample = ({ fields }: { fields: Fields }): Record<string, unknown> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, { example = null }]) => [name, example]))

const importExamples = {
  ImportInput: { rows: [{ line: 2, values: { name: 'Grace Hopper', email: 'grace@example.com' } }], skipExisting: true },
  ImportResult: { created: 1, skipped: 0 },
}

type RecordApi = Api & Readonly<Record<'one' | 'create' | 'update', AnyEndpoint>>

type RecordTexts<A, M extends { fields: Fields }> = {
  description?: string
  operations?: OwnTexts<A, ReturnType<typeof recordTemplate>>
  /** Operations of other endpoints. */
  further?: AreaDocs['operations']
  /** The example of a change has another value in these fields. */
  changes?: { readonly [Field in keyof M['fields']]?: unknown }
  /** What the example of a reply has besides its fields. */
  known?: object
} & Pick<AreaDocs, 'schemas' | 'examples'>

/** Documents a record by its model. */
export const describeRecord = <M extends RecordModel, A extends RecordApi>(
  model: M,
  api: A,
  { description, operations = {}, further = [], changes, known, schemas, examples }: RecordTexts<A, M> = {},
): AreaDocs => {
  const { name, plural, tableName } = model
  const template = recordTemplate(name.toLowerCase())
  const refersToOthers = Object.values<Field>(model.fields).some(({ kind }) => kind === 'ref')
  const importing = (importsApi as Api)[tableName]
  const input = getExample(model)
  return {
    area: plural,
    description: description ?? `Your ${plural.toLowerCase()}.`,
    operations: [
      ...describeBy<Api, Template>(
        { ...api, ...(importing && { import: importing }) },
        { ...template, create: { ...template.create, ...(refersToOthers && { referencesRecords: true }) } },
        operations,
      ),
      ...further,
    ],
    schemas: {
      [name]: api.one.reply,
      [`${name}Input`]: api.create.body,
      [`${name}Update`]: api.update.body,
      importInput,
      importResult,
      ...schemas,
    },
    examples: {
      [name]: createExample(api.one.reply, { ...input, ...known }),
      [`${name}Input`]: input,
      [`${name}Update`]: { ...input, ...changes, version: 1 },
      ...importExamples,
      ...examples,
    },
  }
}
