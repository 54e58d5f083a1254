import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { createMailSender } from './mail-sender.ts'
import { parseMessage, startTestMailServer } from './testing/mail-server.ts'

/** Sends a message over SMTP. @returns the message as it arrived */
const sendWith = async (
  unsubscribe?: Mail['unsubscribe'],
  bounceAddress: string | null = null,
  to: Mail['to'] = { name: 'Kim Lee', address: 'kim@customer.example' },
) => {
  const server = await startTestMailServer()
  const smtpUrl = `smtp://127.0.0.1:${server.port}`
  const from = 'mail@billfold.example'
  const sender = createMailSender({ smtpUrl, from, bounceAddress, outboxDir: join(tmpdir(), 'billfold-unused'), log: () => undefined })
  try {
    await sender.send({
      to,
      cc: ['lee@customer.example'],
      bcc: ['ada@acme.example'],
      ...{ subject: 'Reminder', preview: '', text: 'Hello', html: '<p>Hello</p>', messageId: '<reminder-1@billfold.example>' },
      ...(unsubscribe && { unsubscribe }),
    })
    const received = server.received[0]!
    return { ...received, headers: parseMessage(received.raw).headers }
  } finally {
    await sender.close()
    await server.close()
  }
}

describe('unsubscribing', () => {
  test('an https address is offered with one click', async () => {
    const { headers } = await sendWith({ url: 'https://billfold.example/stop-reminders/abc?x=1&y=2' })
    expect(headers.get('list-unsubscribe')).toBe('<https://billfold.example/stop-reminders/abc?x=1&y=2>')
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  test('an http address, as on a development machine, is offered without one click', async () => {
    const { headers } = await sendWith({ url: 'http://localhost:3000/stop-reminders/abc' })
    expect(headers.get('list-unsubscribe')).toBe('<http://localhost:3000/stop-reminders/abc>')
    expect(headers.has('list-unsubscribe-post')).toBe(false)
  })

  test('a message without such an address has neither header', async () => {
    const { headers } = await sendWith()
    expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([])
  })

  test.each(['\r\n', '\n', '\r', '\0', '\u2028', '>, <https://evil.example/', ' '])(
    '%j in the address adds no header and no second address',
    async (text) => {
      const { raw, headers } = await sendWith({ url: `https://billfold.example/stop/a${text}Bcc: evil@example.com?b${text}c#${text}` })
      expect(raw).not.toMatch(/^bcc:/im)
      expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/billfold\.example\/stop\/[^<>\s]*>$/)
    },
  )

  test.each(['javascript:alert(1)', 'mailto:stop@billfold.example', '/stop', `https://billfold.example/${'a'.repeat(900)}`])(
    'rejects the address %s',
    async (url) => {
      await expect(sendWith({ url })).rejects.toThrow(TypeError)
    },
  )

  test('an address of the maximum length stays on a line that mail servers accept', async () => {
    const url = `https://billfold.example/${'a'.repeat(875)}`
    const { raw, headers } = await sendWith({ url })
    expect(headers.get('list-unsubscribe')).toBe(`<${url}>`)
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })
})

test('reports about a message go to the address for them, and its recipients stay the same', async () => {
  const everyone = ['kim@customer.example', 'lee@customer.example', 'ada@acme.example']
  const own = await sendWith()
  expect([own.from, own.to]).toEqual(['mail@billfold.example', everyone])
  const { from, to, headers } = await sendWith(undefined, 'bounces@billfold.example')
  expect([from, to]).toEqual(['bounces@billfold.example', everyone])
  expect(headers.get('from')).toBe('Billfold <mail@billfold.example>')
  expect(headers.has('bcc')).toBe(false)
})

test('marks that would turn the direction of a name around are not sent', async () => {
  const { headers } = await sendWith(undefined, null, { name: 'Kim \u202eeeL', address: 'kim@customer.example' })
  expect(headers.get('to')).toBe('Kim eeL <kim@customer.example>')
})
