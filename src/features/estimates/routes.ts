import { sendScheduledInvoice } from '#features/invoices/emails.ts'
import { getInvoice, invoices } from '#features/invoices/read.ts'
import { serveActions } from '#kit/server/serve-actions.ts'
import { serveDocument, serveDrafts } from '#kit/server/serve-document.ts'
import { estimateType, readNames } from '#server/domain/documents/document-type.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import { scheduledSendRoutes } from '#server/domain/scheduled-sends/routes.ts'
import { scheduledSendRunners } from '#server/domain/scheduled-sends/run.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { type EstimateEdit, type EstimateInput, estimatesApi } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { answerNotificationRunner } from './answer-notification.job.ts'
import { convertEstimate, convertPart } from './convert.ts'
import { noDeposit, refuseLostDeposit, setDeposit } from './deposit.ts'
import { estimateDocs } from './docs.ts'
import { estimateMailing, sendScheduledEstimate } from './emails.ts'
import { createEstimateReader } from './pdf.ts'
import { readProgress, refuseOtherAmounts } from './progress.ts'
import { publicEstimateRoutes } from './public-routes.ts'
import { type Estimate, estimates, getEstimate, lockEstimate } from './read.ts'
import { setStatus } from './status.ts'

type EditRequest = { before: Estimate; edit: EstimateEdit; today: Day }

/**
 * An estimate that becomes accepted is converted. Call it under the estimate's lock. @param toReply for the refusal of a stale copy
 * @throws AppError 400 for wrong totals, 404 for an estimate, customer or item of another user, 409 for a stale copy, a taken number, or a
 * change of an estimate that the customer accepted; and as `convertEstimate`
 */
const editEstimate = async (
  db: UserDb,
  { before, edit, today }: EditRequest,
  toReply: (estimate: Estimate) => Estimate,
): Promise<Estimate> => {
  const { id } = before
  // The displayed status isn't a change request: the form sends it back unchanged.
  const requested = edit.status === before.status ? undefined : edit.status
  const after = await editDocument(db, estimateType, {
    before,
    edit,
    toReply,
    applyConsequences: async () => {
      if (requested) await setStatus(db, { id, requested, expiryDate: edit.expiryDate, today })
      return requested !== undefined
    },
    read: () => getEstimate(db, id, today),
  })
  if (!requested && before.status === 'accepted' && before.answer && after.version !== before.version) throw acceptedEstimateError()
  await refuseOtherAmounts(db, before, after)
  if (after.version !== before.version) await refuseLostDeposit(db, after)
  if (requested !== 'accepted') return after
  await convertEstimate(db, { id, today })
  return getEstimate(db, id, today)
}

const acceptedEstimateError = () =>
  new AppError(409, 'The customer accepted this estimate as it is. To change what it says, set its status to Draft or Sent as well.')

/**
 * An accepted one is converted.
 * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a taken number; and as `convertEstimate`
 */
export const createEstimate = async (db: UserDb, input: EstimateInput, today: Day): Promise<Estimate> => {
  const document = { ...input, ...readNames(estimateType, input), isIssued: input.status !== 'draft' }
  const { number, endDate: _, ...made } = await createDocument(db, estimateType, document)
  if (input.status === 'draft')
    return { ...made, estimateNumber: number, expiryDate: input.expiryDate, publicUrl: null, ...noDeposit, invoice: null, answer: null }
  const { id } = made
  await setStatus(db, { id, requested: input.status, expiryDate: input.expiryDate, today })
  if (input.status === 'accepted') await convertEstimate(db, { id, today })
  return getEstimate(db, id, today)
}

const estimateRoutes = ({ absolute }: Services) => {
  const withLink = estimates.withAbsoluteUrls(absolute)
  const readInvoice = async (...which: Parameters<typeof getInvoice>) => invoices.withAbsoluteUrls(absolute)(await getInvoice(...which))

  return [
    ...serveDrafts(estimates, estimatesApi, absolute, {
      create: createEstimate,
      edit: editEstimate,
    }),
    ...serveActions(
      estimatesApi,
      { row: lockEstimate },
      {
        convert: async ({ db, id, today }) => {
          const convert = async () => readInvoice(db, await convertEstimate(db, { id, today }), today)
          // If the invoice is deleted between the two calls, the second conversion refuses with the reason.
          return (await convert().catch(ignoreNotFound)) ?? convert()
        },
        setDeposit: async ({ db, id, body, today }) => withLink(await setDeposit(db, id, body, today)),
        removeDeposit: async ({ db, id, today }) => void (await setDeposit(db, id, null, today)),
        invoicePart: async ({ db, id, body, today }) => readInvoice(db, await convertPart(db, id, body, today), today),
      },
    ),
    route(estimatesApi.progress, ({ user, params, today }) => user.tx((db) => readProgress(db, params.id, today))),
  ]
}

export const estimatesModule: Module = (services) => {
  const documents = createEstimateReader(services)
  const { routes, runners, ...served } = serveDocument(estimates, estimatesApi, estimateMailing, services, documents)
  const sending = scheduledSendRoutes(estimateMailing, estimatesApi, services)
  return {
    ...served,
    routes: [...estimateRoutes(services), ...routes, ...sending, ...publicEstimateRoutes(services, documents)],
    runners: [
      ...runners,
      answerNotificationRunner(services),
      ...scheduledSendRunners(services, { invoice: sendScheduledInvoice, estimate: sendScheduledEstimate }),
    ],
    docs: estimateDocs,
  }
}
