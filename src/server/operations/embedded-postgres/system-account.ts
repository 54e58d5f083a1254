import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EmbeddedDatabaseError } from './errors.ts'

export type SystemAccount = {
  name: string
  uid: number
  gid: number
  spawnAs: { uid: number; gid: number } | Record<string, never>
}

type Entry = { name: string; uid: number; gid: number }

const parsePasswd = (passwd: string): Entry[] =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isSafeInteger(uid) && Number.isSafeInteger(gid))

const readPasswd = async () => parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. @throws EmbeddedDatabaseError when there is no account in `passwd` */
export const findUnprivilegedAccount = (passwd: string): SystemAccount => {
  const entries = parsePasswd(passwd).filter((entry) => entry.uid > 0)
  const named = ['postgres', '_postgres', 'nobody', 'daemon'].map((name) => entries.find((entry) => entry.name === name))
  const found = named.find((entry) => entry !== undefined) ?? entries[0]
  if (!found)
    throw new EmbeddedDatabaseError(
      'PostgreSQL refuses to run as root, and /etc/passwd names no other account. Add one (useradd --system postgres), start Billfold as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    )
  return { ...found, spawnAs: { uid: found.uid, gid: found.gid } }
}

export const getDefaultAccount = async (): Promise<SystemAccount> => {
  if (isRoot()) return findUnprivilegedAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const uid = process.getuid!()
  const entry = (await readPasswd()).find((candidate) => candidate.uid === uid)
  return { name: entry?.name ?? `number ${uid}`, uid, gid: process.getgid!(), spawnAs: {} }
}

export const getOwner = async ({ uid, gid }: Stats): Promise<SystemAccount> => {
  const entry = (await readPasswd()).find((candidate) => candidate.uid === uid)
  return { name: entry?.name ?? `number ${uid}`, uid, gid, spawnAs: { uid, gid } }
}

const canEnter = ({ uid, gid, mode }: Stats, account: SystemAccount): boolean =>
  (mode & (uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001)) !== 0

export const canRead = ({ uid, gid, mode }: Stats, account: SystemAccount, program: boolean): boolean => {
  const wanted = program ? 0o5 : 0o4
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
  return (bits & wanted) === wanted
}

export const findInaccessibleFolder = async (folder: string, account: SystemAccount): Promise<string | undefined> => {
  const parent = dirname(folder)
  const above = parent === folder ? undefined : await findInaccessibleFolder(parent, account)
  return above ?? (canEnter(await stat(folder), account) ? undefined : folder)
}
