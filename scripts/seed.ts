import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { bundledIssuer, findOrCreateUser } from '#server/platform/auth/users/find-user.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { systemSource } from '#server/platform/http/request-source.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import { today } from '#shared/dates.ts'
import { subscriptionPlans } from '#shared/plans.ts'
import { fillAccount, isFilled } from './seed/fill-account.ts'
import { addProfile } from './seed/profile.ts'
import { buyPlan } from './seed/subscription.ts'

// Fills an account with a believable year to look at. Works beside a running app, on the same database.
//   npm run seed                          makes (or fills) demo@example.com
//   npm run seed -- --email you@there.com fills an account that exists already, and leaves its plan alone
//   npm run seed -- --plan monthly        with this plan (monthly or yearly), bought in the sandbox; the demo account gets a yearly one

const { values } = parseArgs({ options: { email: { type: 'string' }, plan: { type: 'string' } } })
const wantedPlan = z.enum(subscriptionPlans).optional().safeParse(values.plan)
const say = (line: string) => process.stdout.write(`${line}\n`)

const env = readEnv(process.env)
await ensureFolder(env.dataDir)
const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
const owner = embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!)
const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { log: say })

const demo = { email: 'demo@example.com', password: 'demo-demo-demo', firstName: 'Dana', lastName: 'Demo' }

/** The user to fill: the one with this e-mail, or a new demo account of the bundled identity provider. */
const userToFill = async (): Promise<number> => {
  const email = values.email ?? demo.email
  const [found] = await database.asNobody((db) => db.rows<{ id: number }>('select id from users where lower(email) = lower($1)', [email]))
  if (found) return found.id
  if (values.email) throw new Error(`Nobody with the e-mail ${email} has signed in yet. Sign in once, then run this again.`)
  const account = await createAccountStore(database).create(demo)
  if (!account) throw new Error(`The demo account exists but has not signed in yet: sign in as ${demo.email}, then run this again.`)
  const { email: address, firstName, lastName } = demo
  const claims = { subject: account.id, email: address, emailVerified: false, firstName, lastName, pictureUrl: null }
  return findOrCreateUser(database, bundledIssuer, claims, systemSource)
}

try {
  if (!wantedPlan.success) throw new Error(`--plan must be ${subscriptionPlans.join(' or ')}.`)
  const plan = wantedPlan.data ?? (values.email ? null : 'yearly')
  const userId = await userToFill()
  const now = () => new Date()
  const secrets = createSecrets(await openMasterKeys(env, owner, say))
  const objects = await openObjectStore({ ...env, database, secrets, publicUrl: () => env.publicUrl, now, log: say })
  const filled = await database.asUser(userId, async (db) => {
    if (await isFilled(db)) return null
    return { isNewBusiness: await addProfile(db, objects), counts: await fillAccount(db, today(now(), 'UTC')) }
  })
  say(
    filled
      ? `Filled: ${Object.entries(filled.counts)
          .map(([what, n]) => `${n} ${what}`)
          .join(', ')}${filled.isNewBusiness ? ', and a business with a logo' : ''}.`
      : 'The account has its sample data already; nothing was added.',
  )
  if (plan && !(await buyPlan({ database, env, log: say }, userId, plan)))
    say('The account has no plan: plans of the demo are bought in the sandbox, which is off here.')
  if (!values.email) say(`Sign in as ${demo.email} with the password ${demo.password}`)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database.close()
  await embedded?.stop()
}
