import type { UserDb } from '#server/platform/db/client.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'

const dismissed = 'first steps dismissed'

// Online payment is set up once a provider has accepted the business's keys, or a customer has paid online, also in the sandbox.
const stepsQuery = `
  select exists (select 1 from business_profiles where user_id = $1) as "businessProfile",
    exists (select 1 from customers where user_id = $1) as customer,
    exists (select 1 from documents where user_id = $1 and type = 'invoice' and deleted_at is null) as invoice,
    exists (select 1 from documents where user_id = $1 and type = 'invoice' and deleted_at is null and status <> 'draft') as "sentInvoice",
    exists (select 1 from payment_credentials where user_id = $1 and status = 'connected')
      or exists (select 1 from payment_attempts where user_id = $1 and status = 'paid') as payments,
    exists (select 1 from reminder_settings where user_id = $1) as reminders,
    exists (select 1 from events where user_id = $1 and subject_type = 'account' and subject_id = $1 and kind = '${dismissed}') as dismissed`

type Steps = Pick<DashboardWire, 'firstSteps' | 'firstStepsDismissed'>

export const getFirstSteps = async (db: UserDb): Promise<Steps> => {
  const [row] = await db.rows<DashboardWire['firstSteps'] & { dismissed: boolean }>(stepsQuery, [db.userId], 'dashboard.first-steps')
  const { dismissed: firstStepsDismissed, ...firstSteps } = row!
  return { firstSteps, firstStepsDismissed }
}

/** For good: on all devices of the user. */
export const dismissFirstSteps = async (db: UserDb): Promise<Record<never, never>> => {
  const { firstStepsDismissed } = await getFirstSteps(db)
  if (!firstStepsDismissed) recordEvent(db, { type: 'account', id: db.userId }, dismissed)
  return {}
}
