import { Client, type ClientConfig } from 'pg'
import '../support/int8.ts'
import { idPlaceholder, numberPlaceholder, serve, uniqueNumber, userPlaceholder } from './load.ts'

// A load process that sends the app's statements by the bare driver: prepared, pipelined, in the same transaction, with one connection per client.

export type Statement = { text: string; values: unknown[]; name?: string }
/** A trip is the statements that are sent together. `settings` apply to the transaction. */
export type DriverLoad = { connection: ClientConfig; userIds: number[]; trips: Statement[][]; settings?: string }

await serve<DriverLoad>(async ({ connection, userIds, trips, settings }, index) => {
  const client = new Client({ ...connection, pipeline: true })
  await client.connect()
  const userId = userIds[index % userIds.length]!
  const begin = `begin; select set_config('app.user_id', '${userId}', true)${settings ? `, ${settings}` : ''}`
  return {
    once: async () => {
      const number = uniqueNumber()
      let id: number | undefined
      const fill = (value: unknown) =>
        value === userPlaceholder
          ? userId
          : value === idPlaceholder
            ? id
            : typeof value === 'string' && value.includes(numberPlaceholder)
              ? value.replaceAll(numberPlaceholder, number)
              : value
      const beginning = client.query(begin)
      for (const [i, trip] of trips.entries()) {
        const sent = trip.map(({ values, ...statement }) => client.query({ ...statement, values: values.map(fill) }))
        // COMMIT is sent with the last trip.
        const results = await Promise.all(i === trips.length - 1 ? [...sent, client.query('commit')] : sent)
        if (results[0]!.rowCount === 0) throw new Error('a statement returned no row')
        id = results.find(({ rows }) => rows[0]?.id !== undefined)?.rows[0].id ?? id
      }
      await beginning
    },
    close: () => client.end(),
  }
})
