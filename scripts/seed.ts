import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { z } from 'zod'
import { fillAccount } from '#server/features/demo/sample-year/fill-account.ts'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { bundledIssuer, findOrCreateUser } from '#server/platform/auth/users/find-user.ts'
import { type Env, readEnv } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { systemSource } from '#server/platform/http/request-source.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import { today } from '#shared/dates.ts'
import { type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'
import { print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'
import { buyPlan } from './seed/subscription.ts'

// Fills an account with a realistic year of sample data. The app may be running on the same database.
//   npm run seed                          creates (or fills) demo@example.com
//   npm run seed -- --email you@there.com fills an existing account, and does not change its plan
//   npm run seed -- --plan monthly        with this plan (monthly or yearly), bought in the sandbox; the demo account gets a yearly one

const demo = { email: 'demo@example.com', password: 'demo-demo-demo', firstName: 'Dana', lastName: 'Demo' }

/** The user to fill: the one with this email, or a new demo account of the bundled identity provider. */
const findOrCreateAccount = async (database: Database, wantedEmail: string | undefined): Promise<number> => {
  const email = wantedEmail ?? demo.email
  const [found] = await database.asNobody((db) => db.rows<{ id: number }>('select id from users where lower(email) = lower($1)', [email]))
  if (found) return found.id
  if (wantedEmail) throw new Error(`No user with the email ${email} has signed in yet. Sign in once, then run this again.`)
  const account = await createAccountStore(database).create(demo)
  if (!account) throw new Error(`The demo account exists but has not signed in yet: sign in as ${demo.email}, then run this again.`)
  const { email: address, firstName, lastName } = demo
  const claims = { subject: account.id, email: address, emailVerified: false, firstName, lastName, pictureUrl: null }
  return findOrCreateUser(database, bundledIssuer, claims, systemSource)
}

const seed = async (env: Env, owner: ClientConfig, database: Database, email: string | undefined, plan: SubscriptionPlan | null) => {
  const userId = await findOrCreateAccount(database, email)
  const now = () => new Date()
  const secrets = createSecrets(await openMasterKeys(env, owner, print))
  const objects = await openObjectStore({ ...env, database, secrets, publicUrl: () => env.publicUrl, now, log: print })
  const filled = await database.asUser(userId, (db) => fillAccount(db, objects, today(now(), 'UTC')))
  print(
    filled
      ? `Filled: ${Object.entries(filled.counts)
          .map(([what, n]) => `${n} ${what}`)
          .join(', ')}${filled.isNewBusiness ? ', and a business with a logo' : ''}.`
      : 'The account already has its sample data; nothing was added.',
  )
  if (plan && !(await buyPlan({ database, env, log: print }, userId, plan)))
    print('The account has no plan: demo plans are bought in the sandbox, which is off here.')
  if (!email) print(`Sign in as ${demo.email} with the password ${demo.password}`)
}

await runScript(async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, plan: { type: 'string' } } })
  const wantedPlan = z.enum(subscriptionPlans).optional().safeParse(values.plan)
  if (!wantedPlan.success) throw new Error(`--plan must be ${subscriptionPlans.join(' or ')}.`)
  const plan = wantedPlan.data ?? (values.email ? null : 'yearly')
  const env = readEnv(process.env)
  await ensureFolder(env.dataDir)
  await withOwner(env, (owner) => withDatabase(env, owner, (database) => seed(env, owner, database, values.email, plan)))
})
