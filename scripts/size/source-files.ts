/** Whether a file belongs to the product or the simulators, rather than to their tests. */
export const isProduction = (file: string): boolean => !/\.(test|fixture)\.tsx?$/.test(file) && !/(^|\/)testing(\/|\.ts$)/.test(file)

const countLines = (source: string): number => source.replace(/\n$/, '').split('\n').length

/** @param sources the text of each file, by path */
export const measure = (sources: ReadonlyMap<string, string>) => {
  const lines = [...sources.values()].map(countLines).sort((a, b) => a - b)
  return {
    files: lines.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    filesUnder30: lines.filter((count) => count < 30).length,
    filesOver250: lines.filter((count) => count > 250).length,
  }
}
