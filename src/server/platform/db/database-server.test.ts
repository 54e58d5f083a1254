import { createServer } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { SettingError } from '#server/platform/config/env.ts'
import { checkDatabase } from './database-server.ts'
import { parseDatabaseUrl } from './database-url.ts'

/** An empty database with an encoding, until the test ends. */
const createDatabase = async (encoding: string): Promise<ClientConfig> => {
  const { owner } = inject('testServer')
  const name = `encoded_${encoding.toLowerCase()}_${process.pid}_${Date.now()}`
  const admin = new Client({ ...owner, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { ...owner, database: name }
}

test.each(['LATIN1', 'SQL_ASCII'])('a database in %s is refused with a way out; one in UTF8 is taken', async (encoding) => {
  await expect(checkDatabase(await createDatabase(encoding))).rejects.toThrow(
    new RegExp(`has the encoding ${encoding}, which can’t store .*createdb --encoding UTF8 .* set DATABASE_URL`),
  )
  await checkDatabase(await createDatabase('UTF8'))
})

/** A server that does something with each connection. @returns its port */
const listen = async (answer: (bytes: Buffer) => string | null): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const reply = answer(bytes)
      if (reply === null) socket.destroy()
      else socket.write(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

test('a server that can’t be used is refused in one sentence that says what to do', async () => {
  const { owner } = inject('testServer')
  const closed = await listen(() => null)
  const plain = await listen(() => 'N')
  const refused: [ClientConfig, RegExp][] = [
    [{ ...owner, ssl: { rejectUnauthorized: true } }, /does not offer TLS, which sslmode in DATABASE_URL asks for/],
    [parseDatabaseUrl(`postgres://a:b@127.0.0.1:${plain}/books?sslmode=require`), /\(127\.0\.0\.1\) does not offer TLS.*remove sslmode/],
    [
      parseDatabaseUrl('postgres://a:b@127.0.0.1:1/books'),
      /can’t be used: connect ECONNREFUSED 127\.0\.0\.1:1\. Check that the server runs/,
    ],
    [parseDatabaseUrl('postgres://a:b@localhost:1/books'), /can’t be used: connect ECONNREFUSED/],
    [parseDatabaseUrl(`postgres://a:b@127.0.0.1:${closed}/books`), /can’t be used: .*Check that the server runs/],
    [{ ...owner, database: 'never_made' }, /names a database that does not exist.*createdb --owner \S+ never_made/],
    [{ ...owner, password: 'wrong' }, /refuses the sign-in: .*Check the user, the password/],
  ]
  for (const [config, sentence] of refused) {
    const error = await checkDatabase(config).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SettingError)
    expect((error as Error).message).toMatch(sentence)
    expect((error as Error).message).not.toMatch(/\n|wrong/)
  }
})
