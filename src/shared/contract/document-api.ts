import { z } from 'zod'
import { adding, del, file, find, findFile, get, limited, list, noBody, post, put } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { documentMaxBytes } from '#shared/text-limits.ts'
import { documentEmail, emailPreview, emailStates, messageFields, sendEmailReply } from './document-emails.ts'
import { historyEvent } from './document-history.ts'
import { numberingApi } from './document-numbering.ts'
import { documentRate, documentTotals, homeSums } from './documents.ts'
import { numberingAddresses } from './endpoints/document-numbering.ts'
import type { documentAddresses, draftAddresses, publicAddresses } from './endpoints/documents.ts'
import { calendarDay, documentDayInput, version } from './fields.ts'
import { dayRangeFilter, paging, searchFilter, shortForm, sortBy } from './lists.ts'
import { scheduledSendApi } from './scheduled-sends.ts'

/** The fields that a document of any type has in replies. */
export const documentReply = <Status extends string>(statuses: readonly Status[]) => ({
  id: z.int(),
  version,
  customerId: z.int(),
  /** Whether its number is its own: given when it was issued, or typed. A draft without one shows the number that it would get. */
  hasNumber: z.boolean(),
  status: z.enum(statuses),
  issueDate: calendarDay,
  ...documentTotals,
  ...documentRate,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  emailState: z.enum(emailStates).nullable(),
})

const documentHistory = z.object({ events: z.array(historyEvent), emails: z.array(documentEmail) })
const documentMessage = z.strictObject(messageFields).optional()

/** The calls that every type of document has, besides its creation. */
export const documentApi = <
  A extends ReturnType<typeof documentAddresses>,
  Kind extends DocumentKind,
  Reply extends z.ZodType,
  Listed extends z.ZodType,
  Status extends string,
  Filter extends z.ZodRawShape = Record<never, never>,
  Sums extends z.ZodRawShape = Record<never, never>,
  History extends z.ZodType = typeof documentHistory,
  Message extends z.ZodType = typeof documentMessage,
>(
  kind: Kind,
  at: A,
  of: {
    reply: Reply
    /** The short form, without lines, texts and tax. */
    listed: Listed
    statuses: readonly Status[]
    /** Events and emails, if missing. */
    history?: History
    message?: Message
    /** Besides text, status and days. */
    filter?: Filter
    /** Besides count and total. */
    sums?: Sums
  },
) => {
  const filter = {
    ...searchFilter,
    status: z.enum(of.statuses, `status must be one of ${of.statuses.join(', ')}`).optional(),
    ...dayRangeFilter,
    ...((of.filter ?? {}) as Filter),
  }
  const { numberField, end } = documentInfo[kind]
  const sorted = z.strictObject({ ...filter, sort: sortBy(['issueDate', ...(end ? [end.field] : []), numberField, 'customer', 'total']) })
  const sums = z.object({ count: z.int(), ...homeSums, ...((of.sums ?? {}) as Sums) })
  return {
    list: list(at.list as A['list'], sorted.extend({ ...paging, ...shortForm }), z.union([of.reply, of.listed])),
    /** `byStatus` has the sums of each status, whatever status is asked for. */
    summary: find(
      at.summary as A['summary'],
      z.strictObject(filter),
      sums.extend({ byStatus: z.array(sums.extend({ status: z.enum(of.statuses) })) }),
    ),
    export: findFile(at.export as A['export'], sorted),
    one: get(at.one as A['one'], of.reply),
    history: get(at.history as A['history'], (of.history ?? documentHistory) as History),
    emailPreview: get(at.emailPreview as A['emailPreview'], emailPreview),
    sendEmail: limited('emails', post(at.sendEmail as A['sendEmail'], (of.message ?? documentMessage) as Message, sendEmailReply)),
    email: get(at.email as A['email'], documentEmail),
    retryEmail: limited('emails', post(at.retryEmail as A['retryEmail'], noBody, documentEmail)),
    pdf: limited('PDFs', file(at.pdf as A['pdf'])),
    ...numberingApi(numberingAddresses(kind)),
  }
}

/** What a type has besides whose documents begin as drafts. */
export const draftApi = <
  A extends ReturnType<typeof draftAddresses> & Pick<ReturnType<typeof documentAddresses>, 'create'>,
  Input extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
  Number extends string,
>(
  at: A,
  { input, edit, reply, numberField }: { input: Input; edit: Edit; reply: Reply; numberField: Number },
) => ({
  create: adding('document', post(at.create as A['create'], input, reply, { status: 201, maxBytes: documentMaxBytes })),
  /** Of a document of that date; by default, of today. */
  nextNumber: find(
    at.nextNumber as A['nextNumber'],
    z.strictObject({ date: documentDayInput('Date').optional() }),
    z.object({ [numberField]: z.string() } as Record<Number, z.ZodString>),
  ),
  update: adding('content', put(at.update as A['update'], edit, reply, { maxBytes: documentMaxBytes })),
  remove: del(at.remove as A['remove']),
  restore: post(at.restore as A['restore'], noBody, reply),
  ...scheduledSendApi<A['scheduledSend'], A['scheduleSend'], A['cancelSend']>(at),
})

/** The customer's page of a document. */
export const publicApi = <A extends ReturnType<typeof publicAddresses>, Reply extends z.ZodType>(at: A, reply: Reply) => ({
  read: get(at.read as A['read'], reply, { access: 'public' }),
  pdf: file(at.pdf as A['pdf'], { access: 'public' }),
  logo: file(at.logo as A['logo'], { access: 'public' }),
})
