import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isRunning, waitUntil } from './processes.ts'
import { findInaccessibleFolder, findUnprivilegedAccount, getDefaultAccount, isRoot } from './system-account.ts'
import {
  cleanUpAfterEach,
  createNote,
  createTempFolder,
  endProcess,
  getPostmasterPid,
  onCleanup,
  queryValue,
  readNote,
  start,
  startInChildProcess,
} from './testing.ts'

cleanUpAfterEach()

const otherUser = { uid: 65534, gid: 65534 }
const reachable = isRoot() && !(await findInaccessibleFolder(import.meta.dirname, { name: 'nobody', ...otherUser, spawnAs: otherUser }))

describe('accounts', () => {
  test('as root the server runs as postgres, or as another unprivileged account', () => {
    const passwd = 'root:x:0:0::/root:/bin/sh\nmail:x:8:8::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n'
    expect(findUnprivilegedAccount(`${passwd}postgres:x:101:104::/:/bin/sh\n`).spawnAs).toEqual({ uid: 101, gid: 104 })
    expect(findUnprivilegedAccount(passwd)).toMatchObject({ name: 'nobody', uid: 65534 })
    expect(findUnprivilegedAccount('root:x:0:0::/root:/bin/sh\nmail:x:8:8::/:/bin/sh\n').name).toBe('mail')
    expect(() => findUnprivilegedAccount('root:x:0:0::/root:/bin/sh\n')).toThrow(/DATABASE_URL/)
  })

  test.runIf(isRoot())('as root only the folders of the server itself are given away', async () => {
    const dataDir = await createTempFolder()
    const { location } = await start(dataDir)
    const account = await getDefaultAccount()
    expect((await stat(join(location, 'data'))).uid).toBe(account.uid)
    for (const path of [dataDir, location, join(location, 'password')]) expect((await stat(path)).uid).toBe(0)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
  })

  test.runIf(isRoot())('a checkout that the account can not enter has its database elsewhere, and finds it again', async () => {
    const closed = await createTempFolder()
    const dataDir = join(closed, 'checkout/data')
    await mkdir(dataDir, { recursive: true })
    const lines: string[] = []
    const first = await start(dataDir, { log: (line) => lines.push(line) })
    onCleanup(() => first.stop().then(() => rm(first.location, { recursive: true, force: true })))
    expect(first.location).toMatch(/^\/var\/lib\/billfold\/[0-9a-f]{12}$/)
    expect(lines.join()).toContain(`kept in ${first.location}`)
    expect(lines.join()).toContain(`can't enter ${closed}`)
    await queryValue(first, createNote)
    await first.stop()
    await chmod(closed, 0o755)
    expect(await queryValue(await start(dataDir), readNote)).toBe('kept')
    expect(await readdir(dataDir)).toEqual([])
  })

  test.runIf(reachable)(
    'an ordinary user runs the server under their own account, and is refused when the folder belongs to another one',
    async () => {
      const parent = await createTempFolder({ open: true })
      const dataDir = join(parent, 'data')
      await mkdir(dataDir)
      await chown(dataDir, otherUser.uid, otherUser.gid)
      const { child, database } = await startInChildProcess(dataDir, { as: otherUser })
      await queryValue(database, createNote)
      expect((await stat(join(dataDir, 'postgres/password'))).uid).toBe(otherUser.uid)
      await endProcess(child, 'SIGTERM')

      const asRoot = await start(dataDir)
      expect(await queryValue(asRoot, readNote)).toBe('kept')
      await asRoot.stop()
      const { child: later, database: back } = await startInChildProcess(dataDir, { as: otherUser })
      expect(await queryValue(back, readNote)).toBe('kept')
      // The server of an ordinary user's app also ends when the app is killed.
      const pid = (await getPostmasterPid(back))!
      await endProcess(later, 'SIGKILL')
      expect(await waitUntil(30_000, () => !isRunning(pid))).toBe(true)

      const rootsOwn = join(parent, 'other')
      await (await start(rootsOwn)).stop()
      const { told } = await startInChildProcess(rootsOwn, { as: otherUser })
      expect(told.refusal).toMatch(/belongs to another account/)
    },
  )
})
