/** Prints a line for the operator. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** '1 file', '1,234 files' */
export const formatCount = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Seconds since `startedAt` (of `performance.now()`), with one decimal. */
export const formatSeconds = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1)

/** Runs a script. An error is printed as its message, without a stack, and the exit code is 1. */
export const runScript = async (main: () => Promise<void>): Promise<void> => {
  await main().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}
