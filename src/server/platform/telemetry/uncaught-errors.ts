import type { Logger } from './logger.ts'
import { getCurrentConnection } from './request-context.ts'

/** So many within the time, and the process is taken for broken. */
const mostErrors = 10
const withinMs = 60_000
/** So many, and nothing else may be getting its turn, so that an orderly stop would never end. */
const stormErrors = 100

/**
 * The last line of defence: an error that nothing caught is logged, with the request in whose context it happened, and that request's connection is closed.
 * Others go on. Before `ready` is called, and when such errors come too often, the process is to stop.
 * @param giveUp stops the process in an orderly way, with an exit code other than 0; called once
 * @returns what says that the server listens
 */
export const handleUncaughtErrors = ({ logger, giveUp }: { logger: Logger; giveUp: () => void }): { ready: () => void } => {
  let isReady = false
  let hasGivenUp = false
  let recent: number[] = []
  const take = (error: unknown) => {
    logger.fatal({ err: error }, 'an error that nothing caught')
    getCurrentConnection()?.destroy()
    const now = performance.now()
    recent = [...recent.filter((at) => now - at < withinMs), now]
    if (recent.length >= stormErrors) process.exit(1)
    if (hasGivenUp || (isReady && recent.length < mostErrors)) return
    hasGivenUp = true
    logger.fatal(
      isReady ? `${recent.length} such errors within a minute: the server stops` : 'it happened during the start: the server stops',
    )
    giveUp()
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
  // Where the reader of the log is gone, each line would be one more such error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    ready: () => {
      isReady = true
    },
  }
}
