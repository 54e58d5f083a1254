import type { UserDb } from '#server/platform/db/client.ts'
import type { DashboardWire } from '#shared/api/dashboard.ts'

// Getting paid online is set up once a provider has accepted the business's keys; whoever was paid online already, in the sandbox too, knows how.
const steps = `
  select exists (select 1 from business_profiles where user_id = $1) as "businessProfile",
    exists (select 1 from customers where user_id = $1) as customer,
    exists (select 1 from invoices where user_id = $1 and deleted_at is null) as invoice,
    exists (select 1 from invoices where user_id = $1 and deleted_at is null and status <> 'draft') as "sentInvoice",
    exists (select 1 from payment_credentials where user_id = $1 and status = 'connected')
      or exists (select 1 from payment_attempts where user_id = $1 and status = 'paid') as payments`

/** Which of the first steps of a new account are done. */
export const getFirstSteps = async (db: UserDb): Promise<DashboardWire['firstSteps']> => {
  const [row] = await db.rows<DashboardWire['firstSteps']>(steps, [db.userId], 'dashboard.first-steps')
  return row!
}
