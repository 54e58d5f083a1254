import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const servers = (origins: readonly string[], name: string, how: string) =>
  origins.map((origin, i) => `  server ${name}${i + 1} ${new URL(origin).host} ${how}`).join('\n')

/**
 * What HAProxy needs to know of the nodes. It asks each every second; a node that says 503 twice gets nothing new, well before
 * its five seconds of draining are over. Once isn't enough: on a machine that is busy an answer may be late. Requests whose connection was refused or
 * closed before an answer go to the other node, where that is safe: reads, and what carries an Idempotency-Key. When no node is said to be ready, the
 * 'anyway' ones are tried: a node that answers late is better than none.
 */
const configuration = (origins: readonly string[], port: number) => `
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
${servers(origins, 'node', 'check inter 1s fastinter 500ms fall 2 rise 1')}
${servers(origins, 'anyway', 'backup')}
`

/** Starts the haproxy of this machine in front of the nodes. @throws Error with what it said when it doesn't start */
export const startHaproxy = async (origins: readonly string[], port: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(origins, port))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  const early = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 1000, null))])
  if (early) throw new Error(`haproxy ended: ${said}`)
  return {
    close: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
