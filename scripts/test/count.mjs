/** @typedef {{ passed: number, failed: number, notes: string[] }} Count What a part came to; `notes` tell what the runner's own output may not. */

/** @returns {Count} One check counts as one test. */
export const countCheck = (name, exitCodes) => {
  const ok = exitCodes.every((code) => code === 0)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, notes: ok ? [] : [`${name} failed, see above.`] }
}

/** @returns {Count} From Vitest's JSON report (null when it wrote none) and its exit code. */
export const countVitest = (report, exitCode) => {
  const files = report?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  // A file that can't be loaded has no test to blame: it counts as one that failed.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length
  return judged('vitest', { passed, failed, skipped: tests.length - passed - (failed - broken.length) }, exitCode)
}

/** @returns {Count} From Playwright's JSON report (null when it wrote none) and its exit code. */
export const countPlaywright = (report, exitCode) => {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const broken = report?.errors?.length ?? 0
  const judgement = judged('playwright', { passed: expected + flaky, failed: unexpected + broken, skipped }, exitCode)
  // Passed on the second try: it counts, and it is named, since it wants mending.
  const named = flakyTests(report?.suites ?? []).map((name) => `playwright: passed on the second try only: ${name}`)
  return flaky > 0 ? { ...judgement, notes: [...judgement.notes, ...named] } : judgement
}

const flakyTests = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
    ),
    ...flakyTests(inner),
  ])

/** A runner that crashed, or found nothing to run, is a failure even if no single test failed. */
const judged = (name, { passed, failed, skipped }, exitCode) => {
  const notes = skipped > 0 ? [`${name}: ${skipped} skipped.`] : []
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, notes: [...notes, `${name} ended with exit code ${exitCode}, see above.`] }
  if (passed + failed === 0) return { passed, failed: 1, notes: [...notes, `${name} found no test to run.`] }
  return { passed, failed, notes }
}

/** @param {Count[]} counts @returns {Count} */
export const total = (counts) => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  notes: counts.flatMap(({ notes }) => notes),
})
