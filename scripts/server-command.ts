/**
 * How Node runs the built server, as in package.json and the Dockerfile. Without a limit, the space for new objects grows to 134 MB, which makes the server
 * twice as large under load and not faster. Without the growth of 50 percent, V8 waits until the heap is four times as large as what is in use: five imports of 10 MB
 * left 520 MB, and with it 313. Source maps let stacks name the sources.
 */
export const serverCommand = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  'dist-server/main.js',
] as const

/**
 * The environment in which it runs. Without this, glibc keeps the memory of each thread that once was busy: after 200 large replies were compressed at once, 720 MB
 * stayed, and with it 60. Other systems ignore it.
 */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072' } as const

/** Loaded into a server of a test or bench, whose `stdin` must be a pipe: it ends with the process that started it. */
export const exitWithParent = ['--import', new URL('./exit-with-parent.mjs', import.meta.url).href] as const

/** What it inherits in tests, which control all settings. With the compile cache, a start takes a quarter less. */
export const testServerEnvironment = {
  ...serverEnvironment,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** The built server for tests and benches. */
export const testServerCommand = [...exitWithParent, ...serverCommand] as const
