import type { z } from 'zod'
import { getLocale } from '#server/domain/business/business.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import { getParties, type Parties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { publicEstimate, publicEstimateStatuses } from '#shared/contract/public-estimate.ts'
import type { Day } from '#shared/dates.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import { type InvoiceStatus, isPublic } from '#shared/invoice-rules.ts'
import { withLineTaxes } from '#shared/line-taxes.ts'
import { payPath } from '#shared/paths.ts'
import { readDepositTotal } from './deposit.ts'
import { type Estimate, getEstimate } from './read.ts'

const states: Record<EstimateStatus, (typeof publicEstimateStatuses)[number]> = {
  draft: 'withdrawn',
  sent: 'open',
  accepted: 'accepted',
  rejected: 'declined',
  expired: 'expired',
}

/** A sent one, or a draft that was withdrawn. @throws AppError 404 when it was never sent */
export const getPublicEstimate = async (db: UserDb, id: number, today: Day): Promise<Estimate> => {
  const estimate = await getEstimate(db, id, today)
  if (estimate.status !== 'draft') return estimate
  const withdrawn = await db.rows('select 1 from documents where user_id = $1 and id = $2 and withdrawn_at is not null', [db.userId, id])
  if (withdrawn.length === 0) throw notFound('Estimate')
  return estimate
}

export const buildPublicView = async (
  db: UserDb,
  publicId: string,
  estimate: Estimate,
  { business, customer }: Parties,
): Promise<z.output<typeof publicEstimate>> => {
  const state = states[estimate.status]
  return {
    id: publicId,
    estimateNumber: estimate.estimateNumber,
    state,
    estimate:
      state === 'withdrawn'
        ? null
        : {
            ...estimate,
            lineItems: withLineTaxes(estimate, getLocale(business)),
            deposit: await readDepositTotal(db, estimate),
            customerName: customer.name,
          },
    answer: estimate.answer,
    invoicePath: state === 'accepted' ? await getPayPagePath(db, estimate.id) : null,
    businessProfile: toPublicBusiness(
      state === 'withdrawn' ? { ...business, logoKey: null } : business,
      `/api/public/estimate/${publicId}/logo`,
    ),
  }
}

/** @throws AppError 404 as `getPublicEstimate` */
export const getPublicLogoKey = async (db: UserDb, id: number, today: Day): Promise<string | null> => {
  const { status } = await getPublicEstimate(db, id, today)
  return states[status] === 'withdrawn' ? null : (await getParties(db, id)).business.logoKey
}

const getPayPagePath = async (db: UserDb, estimateId: number): Promise<string | null> => {
  const [invoice] = await db.rows<{ status: InvoiceStatus; publicId: string }>(
    `select i.status, p.public_id as "publicId" from documents i
     join public_links p on p.user_id = $1 and p.document_id = i.id
     where i.user_id = $1 and i.source_document_id = $2 and i.deleted_at is null
     order by i.status = 'draft', i.status = 'paid', i.part_no desc limit 1`,
    [db.userId, estimateId],
    'estimates.pay-page',
  )
  return invoice && isPublic(invoice) ? payPath(invoice.publicId) : null
}
