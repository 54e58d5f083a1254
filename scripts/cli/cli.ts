/** Prints a line for the operator. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** '1 file', '1,234 files' */
export const formatCount = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Seconds since `startedAt` (of `performance.now()`), with one decimal. */
export const formatSeconds = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1)

/** Ends the process with the script's usage when it was asked for. */
export const showHelp = (usage: string): void => {
  if (!process.argv.slice(2).some((each) => each === '--help' || each === '-h')) return
  print(usage)
  process.exit()
}

const isUnknownOption = (error: unknown) => String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS')

/**
 * Runs a script, or prints its `usage` when asked for --help. An error is printed as its message, without a stack, and the exit code is 1; an unknown option
 * is answered with the usage as well.
 */
export const runScript = async (usage: string, main: () => Promise<void>): Promise<void> => {
  showHelp(usage)
  await main().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    if (isUnknownOption(error)) print(usage)
    process.exitCode = 1
  })
}
