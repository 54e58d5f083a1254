// Every bench accepts `--smoke`: a run of a few seconds at the smallest sizes, which test/benches.test.ts runs for each bench. Its timings mean
// nothing.

export const isSmoke: boolean = process.argv.includes('--smoke')

/** Whether `startBenchApp` profiles the app, see `profile.ts`. */
export const isProfile: boolean = process.argv.includes('--profile')

/** The command line's arguments without `--smoke` and `--profile`. */
export const positionals: readonly string[] = process.argv.slice(2).filter((argument) => argument !== '--smoke' && argument !== '--profile')

/** The command line's numbers, in order. Missing ones are those of `defaults`, or of `smoke` in a smoke run. */
export const readSizes = <const Defaults extends readonly number[]>(
  defaults: Defaults,
  smoke: { readonly [At in keyof Defaults]: number },
): { [At in keyof Defaults]: number } =>
  defaults.map((size, at) => Number(positionals[at] ?? (isSmoke ? smoke[at] : size))) as { [At in keyof Defaults]: number }
