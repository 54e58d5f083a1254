/**
 * How Node runs the built server, as in package.json and the Dockerfile. Without a limit, the space for new objects grows to 134 MB, which makes the server
 * twice as large under load and not faster. Source maps let stacks name the sources.
 */
export const serverCommand = ['--enable-source-maps', '--max-semi-space-size=8', 'dist-server/main.js'] as const

/** The same for tests and benches: the server ends with the process that started it, whose `stdin` must be a pipe. */
export const testServerCommand = ['--import', './scripts/exit-with-parent.mjs', ...serverCommand] as const
