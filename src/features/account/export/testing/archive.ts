import { unzipSync } from 'fflate'
import papaparse from 'papaparse'
import type { Person, TestApp } from '#server/testing/app.ts'

/** The files of an archive by path. */
export type Archive = Record<string, Uint8Array>

export const beginExport = async (app: TestApp, who: Person): Promise<number> => (await app.call(who, 'POST', '/api/account/exports')).id

/** Starts an export and downloads it, as a browser does. */
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

/** A record of a JSON file: fields of any type, by name. */
// biome-ignore lint/suspicious/noExplicitAny: the files are no part of the contract; tests compare their fields
type ExportedRecord = Record<string, any>
/** The records of a JSON file; a file with a single record gives a list of it. */
export const readJson = (archive: Archive, name: string): ExportedRecord[] => [JSON.parse(readText(archive, `json/${name}.json`))].flat()

/** The rows of a CSV file by column. */
export const readCsv = (archive: Archive, name: string): Record<string, string>[] => {
  const { data, errors } = papaparse.parse<Record<string, string>>(readText(archive, `csv/${name}.csv`).replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data
}

/** Polls until the export has ended. */
export const waitForExport = async (app: TestApp, who: Person, id: number) => {
  for (;;) {
    const body = await app.call(who, 'GET', `/api/account/exports/${id}`)
    if (body.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
