import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importsOf } from '../test/boundaries/imports.ts'
import { listCircles, listTwoWayFolders } from '../test/boundaries/rules.ts'
import { showHelp } from './cli/cli.ts'
import { listCreateAndSendModules } from './size/create-and-send.ts'
import { countLines, isProduction, measure } from './size/source-files.ts'
import { findOverdueRules, findPaidSums } from './size/sql-rules.ts'

showHelp(`Prints the size and the structure of the code, beside the targets that CONTRIBUTING and the glossary name.
  npm run size             a table
  npm run size -- --json   the same numbers, with the places that were counted, as JSON
Counted are the TypeScript files of src/ without tests, fixtures and testing/ folders; simulators/ is listed apart.
The canary is a type of document that test/canary adds: its own lines with those that it adds to files of the product, and these files.
Folder pairs and circles are those that test/boundaries.test.ts refuses, in src/ and simulators/, types included.
"Create & Send passes" the modules with a function that creating and sending an invoice calls, directly or indirectly, in the app (from the
dialog that creates an invoice) and on the server (from the route). See size/create-and-send.ts for what counts as called.`)

const files = globSync('{src,simulators}/**/*.{ts,tsx}').sort()
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))
const inFolder = (folder: string) => new Map([...sources].filter(([file]) => file.startsWith(folder) && isProduction(file)))

const product = inFolder('src/')
const size = measure(product)
const simulators = measure(inFolder('simulators/'))
const pairs = listTwoWayFolders(imports)
const circles = listCircles(imports)
const createAndSend = listCreateAndSendModules(process.cwd(), [...product.keys()])
const migrations = globSync('src/server/platform/db/migrations/*.sql').map((file) => [file, readFileSync(file, 'utf8')] as const)
const withSql = new Map([...product, ...migrations])
const overdue = findOverdueRules(withSql)
const paid = findPaidSums(withSql)

type Row = { name: string; value: number; target: string; places?: readonly string[] }
const rows: Row[] = [
  { name: 'production lines', value: size.lines, target: '<= 104000' },
  { name: 'of them code, without comments and blank lines', value: size.codeLines, target: '<= 88000' },
  { name: 'lines of types of what is handed over (Deps)', value: size.injectedLines, target: '<= 200' },
  { name: 'production files', value: size.files, target: '<= 1350' },
  { name: 'lines of the median file', value: size.medianLines, target: 'about 65' },
  { name: 'files under 30 lines', value: size.filesUnder30, target: '' },
  { name: 'files over 250 lines', value: size.filesOver250, target: '' },
  { name: 'lines of the simulators', value: simulators.lines, target: '' },
  { name: 'files of the simulators', value: simulators.files, target: '' },
  { name: 'folder pairs that import each other', value: pairs.length, target: '0', places: pairs },
  { name: 'import circles, types included', value: circles.length, target: '0', places: circles },
  {
    name: 'modules that Create & Send passes',
    value: createAndSend.web.length + createAndSend.server.length,
    target: '<= 40',
    places: [...createAndSend.web, ...createAndSend.server],
  },
  { name: 'places that compute "overdue" in SQL', value: overdue.length, target: '1', places: overdue },
  { name: 'places that compute "paid so far" in SQL', value: paid.length, target: '1', places: paid },
]

const canary = globSync('test/canary/pro-forma/*').reduce((sum, file) => sum + countLines(readFileSync(file, 'utf8')), 0)
const edits = readFileSync('test/canary/edits.patch', 'utf8')
const countEdits = (line: RegExp) => [...edits.matchAll(line)].length

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
if (values.json) console.log(JSON.stringify(rows, null, 2))
else
  for (const { name, value, target } of rows)
    console.log(`${name.padEnd(47)}${value.toLocaleString('en-US').padStart(8)}   ${target && `target ${target}`}`.trimEnd())
if (!values.json) console.log(`canary: ${canary + countEdits(/^\+(?!\+\+ )/gm)} lines, ${countEdits(/^\+\+\+ /gm)} files edited`)
