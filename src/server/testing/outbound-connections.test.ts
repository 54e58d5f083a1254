import { execFile } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { recordOutboundConnections } from './outbound-connections.ts'

test('every way by which this process connects is recorded, and the canary records other processes', async () => {
  const watch = await recordOutboundConnections()
  const { port } = new URL(watch.canary)
  try {
    await fetch(`${watch.canary}/fetched`)
    await promisify(execFile)(process.execPath, ['-e', `fetch(${JSON.stringify(`${watch.canary}/by-a-child`)})`])
    const quiet = (socket: net.Socket) => socket.on('error', () => undefined).destroy()
    quiet(net.connect(9, '192.0.2.1'))
    quiet(tls.connect({ host: '192.0.2.2', port: 443 }))
    quiet(new net.Socket().connect({ host: '192.0.2.3', port: 25 }))
    await dns.promises.lookup('localhost')
    const datagrams = dgram.createSocket('udp4')
    datagrams.send('x', 53, '192.0.2.4', () => datagrams.close())
    expect(watch.visits).toEqual(['GET /fetched', 'GET /by-a-child'])
    expect(watch.strayed()).toEqual([`127.0.0.1:${port}`, '192.0.2.1:9', '192.0.2.2:443', '192.0.2.3:25', 'udp:192.0.2.4:53'])
    expect(watch.opened).toContain('dns:localhost')
  } finally {
    await watch.close()
  }
  const before = watch.opened.length
  net.connect(Number(port), '127.0.0.1').on('error', () => undefined)
  expect(watch.opened).toHaveLength(before)
})
