import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TypesetReply, TypesetRequest } from '#server/platform/pdf/typesetter.ts'
import { sampleDocument } from './document.fixture.ts'
import { buildRequest } from './request.fixture.ts'

// A script: lets a typesetter process render 140 documents, every fourth of them followed by one that fails, and prints by how many MB the process grew
// after the first twenty.

const child = fork(join(import.meta.dirname, '../typesetter-process.ts'), { serialization: 'advanced' })
const receive = async () => (await once(child, 'message'))[0] as TypesetReply
const typeset = (request: TypesetRequest) => {
  child.send(request)
  return receive()
}
await receive()

let failed = 0
/** Renders a document. @returns the memory of the process afterwards, in bytes */
const measure = async (index: number) => {
  const request = buildRequest(sampleDocument({ number: `N${index}`, customer: { name: `Customer ${index}`, lines: [] } }))
  const reply = await typeset(request)
  if (index % 4 === 0) {
    const { type } = await typeset({ ...request, data: JSON.stringify({ ...JSON.parse(request.data), totals: [{ odd: index }] }) })
    if (type === 'failed') failed += 1
  }
  return reply.type === 'done' ? reply.memoryBytes : Number.NaN
}
let before = 0
let after = 0
for (let index = 0; index < 140; index += 1) {
  after = await measure(index)
  if (index < 20) before = after
}
child.disconnect()
console.log(JSON.stringify({ grownMb: (after - before) / 1024 / 1024, failed }))
