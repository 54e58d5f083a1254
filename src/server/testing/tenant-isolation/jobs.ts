import { type Fixture, waitForJobs } from './fixture.ts'
import { createFingerprint, createLeakPattern, listChangedTables } from './leaks.ts'
import type { MatrixResult } from './run-matrix.ts'

/** Jobs whose payload names only their user (and perhaps a provider), or contains everything that they use. */
const jobsWithoutReferences = new Set([
  'account.exports-sweep',
  'account.goodbye',
  'account.note',
  'account.remove-files',
  'deleted-records.sweep',
  'payments.event-sweep',
  'payments.key-refused',
  'demo.delete',
  'exchange-rates.ecb',
  'payments.keys',
  'payments.webhook',
  'payments.compare',
  'late-fees.run',
  'reminders.run',
  'reminders.waiting',
  'saved-cards.detach',
  'security-events.sweep',
  'subscription.check',
  'subscription.ended',
  'security-events.sweep',
  'subscription.look-over',
  'subscription.past-due',
  'subscription.sync',
  'subscription.two-live',
  'subscription.webhook',
])

const at = '2026-01-05T00:00:00.000Z'

/** Payloads that name ada's records, with another user's id. */
const buildPayloads = async ({ app, ada }: Fixture): Promise<Record<string, object>> => {
  const [logo] = await app.sql<{ id: number }>("select id::float8 as id from files where user_id = $1 and purpose = 'logo'", [ada.userId])
  const [statement] = await app.sql<{ id: number }>('select id::float8 as id from statement_emails where user_id = $1', [ada.userId])
  const [mark] = await app.sql<{ id: number }>('select id::float8 as id from bounced_addresses where user_id = $1', [ada.userId])
  const [reminder] = await app.sql<{ id: number }>('select id::float8 as id from reminder_emails where user_id = $1', [ada.userId])
  const [optOut] = await app.sql<{ id: number }>('select id::float8 as id from reminder_opt_outs where user_id = $1', [ada.userId])
  const [refund] = await app.sql<{ id: number }>('select id::float8 as id from payment_refunds where user_id = $1', [ada.userId])
  const [upload] = await app.sql<{ name: string }>(
    `select j.payload ->> 'name' as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'uploads.sweep' and j.payload ->> 'userId' = $1 order by j.id desc limit 1`,
    [String(ada.userId)],
  )
  const { emailId, paymentId, attemptId } = ada.parts.invoices
  const { cardId } = ada.parts.customers
  const documentId = ada.ids.invoices
  return {
    'account.confirm-email': { linkId: 'SECRET-70' },
    'account.reset-password': { linkId: 'SECRET-71', email: 'nobody@example.com', askedAt: at },
    'credit-notes.send': { emailId: ada.parts['credit-notes'].emailId },
    'estimates.answered': { estimateId: ada.ids.estimates, answeredAt: at, refusal: null },
    'estimates.send': { emailId: ada.parts.estimates.emailId },
    'estimates.send-scheduled': { emailId: ada.parts.estimates.emailId },
    'invoices.send': { emailId, invoiceId: ada.ids.invoices },
    'invoices.send-scheduled': { emailId },
    'logos.sweep': { fileId: logo!.id },
    'receipts.sweep': { fileId: ada.ids.receipts },
    'uploads.sweep': { name: upload!.name },
    'emails.bounced': { markId: mark!.id },
    'recurring-invoices.run': { recurringId: ada.ids['recurring-invoices'] },
    'recurring-invoices.problem': { recurringId: ada.ids['recurring-invoices'], since: at },
    'scheduled-sends.run': { documentId: ada.ids.invoices },
    'scheduled-sends.problem': { documentId: ada.ids.invoices, since: at },
    'statements.schedule': {},
    'reminders.send': { emailId: reminder!.id },
    'reminders.reply': { optOutId: optOut!.id },
    'automatic-payments.run': { documentId },
    'automatic-payments.customer-email': { documentId, needsConfirmation: false },
    'automatic-payments.stopped': { documentId },
    'saved-cards.refresh': { cardId },
    'statements.send': { emailId: statement!.id },
    'statements.send-scheduled': { emailId: statement!.id },
    'payments.check': { attemptId, round: 0 },
    'payments.reconcile': { attemptId },
    'payments.close-others': { attemptIds: [attemptId] },
    'payments.differs-note': { provider: 'paypal', attemptIds: [attemptId], at: 1 },
    'payments.disputed': { paymentId, state: 'open', at },
    'payments.event': { endpointId: String(ada.publicIds.webhook), eventId: 'SECRET-72', receivedAt: at, attemptIds: [attemptId] },
    'payments.owner-note': { paymentId },
    'payments.questioned': { attemptId },
    'payments.receipt': { paymentId },
    'payments.refund': { refundId: refund!.id },
    'payments.refund-email': { refundId: refund!.id, round: 0 },
    'payments.refund-failed': { refundId: refund!.id, isUnclear: false },
    'payments.refund-undone': { paymentId, amount: '5.00', at },
  }
}

/** Jobs that are in neither list, and listed jobs that do not exist. */
export const listUnclassifiedJobs = async (fixture: Fixture): Promise<string[]> => {
  const listed = [...jobsWithoutReferences, ...Object.keys(await buildPayloads(fixture))]
  const existing = fixture.app.runners.map(({ name }) => name)
  return [...existing.filter((name) => !listed.includes(name)), ...listed.filter((name) => !existing.includes(name))]
}

/** Brings rows that wait for a job of ada's into the state in which that job acts, or back. */
const setWaiting = async ({ app, ada }: Fixture, isWaiting: boolean): Promise<void> => {
  for (const table of ['document_emails', 'statement_emails', 'reminder_emails'])
    await app.sql(`update ${table} set state = $2 where user_id = $1`, [ada.userId, isWaiting ? 'queued' : 'failed'])
  await app.sql('update payment_refunds set status = $2 where user_id = $1', [ada.userId, isWaiting ? 'asking' : 'pending'])
  await app.sql('update payment_attempts set status = $2 where user_id = $1', [ada.userId, isWaiting ? 'open' : 'review'])
}

/** Runs each job as if bob had queued it for ada's records: nothing of ada’s changes, and nothing is sent. */
export const runCrossTenantJobs = async (fixture: Fixture): Promise<MatrixResult> => {
  const { app, ada, bob } = fixture
  const payloads = await buildPayloads(fixture)
  await setWaiting(fixture, true)
  const fingerprint = await createFingerprint(app, ada)
  const marks = createLeakPattern(ada)
  let sent = (await app.mails(0)).length
  const faults: string[] = []
  let before = await fingerprint()
  for (const { name, run } of app.runners.filter((runner) => payloads[runner.name])) {
    // Some jobs fail because they do not find the row.
    await run({ userId: bob.userId, ...payloads[name] }).catch(() => undefined)
    const after = await fingerprint()
    const tables = listChangedTables(before, after)
    if (tables.length > 0) faults.push(`the job ${name}: changes ada’s ${tables.join(', ')}`)
    before = after
    const mails = (await app.mails(0)).slice(sent)
    sent += mails.length
    if (mails.some((mail) => JSON.stringify(mail).match(marks))) faults.push(`the job ${name}: sends what is ada’s`)
  }
  await setWaiting(fixture, false)
  await waitForJobs(app)
  // Files are not rows; ada's must still exist.
  for (const { key } of await app.sql<{ key: string }>(
    "select 'uploads/' || $1 || '/' || (j.payload ->> 'name') as key from graphile_worker._private_jobs j where j.payload ->> 'userId' = $1 and j.payload ->> 'name' is not null order by j.id desc limit 2",
    [String(ada.userId)],
  ))
    if (!(await app.objects.stat(key))) faults.push(`the jobs: ${key} is gone`)
  for (const url of [ada.logoPath, `/api/receipts/${ada.ids.receipts}`])
    if ((await app.send(ada, 'GET', url)).status !== 200) faults.push(`the jobs: ${url} is gone`)
  return { cases: Object.keys(payloads).length, faults }
}
