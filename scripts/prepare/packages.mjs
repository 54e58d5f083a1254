import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { checkBundledNode } from './node.mjs'
import { inRoot, run, StepError } from './run.mjs'

const stamp = inRoot('node_modules', '.billfold-packages')
const installed = inRoot('node_modules', '.package-lock.json')
const lists = ['package.json', 'package-lock.json']

/** A hash of what is to be installed on this kind of machine. Of contents, not of times: a clone or a copy sets all times alike. */
const hashLists = () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, process.platform, process.arch]))
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
}

/** Whether node_modules has the packages of the lists. For a manual installation, the file times decide. */
export const packagesAreCurrent = () => {
  if (!existsSync(installed)) return false
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hashLists()
  const time = (file) => statSync(file).mtimeMs
  return lists.every((list) => time(inRoot(list)) <= time(installed))
}

/**
 * Installing through a symbolic link would change the packages of another folder, which may be in use.
 * @throws StepError when node_modules is a link
 */
export const refuseLinkedPackages = () => {
  const folder = inRoot('node_modules')
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StepError(
    `${folder} is a link to ${readlinkSync(folder)}, whose packages don't fit this version. Nothing was installed. Remove the link (rm ${folder}) and start again to install them here, or install them in the linked folder.`,
  )
}

/** @throws StepError with npm's output, or when the bundled Node does not run here */
export const installPackages = async () => {
  console.log('Installing packages (once, about a minute)…')
  mkdirSync(inRoot('node_modules'), { recursive: true })
  writeFileSync(stamp, 'incomplete')
  const [command, first] = npm()
  // Not `npm ci`: it fails when the registry lacks an optional package of another platform. The lock file is not changed.
  const args = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  await run(command, [...first, ...args], {
    failed: 'The packages could not be installed; is the npm registry reachable?',
  })
  checkBundledNode()
  writeFileSync(stamp, hashLists())
}

/** The npm that started this script, run by its own Node: the one in node_modules may be replaced during the installation. */
const npm = () => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  return script && /npm-cli\.[cm]?js$/.test(script) ? [node ?? process.execPath, [script]] : ['npm', []]
}
