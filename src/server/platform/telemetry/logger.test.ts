import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger, type LogLevel } from './logger.ts'
import { runInJobContext, runInRequestContext } from './request-context.ts'

const lines = (format: 'json' | 'text', level: LogLevel = 'trace') => {
  const written: string[] = []
  const logger = createLogger({ level, format, write: (line) => written.push(line), now: () => new Date(0) })
  return { logger, written }
}
const request = { id: 'req-12345', method: 'GET', route: '/x', userId: null, status: 0, isStream: false, traceparent: null }

test('a line has its time, level, message, and the request or job that it belongs to', () => {
  const { logger, written } = lines('json')
  logger.warn('Something paused')
  runInRequestContext(request, new PassThrough(), () =>
    logger.info({ method: 'GET', route: '/api/customers', status: 200, ms: 3.2, userId: 5 }, 'request'),
  )
  runInJobContext({ job: 'invoices.send', requestId: 'req-12345' }, () => logger.warn('The mail server refused it'))
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { time: '1970-01-01T00:00:00.000Z', level: 'warn', message: 'Something paused' },
    expect.objectContaining({ level: 'info', message: 'request', requestId: 'req-12345', route: '/api/customers', status: 200, userId: 5 }),
    expect.objectContaining({ job: 'invoices.send', requestId: 'req-12345' }),
  ])
})

test('lines below the level are left out, and a silent logger writes nothing', () => {
  for (const [level, count] of [
    ['silent', 0],
    ['fatal', 1],
    ['warn', 3],
    ['trace', 6],
  ] as const) {
    const { logger, written } = lines('text', level)
    for (const at of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) logger[at](at)
    expect(written).toHaveLength(count)
  }
})

test('logged input can neither forge a line nor move the terminal cursor', () => {
  for (const format of ['json', 'text'] as const) {
    const { logger, written } = lines(format)
    logger.warn(`curl\r\n{"level":"fatal"}\u001b[2J\u009b31m\u2028\u202egone`)
    logger.error({ err: new Error('first\nsecond \u001b]0;title\u0007') }, 'failed')
    const all = written.join('\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u202e]/)
    if (format === 'json') expect(written.every((line) => !line.includes('\n') && JSON.parse(line))).toBe(true)
    // In text format, what follows a line break is indented, so it never looks like a line of its own.
    else expect(all.split('\n').filter((line) => line.startsWith('{') || line.startsWith('second'))).toEqual([])
  }
})

test('addresses, keys and links are redacted; message ids of our own emails are kept', () => {
  const { logger, written } = lines('json')
  logger.warn('Mail <invoice-5-12-3@billfold.example> could not be sent: 550 5.1.1 <ada@example.com>: Recipient rejected')
  logger.warn('GET /pay-invoice/Zk3v9QpLw0aB7dXeT1uYcg failed, as did /api/webhooks/stripe/AbCdEfGhIjKlMnOpQrStUvWxYz012345')
  logger.warn('key sk_live_51Habcdefgh and billfold_1z_0123456789abcdef at smtp://user:secret@mail.example')
  const refused = Object.assign(new Error('invalid input syntax for type integer: "Lovelace"'), {
    code: '22P02',
    detail: 'Key (email)=(ada)',
    where: 'row Lovelace',
  })
  logger.error({ err: refused, req: { headers: { cookie: 'billfold.sid=abc' } }, body: { name: 'Lovelace' } }, 'request failed')
  const all = written.join('\n')
  expect(all).not.toMatch(/ada|Zk3v9Q|AbCdEf|51Habc|0123456789abcdef|secret|Lovelace|billfold\.sid/)
  expect(all).toContain('<invoice-5-12-3@billfold.example>')
  expect(all).toContain('22P02')
})
