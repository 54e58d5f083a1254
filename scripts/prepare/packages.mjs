import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { checkBundledNode } from './node.mjs'
import { inRoot, run, StepError } from './run.mjs'

const stamp = inRoot('node_modules', '.billfold-packages')
const installed = inRoot('node_modules', '.package-lock.json')
const lists = ['package.json', 'package-lock.json']

/** What is to be installed, on this kind of machine. Content, not times: a clone or a copy sets all times alike. */
const wanted = () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, process.platform, process.arch]))
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
}

/** Whether node_modules holds what the lists ask for. Packages that somebody installed by hand are judged by the times of the files. */
export const packagesAreCurrent = () => {
  if (!existsSync(installed)) return false
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted()
  const time = (file) => statSync(file).mtimeMs
  return lists.every((list) => time(inRoot(list)) <= time(installed))
}

/**
 * Installing through a link would change the packages of another folder, perhaps while they are in use.
 * @throws StepError when node_modules is a link
 */
export const refuseLinkedPackages = () => {
  const folder = inRoot('node_modules')
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StepError(
    `${folder} is a link to ${readlinkSync(folder)}, whose packages aren't those that this version needs. Nothing was installed. Remove the link (rm ${folder}), then start again: the packages go into a folder of its own. Or install them where the link leads.`,
  )
}

/** @throws StepError with what npm printed, or when the Node that came with the packages doesn't run here */
export const installPackages = async () => {
  console.log('Installing packages (once, about a minute)…')
  mkdirSync(inRoot('node_modules'), { recursive: true })
  writeFileSync(stamp, 'incomplete')
  const [command, first] = npm()
  // Not `npm ci`: it fails where a registry lacks another platform's optional package. The lock file is left as it is.
  const args = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  await run(command, [...first, ...args], {
    failed: 'The packages could not be installed; is the npm registry reachable?',
  })
  checkBundledNode()
  writeFileSync(stamp, wanted())
}

/** The npm that started us, run by the Node it came with: the one in node_modules may be replaced at this moment. */
const npm = () => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  return script && /npm-cli\.[cm]?js$/.test(script) ? [node ?? process.execPath, [script]] : ['npm', []]
}
