import { expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'

test('an empty variable is one that isn’t set', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM', 'SANDBOX', 'LOG_LEVEL']
  expect(readEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnv({}))
  expect(readEnv({})).toMatchObject({ port: 3000, host: 'localhost', sandbox: true, mailbox: true })
})

test.each([
  [{}, true, true],
  [{ HOST: '127.0.0.1' }, true, true],
  // Strangers of the same network come by.
  [{ HOST: '0.0.0.0' }, false, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true, true],
  [{ PUBLIC_URL: 'https://billfold.example.com' }, false, false],
  [{ PUBLIC_URL: 'https://billfold.example.com', SANDBOX: 'on' }, true, false],
  [{ SANDBOX: 'off' }, false, true],
  [{ STRIPE_API_ORIGIN: 'http://localhost:9' }, false, true],
  [{ SMTP_URL: 'smtp://localhost' }, true, false],
  [{ NODE_ENV: 'production' }, true, false],
])('with %j the sandbox is on: %s, the mailbox: %s', (variables, sandbox, mailbox) => {
  expect(readEnv(variables)).toMatchObject({ sandbox, mailbox })
})

test('all that is wrong is told at once, a sentence each, and no value is repeated', () => {
  const read = () => readEnv({ PORT: 'x', DATABASE_URL: 'postgres://app:hunter2%zz@db/app', SMTP_URL: 'ftp://hunter2' })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(/^PORT .*\.\nDATABASE_URL .*%XX\.\nSMTP_URL .*\.$/)
  expect(read).not.toThrow(/hunter2/)
})
