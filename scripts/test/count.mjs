/** @typedef {{ passed: number, failed: number, notes: string[] }} Count The result of a part; `notes` has what the runner's own output may lack. */

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
  // A file that cannot be loaded has no failed test: it counts as one.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length
  const result = checkRun('vitest', { passed, failed, skipped: tests.length - passed - (failed - broken.length) }, exitCode)
  // The reasons stand far above the last lines, which are often all that is kept of a run.
  const named = [
    ...broken.map(({ name, message }) => `vitest: failed: ${name}: ${firstLine(message)}`),
    ...files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages = [] }) => `vitest: failed: ${name}: ${fullName}: ${firstLine(failureMessages[0])}`),
    ),
  ]
  return { ...result, notes: [...result.notes, ...named] }
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300)

/** @returns {Count} From Playwright's JSON report (null when it wrote none) and its exit code. */
export const countPlaywright = (report, exitCode) => {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const broken = report?.errors?.length ?? 0
  const result = checkRun('playwright', { passed: expected + flaky, failed: unexpected + broken, skipped }, exitCode)
  const suites = report?.suites ?? []
  // A flaky test counts as passed and is named, so that it gets fixed.
  const named = [
    ...listTests(suites, 'flaky').map((name) => `playwright: passed only at the second attempt: ${name}`),
    ...listTests(suites, 'unexpected').map((name) => `playwright: failed: ${name}`),
  ]
  const reasons = new Set(listSkips(suites).map((reason) => `playwright: skipped: ${reason}`))
  return { ...result, notes: [...result.notes, ...reasons, ...named] }
}

/** @returns {string[]} Why tests were skipped, as far as they say it. */
const listSkips = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .flatMap(({ tests }) => tests.flatMap(({ annotations = [] }) => annotations))
      .flatMap(({ type, description }) => (type === 'skip' && description ? [description] : [])),
    ...listSkips(inner),
  ])

/** @returns {string[]} The names of the tests that ended with this status. */
const listTests = (suites, wanted) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.filter(({ status }) => status === wanted).map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
    ),
    ...listTests(inner, wanted),
  ])

/** A runner that crashed, or found nothing to run, is a failure even if no test failed. */
const checkRun = (name, { passed, failed, skipped }, exitCode) => {
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
