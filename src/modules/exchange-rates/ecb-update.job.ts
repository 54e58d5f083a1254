import type { Services } from '#server/domain/services.ts'
import type { Database } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { addDays, type Day, today } from '#shared/dates.ts'
import { maxFeedBytes, parseFeed } from './ecb-feed.ts'

const updateJob = job('exchange-rates.ecb', {})
/** The user id of jobs of the server itself. */
const noUserId = 0
const hourMs = 3_600_000
/** The Bank publishes rates on working days at about 16:00 in Frankfurt. Four looks a day find them on the same day. */
const pauseMs = 6 * hourMs
const timeoutMs = 30_000

const queueUpdate = (database: Database, at: Date): Promise<void> =>
  database.asNobody((db) => enqueue(db, updateJob, { userId: noUserId }, { key: 'exchange-rates-ecb', runAt: at }))

/** Called at the start of a server that uses the Bank's rates: they are read a minute later, and several times a day from then on. */
export const scheduleEcbUpdate = (database: Database, now: Date): Promise<void> => queueUpdate(database, new Date(now.getTime() + 60_000))

/** @throws Error when the file can't be had, or is larger than any of the Bank's */
const download = async (url: string): Promise<string> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok || !response.body) throw new Error(`${url} replied ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxFeedBytes) throw new Error(`${url} has more than ${maxFeedBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const readLatestDay = async (database: Database): Promise<Day | null> => {
  const [row] = await database.asNobody((db) => db.rows<{ day: Day | null }>('select max(day) as day from ecb_rates'))
  return row!.day
}

/** Stores the Bank's newest rates; after a gap of some days, those of the last 90. A published rate is corrected when the Bank corrects it. */
const updateRates = async (database: Database, origin: string, now: Date): Promise<void> => {
  const latest = await readLatestDay(database)
  const file = latest !== null && latest >= addDays(today(now, 'UTC'), -1) ? 'eurofxref-daily.xml' : 'eurofxref-hist-90d.xml'
  const rates = parseFeed(await download(new URL(`/stats/eurofxref/${file}`, origin).href))
  await database.asNobody((db) =>
    db.rows(
      `insert into ecb_rates (currency, day, rate)
       select r.currency, r.day, r.rate from jsonb_to_recordset($1::jsonb) r (currency text, day date, rate numeric)
       on conflict (currency, day) do update set rate = excluded.rate where ecb_rates.rate <> excluded.rate`,
      [JSON.stringify(rates)],
    ),
  )
}

/** Does nothing once the operator has switched the rates off. After a failure the stored rates stay, and it tries again an hour later. */
export const ecbUpdateRunner = ({ database, now, ecbOrigin, log }: Services) =>
  runner(updateJob, async () => {
    if (ecbOrigin === null) return
    const failure = await updateRates(database, ecbOrigin, now()).then(
      () => null,
      (error: Error) => error,
    )
    if (failure) log(`The European Central Bank’s rates could not be updated: ${failure.message}. The next try is in an hour.`)
    await queueUpdate(database, new Date(now().getTime() + (failure ? hourMs : pauseMs)))
  })
