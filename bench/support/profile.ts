import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'

const extension = 'pg_stat_statements'

const withClient = async <T>(owner: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(owner)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The app's statements with the highest sum of planning and execution time. Statements of the owner, such as those that insert the data, are left out. */
const topStatements = `
  select s.calls, round((s.total_exec_time + s.total_plan_time)::numeric)::int as "total ms",
         round(s.mean_exec_time::numeric, 3)::float as "execution ms", round(s.mean_plan_time::numeric, 3)::float as "planning ms",
         left(regexp_replace(trim(s.query), '\\s+', ' ', 'g'), 90) as statement
  from pg_stat_statements s join pg_roles r on r.oid = s.userid
  where r.rolname = 'billfold_app' order by s.total_exec_time + s.total_plan_time desc limit 15`

/**
 * Prepares a new data folder whose database counts statements, if it has the extension for that.
 * @returns `env`: settings of the app, which writes a CPU profile when it ends
 */
export const prepareProfile = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-profile-'))
  // Run as root, PostgreSQL is started by another account, which needs access to the folder.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const embedded = await startEmbedded({ dataDir, exclusive: false, log: () => undefined })
  const countsStatements = await withClient(embedded.connection, async (client) => {
    await client.query(`load '${extension}'`)
    // Takes effect at the next start of the database, which is the app's.
    await client.query(`alter system set shared_preload_libraries = '${extension}'`)
    await client.query(`alter system set ${extension}.track_planning = on`)
    return true
  }).catch(() => false)
  await embedded.stop()
  return {
    env: { DATA_DIR: dataDir, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    printStatements: async (owner: ClientConfig) => {
      if (!countsStatements) return console.log(`Statements are not listed: this PostgreSQL has no ${extension}.`)
      await withClient(owner, async (client) => {
        await client.query(`create extension ${extension}`)
        console.table((await client.query(topStatements)).rows)
      })
    },
    /** Removes the data. @param pid the app's process, which has ended */
    printFile: (pid: number) => {
      const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile') && name.includes(`.${pid}.0.`))
      console.log(`CPU profile of the app: ${file ? join(folder, file) : 'it has written none'}`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
