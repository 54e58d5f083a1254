import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { loadStripeContract } from '#simulators/stripe/contract/contract.ts'
import { createRunFolder } from './run-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** How tests connect as owner, and the migrated database that they copy. */
    testServer: { owner: ClientConfig; app: ClientConfig; template: string }
  }
}

/** Starts one database server per run, embedded or the one of TEST_DATABASE_URL, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  // Tests of processes start the built server.
  execFileSync(process.execPath, ['scripts/prepare.mjs', 'start'], { stdio: 'inherit' })
  const onServer = project.name === 'database-on-postgres'
  const folder = await createRunFolder()
  const quiet = () => undefined
  const embedded = onServer ? null : await startEmbedded({ dataDir: folder, exclusive: true, log: quiet })
  // Compiled once here; otherwise all workers would compile it at the same time after an upgrade.
  await loadStripeContract()
  const server = embedded?.connection ?? parseDatabaseUrl(process.env.TEST_DATABASE_URL!)
  const template = `billfold_template_${process.pid}`
  // Not kept open: a connection that breaks while nothing waits for it ends the whole run.
  const ask = async (...statements: string[]) => {
    const admin = new Client(server)
    await admin.connect()
    for (const statement of statements) await admin.query(statement)
    await admin.end()
  }
  // The embedded server is deleted after the run, so commits need not wait for the disk.
  if (embedded) await ask('alter role all set synchronous_commit = off')
  await ask(`create database ${template}`)
  const owner = { ...server, database: template }
  const app = await prepareDatabase(owner, template)
  project.provide('testServer', { owner, app, template })

  return async () => {
    if (!embedded) await ask(`drop database if exists ${template} with (force)`, `drop role if exists ${template}`).catch(quiet)
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
