import type { z } from 'zod'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import { getParties, type Parties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { publicEstimate, publicEstimateStatuses } from '#shared/contract/public-estimate.ts'
import type { Day } from '#shared/dates.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import { type InvoiceStatus, isPublic } from '#shared/invoice-rules.ts'
import { payPath } from '#shared/paths.ts'
import { type Estimate, getEstimate } from './read.ts'

const states: Record<EstimateStatus, (typeof publicEstimateStatuses)[number]> = {
  draft: 'withdrawn',
  sent: 'open',
  accepted: 'accepted',
  rejected: 'declined',
  expired: 'expired',
}

/**
 * An estimate for whoever holds its link: one that is out, or was.
 * @throws AppError 404 for a draft that never was out, as for one that doesn't exist
 */
export const getPublicEstimate = async (db: UserDb, id: number, today: Day): Promise<Estimate> => {
  const estimate = await getEstimate(db, id, today)
  if (estimate.status !== 'draft') return estimate
  const wasOut = await db.rows('select 1 from estimates where user_id = $1 and id = $2 and withdrawn_at is not null', [db.userId, id])
  if (wasOut.length === 0) throw notFound('Estimate')
  return estimate
}

/** The estimate as its public page shows it. Nothing of a withdrawn one is told but that it was. */
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
    estimate: state === 'withdrawn' ? null : { ...estimate, customerName: customer.name },
    answer: estimate.answer,
    invoicePath: state === 'accepted' ? await payPageOf(db, estimate.id) : null,
    businessProfile: toPublicBusiness(
      state === 'withdrawn' ? { ...business, logoKey: null } : business,
      `/api/public/estimate/${publicId}/logo`,
    ),
  }
}

/** The key of the logo that an estimate shows; null when it shows none. @throws AppError 404 as `shownEstimate` */
export const getPublicLogoKey = async (db: UserDb, id: number, today: Day): Promise<string | null> => {
  const { status } = await getPublicEstimate(db, id, today)
  return states[status] === 'withdrawn' ? null : (await getParties(db, estimateType, id)).business.logoKey
}

/** The pay page of the invoice that an estimate became, once anybody may see it. */
const payPageOf = async (db: UserDb, estimateId: number): Promise<string | null> => {
  const [invoice] = await db.rows<{ status: InvoiceStatus; publicId: string }>(
    `select i.status, p.public_id as "publicId" from invoices i
     join public_invoices p on p.user_id = i.user_id and p.invoice_id = i.id
     where i.user_id = $1 and i.estimate_id = $2 and i.deleted_at is null`,
    [db.userId, estimateId],
    'estimates.pay-page',
  )
  return invoice && isPublic(invoice) ? payPath(invoice.publicId) : null
}
