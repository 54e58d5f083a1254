import { createTypesetter } from './typesetter.ts'
import type { TypesetReply, TypesetRequest } from './typesetter-messages.ts'

// Runs in a process of its own: the engine can neither be interrupted nor survive its own panics, but a process can be killed.

const typesetter = createTypesetter()
/** Finished PDFs are outside of the heap that V8 watches: it would let ten megabytes of them lie. */
const clearAfterDocuments = 10
let documents = 0
const say = (reply: TypesetReply) => process.send?.(reply)

process.on('message', (request: TypesetRequest) => {
  try {
    const typeset = typesetter.typeset(request)
    say({ say: 'done', ...typeset, memoryBytes: process.memoryUsage.rss() })
  } catch (error) {
    say({ say: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    typesetter.releaseDocument()
    documents += 1
    if (documents % clearAfterDocuments === 0) globalThis.gc?.()
  }
})
// The server has ended or needs this process no more.
process.on('disconnect', () => process.exit(0))
// A terminal's Ctrl-C reaches the whole group; the server decides when its last document is done.
process.on('SIGINT', () => {})

say({ say: 'ready' })
