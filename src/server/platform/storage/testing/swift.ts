import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/platform/storage/s3-store.ts'

/** Debian's Python, which finds Debian's packages. */
const python = '/usr/bin/python3'

/** Whether OpenStack Swift is installed: `apt-get install --no-install-recommends python3-swift`. */
export const hasSwift = spawnSync(python, ['-c', 'import swift.proxy, eventlet']).status === 0

/** Starts a real object store, independent of our client, with an empty bucket. It stops with `close` or with this process. */
export const startSwift = async (): Promise<{ settings: S3Settings; close(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-swift-'))
  const [accessKeyId, secretAccessKey, region, bucket] = [
    'test:tester',
    'a/secret+that=only/this+test=knows',
    'test-region-1',
    'billfold-test',
  ]
  const script = join(import.meta.dirname, 'swift-server.py')
  const server = spawn(python, [script, folder, accessKeyId, secretAccessKey, region], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`Swift ended with ${code}`)))
  failed.catch(() => undefined)
  const [line] = await Promise.race([once(server.stdout, 'data'), failed])
  const endpoint = `http://127.0.0.1:${Number(line)}`
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const reply = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  if (!reply.ok) throw new Error(`Swift created no bucket: ${reply.status} ${await reply.text()}`)
  return {
    settings: { endpoint, bucket, region, accessKeyId, secretAccessKey },
    close: async () => {
      server.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
