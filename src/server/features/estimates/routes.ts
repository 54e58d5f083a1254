import type { z } from 'zod'
import { serveDrafts } from '#kit/server/serve-document.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { type EstimateEdit, type EstimateInput, estimatesApi } from '#shared/contract/estimates.ts'
import type { invoice } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { type ConvertDeps, convertEstimate, convertPart } from './convert.ts'
import { noDeposit, setDeposit } from './deposit.ts'
import { editEstimate } from './edit.ts'
import { readProgress } from './progress.ts'
import { type Estimate, estimates, getEstimate } from './read.ts'
import { setStatus } from './status.ts'

/**
 * An accepted one is converted.
 * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a taken number; and as `convertEstimate`
 */
export const createEstimate = async (deps: ConvertDeps, db: UserDb, input: EstimateInput, today: Day): Promise<Estimate> => {
  const document = { ...input, number: input.estimateNumber, endDate: input.expiryDate }
  const { number, endDate: _, ...made } = await createDocument(db, estimateType, document, today)
  if (input.status === 'draft')
    return { ...made, estimateNumber: number, expiryDate: input.expiryDate, publicUrl: null, ...noDeposit, invoice: null, answer: null }
  const { id } = made
  await setStatus(db, { id, requested: input.status, expiryDate: input.expiryDate, today })
  if (input.status === 'accepted') await convertEstimate(deps, db, { id, today })
  return getEstimate(db, id, today)
}

type Deps = ConvertDeps & {
  readInvoice: (db: UserDb, id: number, today: Day) => Promise<z.output<typeof invoice>>
  absolute: (path: string) => string
}

export const estimateRoutes = (deps: Deps) => {
  const { readInvoice, absolute } = deps
  const withLink = estimates.withAbsoluteUrls(absolute)

  return [
    ...serveDrafts(estimates, estimatesApi, absolute, {
      create: (db, input: EstimateInput, today) => createEstimate(deps, db, input, today),
      edit: (db, request: { id: number; edit: EstimateEdit; today: Day }, toReply) => editEstimate(deps, db, request, toReply),
    }),
    idempotentRoute(estimatesApi.convert, ({ user, params, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          const convert = async () => readInvoice(db, await convertEstimate(deps, db, { id: params.id, today }), today)
          // If the invoice is deleted between the two calls, the second conversion refuses with the reason.
          return (await convert().catch(ignoreNotFound)) ?? convert()
        }),
      ),
    ),
    idempotentRoute(estimatesApi.setDeposit, ({ user, params, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => withLink(await setDeposit(db, params.id, body, today)))),
    ),
    idempotentRoute(estimatesApi.removeDeposit, ({ user, params, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await setDeposit(db, params.id, null, today)
        }),
      ),
    ),
    route(estimatesApi.progress, ({ user, params, today }) => user.tx((db) => readProgress(db, params.id, today))),
    idempotentRoute(estimatesApi.invoicePart, ({ user, params, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => readInvoice(db, await convertPart(deps, db, params.id, body, today), today))),
    ),
  ]
}
