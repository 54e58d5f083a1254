import { Client } from 'pg'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { seedReportData } from './reports/data.ts'
const embedded = await startEmbedded({ dataDir: '/work/tmp/led', exclusive: false, log: () => undefined })
const app = await prepareDatabase(embedded.connection, 'billfold_app')
const database = openDatabase(app, { log: () => undefined })
const owner = new Client(embedded.connection)
await owner.connect()
const { rows } = await owner.query("select id from users where subject='led'")
if (rows.length === 0) {
  const made = await owner.query("insert into users (issuer, subject, email) values ('b','led','led@example.com') returning id")
  const id = Number(made.rows[0].id)
  await seedReportData(app, id, 100000)
  await database.asUser(id, postAll)
  await owner.query('vacuum analyze')
}
console.log(JSON.stringify({ host: embedded.connection.host, port: embedded.connection.port, user: embedded.connection.user, database: embedded.connection.database, password: embedded.connection.password }))
setInterval(() => undefined, 1e6)
