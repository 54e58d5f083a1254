import { Client, type ClientConfig } from 'pg'
import { serve, uniqueNumber } from './load.ts'
import { numberPlaceholder, userPlaceholder } from './placeholders.ts'

// The same statements through the bare driver, from a process of its own: named, pipelined, in the same transaction, one connection a client.

export type Statement = { text: string; values: unknown[]; name?: string }
/** Statements that go out together make a trip; `settings` hold for the transaction. */
export type DriverLoad = { connection: ClientConfig; userIds: number[]; trips: Statement[][]; settings?: string }

await serve<DriverLoad>(async ({ connection, userIds, trips, settings }, index) => {
  const client = new Client({ ...connection, pipeline: true })
  await client.connect()
  const userId = userIds[index % userIds.length]!
  const begin = `begin; select set_config('app.user_id', '${userId}', true)${settings ? `, ${settings}` : ''}`
  return {
    once: async () => {
      const number = uniqueNumber()
      const filled = (value: unknown) =>
        value === userPlaceholder
          ? userId
          : typeof value === 'string' && value.includes(numberPlaceholder)
            ? value.replaceAll(numberPlaceholder, number)
            : value
      const began = client.query(begin)
      for (const [i, trip] of trips.entries()) {
        const sent = trip.map(({ values, ...statement }) => client.query({ ...statement, values: values.map(filled) }))
        // The last trip takes COMMIT along.
        const results = await Promise.all(i === trips.length - 1 ? [...sent, client.query('commit')] : sent)
        if (results[0]!.rowCount === 0) throw new Error('a statement found or made nothing')
      }
      await began
    },
    close: () => client.end(),
  }
})
