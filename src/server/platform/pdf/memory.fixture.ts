import { samplePaper } from './paper.fixture.ts'
import { requestOf } from './request.fixture.ts'
import { createTypesetter } from './typesetter.ts'

// A process of its own, in which nothing else asks for memory: draws documents, every fourth of them followed by one that fails, and prints by how
// many MB it grew after the first twenty.

const typesetter = createTypesetter()
let failed = 0
const draw = (index: number) => {
  const request = requestOf(samplePaper({ number: `N${index}`, customer: { name: `Customer ${index}`, lines: [] } }))
  typesetter.typeset(request)
  typesetter.tidy()
  if (index % 4 !== 0) return
  try {
    typesetter.typeset({ ...request, data: JSON.stringify({ ...JSON.parse(request.data), totals: [{ odd: index }] }) })
  } catch {
    failed++
  } finally {
    typesetter.tidy()
  }
}
for (let index = 0; index < 20; index += 1) draw(index)
const before = process.memoryUsage.rss()
for (let index = 20; index < 140; index += 1) draw(index)
console.log(JSON.stringify({ grownMb: (process.memoryUsage.rss() - before) / 1024 / 1024, failed }))
