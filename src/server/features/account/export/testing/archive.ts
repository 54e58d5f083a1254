import { unzipSync } from 'fflate'
import papaparse from 'papaparse'
import type { Person, TestApp } from '#server/testing/app.ts'

/** An archive's files by their paths. */
export type Archive = Record<string, Uint8Array>

export const beginExport = async (app: TestApp, who: Person): Promise<number> =>
  (await app.send(who, 'POST', '/api/account/exports')).body.id

/** Begins an export and downloads it, as a browser does. */
export const exportAccount = async (app: TestApp, who: Person): Promise<{ id: number; bytes: Buffer; archive: Archive }> => {
  const id = await beginExport(app, who)
  const reply = await app.send(who, 'GET', `/api/account/exports/${id}/download`)
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return { id, bytes: reply.bytes, archive: unzipSync(reply.bytes) }
}

export const readText = (archive: Archive, path: string): string => {
  const bytes = archive[path]
  if (!bytes) throw new Error(`no ${path} among ${Object.keys(archive).join(', ')}`)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert the JSON's shape themselves
export const readJson = (archive: Archive, name: string): any => JSON.parse(readText(archive, `json/${name}.json`))

/** A CSV file's rows by its columns. */
export const readCsv = (archive: Archive, name: string): Record<string, string>[] => {
  const { data, errors } = papaparse.parse<Record<string, string>>(readText(archive, `csv/${name}.csv`).replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data
}

/** Asks until the export has ended. */
export const waitForExport = async (app: TestApp, who: Person, id: number) => {
  for (;;) {
    const { body } = await app.send(who, 'GET', `/api/account/exports/${id}`)
    if (body.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
