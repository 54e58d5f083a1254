import type { Logger } from './logger.ts'
import { getCurrentConnection } from './request-context.ts'

const maxErrors = 10
const windowMs = 60_000
/** They may keep the event loop so busy that an orderly stop would never end. */
const maxErrorsBeforeExit = 100

/**
 * Only the connection of the request in whose context the error happened is closed. Before `ready`, and after too many errors, `giveUp`
 * stops the process with an exit code other than 0.
 */
export const handleUncaughtErrors = ({ logger, giveUp }: { logger: Logger; giveUp: () => void }): { ready: () => void } => {
  let isReady = false
  let hasGivenUp = false
  let recent: number[] = []
  const handle = (error: unknown) => {
    logger.fatal({ err: error }, 'an error that nothing caught')
    getCurrentConnection()?.destroy()
    const now = performance.now()
    recent = [...recent.filter((at) => now - at < windowMs), now]
    if (recent.length >= maxErrorsBeforeExit) process.exit(1)
    if (hasGivenUp || (isReady && recent.length < maxErrors)) return
    hasGivenUp = true
    logger.fatal(
      isReady ? `${recent.length} such errors within a minute: the server stops` : 'it happened during the start: the server stops',
    )
    giveUp()
  }
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
  // When the reader of the log is gone, each line that is logged would raise another error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    ready: () => {
      isReady = true
    },
  }
}
