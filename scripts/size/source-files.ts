/** Whether a file belongs to the product or the simulators, rather than to their tests. */
export const isProduction = (file: string): boolean => !/\.(test|fixture)\.tsx?$/.test(file) && !/(^|\/)testing(\/|\.ts$)/.test(file)

export const countLines = (source: string): number => source.replace(/\n$/, '').split('\n').length

/** Without comments and blank lines. */
const countCode = (source: string): number => {
  let isInComment = false
  return source.split('\n').filter((line) => {
    const text = line.trim()
    const isComment = isInComment || text.startsWith('/*') || text.startsWith('//')
    if (isInComment || text.startsWith('/*')) isInComment = !text.includes('*/')
    return text !== '' && !isComment
  }).length
}

/** Lines of the types that say what is handed over instead of imported. */
const countInjected = (source: string): number =>
  [...source.matchAll(/^(?:export )?type \w*Deps\b(?:.*\{\n(?:[^}\n].*\n|\n)*\}|.*$)/gm)].reduce(
    (sum, [text]) => sum + text.split('\n').length,
    0,
  )

/** @param sources the text of each file, by path */
export const measure = (sources: ReadonlyMap<string, string>) => {
  const lines = [...sources.values()].map(countLines).sort((a, b) => a - b)
  return {
    files: lines.length,
    codeLines: [...sources.values()].reduce((sum, source) => sum + countCode(source), 0),
    injectedLines: [...sources.values()].reduce((sum, source) => sum + countInjected(source), 0),
    lines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    filesUnder30: lines.filter((count) => count < 30).length,
    filesOver250: lines.filter((count) => count > 250).length,
  }
}
