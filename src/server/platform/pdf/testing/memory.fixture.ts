import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TypesetReply, TypesetRequest } from '#server/platform/pdf/typesetter-messages.ts'
import { sampleDocument } from './document.fixture.ts'
import { buildRequest } from './request.fixture.ts'

// A PDF process of its own draws documents, every fourth of them followed by one that fails. Prints by how many MB it grew after the first twenty.

const child = fork(join(import.meta.dirname, '../typesetter-process.ts'), { serialization: 'advanced' })
const hear = async () => (await once(child, 'message'))[0] as TypesetReply
const ask = (request: TypesetRequest) => {
  child.send(request)
  return hear()
}
await hear()

let failed = 0
/** Bytes that the process has after it. */
const draw = async (index: number) => {
  const request = buildRequest(sampleDocument({ number: `N${index}`, customer: { name: `Customer ${index}`, lines: [] } }))
  const reply = await ask(request)
  if (index % 4 === 0) {
    const { say } = await ask({ ...request, data: JSON.stringify({ ...JSON.parse(request.data), totals: [{ odd: index }] }) })
    if (say === 'failed') failed += 1
  }
  return reply.say === 'done' ? reply.memoryBytes : Number.NaN
}
let before = 0
let after = 0
for (let index = 0; index < 140; index += 1) {
  after = await draw(index)
  if (index < 20) before = after
}
child.disconnect()
console.log(JSON.stringify({ grownMb: (after - before) / 1024 / 1024, failed }))
