import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const listServers = (origins: readonly string[], name: string, options: string) =>
  origins.map((origin, i) => `  server ${name}${i + 1} ${new URL(origin).host} ${options}`).join('\n')

/**
 * HAProxy's configuration. It checks each node every second; after two failed checks a node gets no new requests, well before its five seconds of
 * draining are over. One failure is not enough, as a busy machine may respond late. A request whose connection was refused or closed without a
 * response is sent to the other node if that is safe: reads, and requests with an Idempotency-Key. When no node is ready, the backup servers
 * 'anyway' are used, as a slow node is better than none.
 */
const buildConfiguration = (origins: readonly string[], port: number) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
  timeout tunnel 1h
  retries 3
  option redispatch 1
  option http-server-close
frontend billfold
  bind 127.0.0.1:${port}
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  unique-id-format %{+X}o%ci-%cp-%Ts-%rt
  http-request set-header X-Request-Id %[unique-id]
  option forwardfor
  default_backend nodes
backend nodes
  balance roundrobin
  http-request disable-l7-retry unless METH_GET or METH_HEAD or { req.hdr(idempotency-key) -m found }
  retry-on conn-failure empty-response
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200
  option allbackups
${listServers(origins, 'node', 'check inter 1s fastinter 500ms fall 2 rise 1')}
${listServers(origins, 'anyway', 'backup')}
`

/** Starts this machine's haproxy in front of the nodes. @throws Error with its output when it does not start */
export const startHaproxy = async (origins: readonly string[], port: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, buildConfiguration(origins, port))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const ended = once(child, 'exit')
  const endedEarly = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 1000, null))])
  if (endedEarly) throw new Error(`haproxy ended: ${output}`)
  return {
    close: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
