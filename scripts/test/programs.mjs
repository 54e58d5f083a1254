import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests need, what goes without them, and Debian's package. Chromium is not among them: no test of a page runs without it. */
const optional = [
  { program: 'hledger', without: 'the books were not compared with those of hledger', package: 'hledger' },
  { program: 'ledger', without: 'the books were not compared with those of ledger', package: 'ledger' },
  { program: 'python3', without: 'totals were not compared with exact fractions', package: 'python3' },
  { program: 'firefox-esr', without: 'no page was opened in Firefox', package: 'firefox-esr' },
  { program: 'WebKitWebDriver', without: 'no page was opened in WebKit', package: 'webkit2gtk-driver xvfb' },
]

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @returns {string[]} A line for each program that is missing, with what to do. @param {string} path as in the environment's PATH */
export const describeMissingPrograms = (path) =>
  optional
    .filter(({ program }) => !path.split(delimiter).some((folder) => isExecutable(join(folder, program))))
    .map(({ program, without, package: name }) => `${program} is not installed: ${without}. On Debian: apt-get install ${name}`)
