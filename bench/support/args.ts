// Each bench takes `--smoke`: the whole of it at the smallest sizes, in seconds. test/benches.test.ts runs all of them that way, so that none stops working
// unseen; the times of such a run mean nothing.

export const isSmoke: boolean = process.argv.includes('--smoke')

/** The words of the command line after the bench's name, without `--smoke`. */
export const positionals: readonly string[] = process.argv.slice(2).filter((word) => word !== '--smoke')

/** The numbers of the command line, in order. For each that is missing: the one of `usual`, or of `smoke` in a smoke run. */
export const readSizes = <const Usual extends readonly number[]>(
  usual: Usual,
  smoke: { readonly [At in keyof Usual]: number },
): { [At in keyof Usual]: number } =>
  usual.map((size, at) => Number(positionals[at] ?? (isSmoke ? smoke[at] : size))) as { [At in keyof Usual]: number }
