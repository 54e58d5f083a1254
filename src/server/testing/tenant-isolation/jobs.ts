import { buildSample, readSchema, type Values } from '#server/testing/from-schema.ts'
import { type Fixture, waitForJobs } from './fixture.ts'
import { createFingerprint, createLeakPattern, listChangedTables } from './leaks.ts'
import { findReferences, getReferences } from './references.ts'
import type { MatrixResult } from './run-matrix.ts'

/** Payloads that name ada's records, of all jobs that name any or look for what is due. @throws Error for a field that may be a reference, and is not known as one */
const buildPayloads = async ({ app, ada }: Fixture): Promise<Map<string, object>> => {
  const idOf = async (table: string, condition = 'true') =>
    (await app.sql<{ id: number }>(`select id::float8 as id from ${table} where user_id = $1 and ${condition}`, [ada.userId]))[0]!.id
  const [upload] = await app.sql<{ name: string }>(
    `select j.payload ->> 'name' as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'uploads.sweep' and j.payload ->> 'userId' = $1 order by j.id desc limit 1`,
    [String(ada.userId)],
  )
  const references: Values = {
    ...getReferences(ada),
    markId: await idOf('bounced_addresses'),
    optOutId: await idOf('reminder_opt_outs'),
    refundId: await idOf('payment_refunds'),
    linkId: 'SECRET-70',
  }
  const special: Record<string, object> = {
    'logos.sweep': { fileId: await idOf('files', "purpose = 'logo'") },
    'uploads.sweep': { name: upload!.name },
  }
  const usual = { amount: '5.00', email: 'nobody@example.com' }
  return new Map(
    app.runners.flatMap(({ name, lane, payload }) => {
      // The id of a note is its own.
      if (name === 'account.note') return []
      const always = { ...references, emailId: ada.emailIds[name.split('.')[0]!] ?? references.emailId, ...special[name] }
      if (findReferences(payload, always, `The job ${name}`).length === 0 && lane !== 'scheduled') return []
      return [[name, buildSample(readSchema(payload), { usual, always, text: () => 'SECRET-72' }) as object]]
    }),
  )
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
  for (const { name, run } of app.runners.filter((runner) => payloads.has(runner.name))) {
    // Some jobs fail because they do not find the row.
    await run({ ...payloads.get(name), userId: bob.userId }).catch(() => undefined)
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
  return { cases: payloads.size, faults }
}
