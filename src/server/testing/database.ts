import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/client.ts'

export type TestDatabase = {
  database: Database
  /** The owner of the tables, for access without row-level security and for running jobs. */
  owner: ClientConfig
  app: ClientConfig
  drop(): Promise<void>
}

/** Creates a migrated database, copied from the template of the test run. Call `drop` when done. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { owner, app, template } = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ ...owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  const database = openDatabase({ ...app, database: name }, { max: 6, log: () => undefined })
  return {
    database,
    owner: { ...owner, database: name },
    app: { ...app, database: name },
    drop: async () => {
      await database.close()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** The same, dropped when the current test finishes. */
export const withTestDatabase = async (): Promise<TestDatabase> => {
  const made = await createTestDatabase()
  onTestFinished(made.drop)
  return made
}
