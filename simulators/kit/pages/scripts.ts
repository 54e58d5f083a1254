import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { sendText } from '#simulators/kit/http.ts'

const shared = ['dom.js'] as const

/** The source of browser scripts by file name: those of `folder` by `names`, and those that both simulators' scripts import. */
export const loadScripts = (folder: URL, names: readonly string[]): Map<string, string> =>
  new Map([
    ...names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const),
    ...shared.map((name) => [name, readFileSync(new URL(`../browser/${name}`, import.meta.url), 'utf8')] as const),
  ])

/** Sends a browser script, or a 404. */
export const sendScript = (res: ServerResponse, scripts: ReadonlyMap<string, string>, name: string) => {
  const body = scripts.get(name)
  if (body === undefined) return sendText(res, 404, 'text/plain', 'Not found')
  sendText(res, 200, 'text/javascript; charset=utf-8', body, { 'x-content-type-options': 'nosniff' })
}
