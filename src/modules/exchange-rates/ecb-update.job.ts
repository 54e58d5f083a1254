import type { ExchangeRate } from '#modules/exchange-rates/contract.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { addDays, type Day, isDay, today } from '#shared/dates.ts'

/** A reference rate: units of the currency per euro. The Bank may quote currencies that this product doesn't know. */
type EcbRate = Pick<ExchangeRate, 'day' | 'rate'> & { currency: string }

/** The largest file that is read: that of 90 days has about 140 kB. */
const maxFeedBytes = 1_000_000

// The files eurofxref-daily.xml and eurofxref-hist-90d.xml of https://www.ecb.europa.eu/stats/eurofxref/ have one format: an envelope of GESMES, in it a
// Cube for each day and in that a Cube for each currency. Attributes stand in single quotes in one file and in double quotes in the other.
const envelope =
  /^\uFEFF?<\?xml version="1\.0" encoding="UTF-8"\?>\s*<gesmes:Envelope xmlns:gesmes="http:\/\/www\.gesmes\.org\/xml\/2002-08-01" xmlns="http:\/\/www\.ecb\.int\/vocabulary\/2002-08-01\/eurofxref">\s*<gesmes:subject>Reference rates<\/gesmes:subject>\s*<gesmes:Sender>\s*<gesmes:name>European Central Bank<\/gesmes:name>\s*<\/gesmes:Sender>\s*<Cube>([\s\S]*)<\/Cube>\s*<\/gesmes:Envelope>\s*$/
const dayStart = /<Cube time=(?:'(\d{4}-\d\d-\d\d)'|"(\d{4}-\d\d-\d\d)")\s*>\s*/y
const rateOfDay = /<Cube currency=(?:'([A-Z]{3})'|"([A-Z]{3})") rate=(?:'(\d{1,9}(?:\.\d{1,10})?)'|"(\d{1,9}(?:\.\d{1,10})?)")\s*\/>\s*/y
const dayEnd = /<\/Cube>\s*/y

/**
 * Reads a file of the European Central Bank's reference rates. It knows this one format and refuses everything else, so that no half of a file is used.
 * @throws Error that says what is wrong
 */
export const parseFeed = (xml: string): EcbRate[] => {
  const body = envelope.exec(xml)?.[1]?.trimStart()
  if (body === undefined) throw new Error('not a file of the European Central Bank’s reference rates')
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(body)
    if (match) at = pattern.lastIndex
    return match
  }
  const rates: EcbRate[] = []
  const known = new Set<string>()
  while (at < body.length) {
    const start = take(dayStart)
    const day = start?.[1] ?? start?.[2] ?? ''
    if (!isDay(day)) throw new Error(`no day at character ${at} of the rates`)
    const count = rates.length
    for (let match = take(rateOfDay); match; match = take(rateOfDay)) {
      const [currency, rate] = [(match[1] ?? match[2])!, (match[3] ?? match[4])!]
      if (Number(rate) === 0) throw new Error(`the rate of ${currency} on ${day} is 0`)
      if (known.has(`${currency} ${day}`)) throw new Error(`two rates of ${currency} on ${day}`)
      known.add(`${currency} ${day}`)
      rates.push({ currency, day, rate })
    }
    if (rates.length === count || !take(dayEnd)) throw new Error(`no rates at character ${at} of the rates`)
  }
  if (rates.length === 0) throw new Error('no rates')
  return rates
}

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
