// Writes the bill of materials: the production packages with their versions and checksums.
//
//   npm run sbom          sbom.cdx.json, in CycloneDX

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildBillOfMaterials } from './sbom/bom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const bom = buildBillOfMaterials(root)
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
console.log(`sbom.cdx.json lists ${bom.components.length} packages.`)
