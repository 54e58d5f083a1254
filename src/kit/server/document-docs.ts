import type { z } from 'zod'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { documentEmail, emailPreview, sendEmailReply } from '#shared/contract/document-emails.ts'
import { fieldChange, historyEvent } from '#shared/contract/document-history.ts'
import { numberPatternInput, numberPatternReply } from '#shared/contract/document-numbering.ts'
import { documentTax, lineItem, lineItemInput } from '#shared/contract/documents.ts'
import { scheduledSend, scheduledSendInput, sendTime } from '#shared/contract/scheduled-sends.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import {
  createExample,
  describeBy,
  type OwnTexts,
  pdfResponse,
  recordTemplate,
  staleVersionConflict,
  type Template,
  withArticle,
} from './docs.ts'

export const staleOrTaken = `The number is taken, or: ${staleVersionConflict[0]!.toLowerCase()}${staleVersionConflict.slice(1)}`
const noAddress = 'The customer’s record has no email address, or the document can’t be sent in its status.'

/** The operations that every type of document has, as far as its contract has them. */
const documentTemplate = (noun: string) => {
  const record = recordTemplate(noun)
  const [aNoun, plural] = [withArticle(noun), `${noun}s`]
  return {
    ...record,
    list: {
      title: record.list.title,
      description: `Returns your ${plural} with their lines, sorted and filtered. \`from\` and \`to\` limit the issue date.`,
    },
    summary: {
      title: record.summary.title,
      description: `Returns how many ${plural} match, and their total; \`byStatus\` has the same for each status, whatever status is asked for.`,
    },
    export: {
      ...record.export,
      description: `Returns the list as a CSV file with a row for each ${noun}. After the other columns, the base and the amount of each tax that one of them names are two columns, such as \`VAT 19% base\` and \`VAT 19% amount\`.`,
    },
    one: { title: record.one.title, description: `Returns one ${noun} with its lines.` },
    history: {
      title: record.history.title,
      description: `Returns the events of ${aNoun} and its emails: the newest 200 of each, newest first.`,
    },
    create: {
      title: record.create.title,
      description: `Adds ${aNoun}. Set \`drawNumber\` to give it the next free number instead of yours when it is sent; until then it shows the one that it would get.`,
      conflict: `The ${noun} number is taken.`,
      referencesRecords: true,
    },
    update: { title: record.update.title, description: `Saves ${aNoun} as a whole.`, conflict: staleOrTaken },
    remove: {
      title: record.remove.title,
      description: `Deletes ${aNoun}. A number that it was given or that was typed stays taken, and it can be restored.`,
    },
    restore: { ...record.restore, conflict: 'It isn’t deleted, or can’t be restored.' },
    nextNumber: {
      title: `Read the next ${noun} number`,
      description: 'Returns the next free number, for a form. The year in it is that of the document’s date.',
    },
    numberPattern: { title: `Read the ${noun} number pattern`, description: `Returns the pattern of ${noun} numbers.` },
    saveNumberPattern: { title: `Change the ${noun} number pattern`, description: `Sets the pattern of the next ${noun} numbers.` },
    pdf: { title: `Download ${aNoun}`, description: `Returns the ${noun} as a PDF.`, ...pdfResponse },
    emailPreview: { title: `Preview ${aNoun}’s email`, description: `Returns the text of an email with this ${noun}.` },
    sendEmail: {
      title: `Email ${aNoun}`,
      description:
        'Queues an email with the PDF and the link to the customer’s page to the address on the customer’s record; a draft becomes sent.',
      conflict: noAddress,
    },
    email: { title: `Read ${aNoun}’s email`, description: 'Returns the status of one email.' },
    retryEmail: {
      title: `Retry ${aNoun}’s email`,
      description: 'Queues a failed email again.',
      conflict: 'The email was sent already, or the customer has no address.',
    },
    scheduledSend: {
      title: `Read when ${aNoun} is sent`,
      description: 'Returns the schedule, its recipients and its words; null without one.',
    },
    scheduleSend: {
      title: `Schedule the email with ${aNoun}`,
      description:
        'Emails the document at a time within a year, as it is then, and issues a draft at that time. It replaces the schedule that the document has. Where it can’t be sent, `problem` says why, and it is tried again every hour; more than a day late, it waits until you send it or choose another time.',
      conflict: `${noAddress} Or 1,000 emails are scheduled already.`,
    },
    cancelSend: {
      title: `Cancel the scheduled email with ${aNoun}`,
      description: 'Cancels the schedule; the document stays as it is. 404 when there is none, for example because it was sent.',
    },
  } satisfies Template
}

/** What documents share: schemas by their names, and examples. */
const sharedSchemas = {
  ...{ documentTax, lineItem, lineItemInput, historyEvent, fieldChange, sendTime, scheduledSend, scheduledSendInput },
  ...{ email: documentEmail, emailPreview, queuedEmail: sendEmailReply, numberPattern: numberPatternReply, numberPatternInput },
}
const atTime = { day: '2026-01-31', time: '08:00', timeZone: 'Europe/London' }
const sharedExamples = {
  SendTime: { ...atTime, hasProblem: false },
  ScheduledSendInput: { ...atTime, message: 'Hello' },
  ScheduledSend: createExample(scheduledSend, { ...atTime, sendAt: '2026-01-31T08:00:00.000Z', message: 'Hello' }),
  NumberPatternInput: { prefix: 'INV-', date: 'YYYY', padding: 4, restart: 'year', nextCounter: 8 },
}

const line = { itemId: 1, description: 'Consulting', quantity: '7.50', unitPrice: '120.00' }
/** What a reply of any document with that line has besides the input; of a type's fields, those that it has. */
const known = {
  hasNumber: true,
  ...{ currency: 'USD', subtotal: '900.00', netAmount: '900.00', taxRate: '8.25', taxAmount: '74.25', total: '974.25' },
  ...{ exchangeRate: '1', homeTotal: '974.25', balanceDue: '974.25' },
  taxes: [{ percent: '8.25', base: '900.00', amount: '74.25' }],
  customer: { name: 'Ada Lovelace', company: 'Analytical Engines', email: 'ada@example.com' },
  lineItems: [{ ...line, unitCode: 'C62', total: '900.00' }],
}

type Api = Readonly<Record<string, AnyEndpoint> & Record<'list' | 'one' | 'create' | 'history', AnyEndpoint>>

type DocumentTexts<A> = {
  operations?: OwnTexts<A, ReturnType<typeof documentTemplate>>
  /** What the example has in fields of the type's own, or else than the example of any document. */
  example?: object
  /** The example of a change has another value in these fields. */
  changes?: object
  /** What a creation replies, where that is more than the document. */
  created?: z.ZodType
} & Pick<AreaDocs, 'schemas' | 'examples'> &
  Partial<Pick<AreaDocs, 'description'>>

/** 'CreditNote' */
export const toSchemaName = (kind: DocumentKind): string => kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Documents a type of document by its words. */
export const describeDocument = <A extends Api>(
  kind: DocumentKind,
  api: A,
  { description, operations = {}, example, changes, created, schemas, examples }: DocumentTexts<A> = {},
): AreaDocs => {
  const { noun, title, numberField, numberPrefix, end } = documentInfo[kind]
  const name = toSchemaName(kind)
  const { one, create, update, list, history } = api as Api
  const input = {
    ...{ customerId: 1, [numberField]: `${numberPrefix}2026-0001`, issueDate: '2026-01-15', ...(end && { [end.field]: '2026-02-14' }) },
    ...{ notes: null, terms: null, taxRate: '8.25', lineItems: [line], ...example },
  }
  const reply = (schema: z.ZodType) => createExample(schema, { ...input, ...known })
  return {
    area: `${title}s`,
    description: description ?? `Your ${noun}s.`,
    operations: describeBy(api, documentTemplate(noun), operations),
    schemas: {
      ...sharedSchemas,
      ...{ [name]: one.reply, [`Listed${name}`]: getShortForm(list), [`${name}Input`]: create.body, [`${name}History`]: history.reply },
      ...(update && { [`${name}Update`]: update.body }),
      ...(created && { [`Created${name}`]: created }),
      ...schemas,
    },
    // Without drafts, a document is made of another one: its module has an example.
    examples: {
      ...(update && { [name]: reply(one.reply), [`${name}Input`]: input, [`${name}Update`]: { ...input, ...changes, version: 1 } }),
      ...(created && { [`Created${name}`]: reply(created) }),
      ...sharedExamples,
      ...examples,
    },
  }
}

const getShortForm = ({ reply }: AnyEndpoint) => (reply as z.ZodArray<z.ZodUnion<[z.ZodType, z.ZodType]>>).element.options[1]
