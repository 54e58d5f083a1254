import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { MailRefusedError, PartlyAcceptedError } from './delivery-errors.ts'
import type { Mail } from './mail.ts'
import { createMailSender } from './mail-sender.ts'
import { createSmtpError, parseMessage, startTestMailServer } from './testing/mail-server.ts'

// What is told of each recipient of a message, and who gets it again.

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const sendTo = async (recipients: Partial<Mail>, options: Parameters<typeof startTestMailServer>[0] = {}) => {
  const server = await startTestMailServer(options)
  const smtpUrl = `smtp://127.0.0.1:${server.port}`
  const sender = createMailSender({
    smtpUrl,
    from: 'mail@billfold.example',
    outboxDir: join(tmpdir(), 'billfold-unused'),
    log: () => undefined,
  })
  cleanups.push(server.close, sender.close)
  const error = await sender
    .send({
      to: { name: 'Kim Lee', address: 'kim@customer.example' },
      ...{ subject: 'Invoice', preview: '', text: 'Hello', html: '<p>Hello</p>', messageId: '<invoice-1@billfold.example>' },
      ...recipients,
    })
    .catch((thrown: unknown) => thrown)
  return { error, received: server.received }
}

/** Answers each recipient by the first word of its address. */
const answerByName: NonNullable<Parameters<typeof startTestMailServer>[0]>['onRcptTo'] = ({ address }, _session, done) =>
  done(
    address.startsWith('unknown')
      ? createSmtpError(550, '5.1.1 No such user here')
      : address.startsWith('later')
        ? createSmtpError(450, 'Greylisted')
        : null,
  )
const no = (address: string) => ({ address, response: expect.stringContaining('550 5.1.1 No such user here'), isPermanent: true })
const notYet = (address: string) => ({ address, response: expect.stringContaining('450 Greylisted'), isPermanent: false })
test.each<[string, Partial<Mail>, typeof MailRefusedError | typeof PartlyAcceptedError | null, object]>([
  [
    'a refused main recipient is final, although others have the message',
    { to: { name: '', address: 'unknown@customer.example' }, cc: ['kim@customer.example'], bcc: ['ada@acme.example'] },
    MailRefusedError,
    { accepted: ['kim@customer.example', 'ada@acme.example'], refused: [no('unknown@customer.example')] },
  ],
  [
    'so is one with an international domain',
    { to: { name: '', address: 'unknown@München.example' }, cc: ['kim@customer.example'] },
    MailRefusedError,
    { accepted: ['kim@customer.example'], refused: [no('unknown@München.example')] },
  ],
  [
    'a refused main recipient is final, also while another is only deferred',
    { to: { name: '', address: 'unknown@customer.example' }, cc: ['later@customer.example'] },
    MailRefusedError,
    { accepted: [], refused: [no('unknown@customer.example'), notYet('later@customer.example')] },
  ],
  [
    'a refused copy is told',
    { cc: ['unknown@customer.example'] },
    PartlyAcceptedError,
    { accepted: ['kim@customer.example'], refused: [no('unknown@customer.example')] },
  ],
  [
    'a deferred main recipient is told',
    { to: { name: '', address: 'later@customer.example' }, cc: ['kim@customer.example'] },
    PartlyAcceptedError,
    { accepted: ['kim@customer.example'], refused: [notYet('later@customer.example')] },
  ],
  [
    'those whom an earlier attempt reached count',
    { reached: ['KIM@customer.example'], cc: ['later@customer.example'] },
    PartlyAcceptedError,
    { accepted: ['kim@customer.example'], refused: [notYet('later@customer.example')] },
  ],
  ['nothing is thrown for a message that everyone has', { reached: ['kim@customer.example'] }, null, {}],
])('each recipient has its own result: %s', async (_, changes, kind, recipients) => {
  const { error, received } = await sendTo(changes, { onRcptTo: answerByName })
  if (!kind) return expect([error, received]).toEqual([undefined, []])
  expect(error).toBeInstanceOf(kind)
  expect((error as MailRefusedError).recipients).toEqual(recipients)
})

test('a repeated attempt goes to those alone who do not have the message, and still names everyone', async () => {
  const cc = ['lee@customer.example', 'sam@customer.example']
  const { received } = await sendTo({ cc, reached: ['kim@customer.example', 'Lee@customer.example'] })
  expect(received.map(({ to }) => to)).toEqual([['sam@customer.example']])
  const { headers } = parseMessage(received[0]!.raw)
  expect([headers.get('to'), headers.get('cc')]).toEqual(['Kim Lee <kim@customer.example>', cc.join(', ')])
})
