import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault, Faults } from './faults.ts'
import { sendText } from './http.ts'

export type ApiResponse = { status: number; body: string; headers?: Record<string, string> }

type ApiRequest = {
  name: string
  route: string
  isKnown: boolean
  requestId: string
  faults: Faults
  /** Must not reject. */
  respond(fault: Fault | null): Promise<ApiResponse>
  /** Not called for responses that a fault has changed. */
  observe(response: ApiResponse): void
  log(line: string): void
}

export const answerApiRequest = async (req: IncomingMessage, res: ServerResponse, request: ApiRequest) => {
  const { name, route, isKnown, requestId, faults, respond, observe, log } = request
  const fault = isKnown ? faults.take(route) : null
  if (fault?.kind === 'drop-before') return void req.socket.destroy()
  if (fault?.kind === 'html') return sendText(res, fault.code, 'text/html', '<html><body><h1>Bad gateway</h1></body></html>')
  const response = await respond(fault)
  log(`${name} simulator: ${route} ${response.status} ${requestId}`)
  if (isKnown && !fault) observe(response)
  if (fault?.kind === 'drop-after') return void req.socket.destroy()
  if (response.status === 204) return void res.writeHead(204, response.headers).end()
  sendText(res, response.status, 'application/json', response.body, response.headers)
}
