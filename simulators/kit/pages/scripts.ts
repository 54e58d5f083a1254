import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { sendText } from '#simulators/kit/http.ts'

const shared = ['dom.js'] as const
const readScript = (path: string) => readFileSync(new URL(import.meta.resolve(path)), 'utf8')

export const loadScripts = (folder: string, names: readonly string[]): Map<string, string> =>
  new Map([
    ...names.map((name) => [name, readScript(`${folder}/${name}`)] as const),
    ...shared.map((name) => [name, readScript(`#simulators/kit/browser/${name}`)] as const),
  ])

export const sendScript = (res: ServerResponse, scripts: ReadonlyMap<string, string>, name: string) => {
  const body = scripts.get(name)
  if (body === undefined) return sendText(res, 404, 'text/plain', 'Not found')
  sendText(res, 200, 'text/javascript; charset=utf-8', body, { 'x-content-type-options': 'nosniff' })
}
