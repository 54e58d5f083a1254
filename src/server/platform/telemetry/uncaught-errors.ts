import type { Logger } from './logger.ts'
import { getCurrentConnection } from './request-context.ts'

/** After this many uncaught errors within `windowMs`, the process counts as broken. */
const maxErrors = 10
const windowMs = 60_000
/** After this many the process exits at once: they may keep the event loop so busy that an orderly stop would never end. */
const maxErrorsBeforeExit = 100

/**
 * Handles errors that nothing caught. Each is logged with the request in whose context it happened, and that request's connection is closed; other
 * requests are served on. Before `ready` is called, and when there are too many such errors within a minute, the process is stopped.
 * @param giveUp stops the process in an orderly way, with an exit code other than 0; called once
 * @returns `ready`, to be called when the server listens
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
