import { createTypesetter, type TypesetReply, type TypesetRequest } from './typesetter.ts'

// A child process of its own: the engine cannot be interrupted and does not survive its own panics, but a process can be killed.

const typesetter = createTypesetter()
/** They are outside of V8's heap, so V8 would let several megabytes of them accumulate. */
const collectGarbageAfter = 10
let documents = 0
const send = (reply: TypesetReply) => process.send?.(reply)

process.on('message', (request: TypesetRequest) => {
  try {
    const result = typesetter.typeset(request)
    send({ type: 'done', ...result, memoryBytes: process.memoryUsage.rss() })
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    typesetter.releaseDocument()
    documents += 1
    if (documents % collectGarbageAfter === 0) globalThis.gc?.()
  }
})
// The server ended or no longer needs this process.
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches all processes of the group; the server decides when this one ends.
process.on('SIGINT', () => {})

send({ type: 'ready' })
